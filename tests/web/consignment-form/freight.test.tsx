import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { press as pressAt, scan } from '../hotkeys/scan-on-screen.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, type, verifyBefore } from './form-on-screen.tsx'

const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')

const sent = (which: (request: SentRequest) => boolean) => fakeServer.sent.filter(which)

/** The drafts of forms, in contrast to the values that the user has last sent. */
const drafts = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('draft:') && !key.endsWith(':usual'))

const radios = () => screen.queryAllByRole('radio')

const consign = () => screen.getByRole('button', { name: 'Consign' })

describe('the panel', () => {
  const BOOKED = { body: { success: true, message: null, data: { consignment_id: 'COC00014123' } } }

  type Answer = ReturnType<typeof fakeServer.handler>
  let booking: () => Answer
  let pricing: () => Answer
  const isPricing = ({ url }: SentRequest) => url.endsWith('/consignments/pricing')

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    pricing = () => ({ body: PRICES })
    booking = () => BOOKED
    fakeServer.answer((request) =>
      isPricing(request) ? pricing() : isBooking(request) ? booking() : { body: [] },
    )
  })

  afterEach(() => queryClient.clear())
  const panel = () => screen.queryByRole('dialog', { name: 'Freight options' })
  const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent
  const alert = async () => (await screen.findByRole('alert')).textContent

  async function open(keys: ReactNode = null) {
    const form = showForm(PAID, ['/'], keys)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    return form
  }

  async function priced(keys: ReactNode = null) {
    const form = await open(keys)
    await screen.findAllByRole('radio')
    return form
  }

  describe('the options', () => {
    test('are requested with the payload of the form', async () => {
      await priced()
      expect(sent(isPricing)[0]?.body).toMatchObject({
        order_id: '104823',
        street: '118A Pepperill Road',
        is_rural: true,
        send_tracking: true,
        urgent_couriers: false,
        parcels: [{ package_type: null, quantity: 1, height: 22, weight: 11.4, volume: 0.0792 }],
      })
    })

    // FRT-13
    test('load with a spinner, while nothing can be booked', async () => {
      let answer = () => {}
      const answered = new Promise<object>((resolve) => {
        answer = () => resolve({ body: PRICES })
      })
      pricing = () => answered
      await open()
      expect(screen.getByRole('status', { name: '' }).textContent).toContain('Loading options')
      expect(panel()?.querySelector('.animate-spin')).not.toBeNull()
      screen.getByText('Choose the most suitable freight option for this order')
      expect(targets().freight?.blocked).toBe('The options are still loading')
      expect(consign().getAttribute('aria-disabled')).toBe('true')
      await act(async () => answer())
      await waitFor(() => expect(radios()).toHaveLength(3))
      expect(targets().freight?.blocked).toBe('Choose an option first')
    })

    // FRT-13
    test('show price, type, description; the cheapest is marked; refusals stand apart', async () => {
      await priced()
      expect(radios().map((radio) => radio.closest('label')?.textContent)).toEqual([
        '1PHPost HasteRural, 2 days$41.28',
        '2NZPNZ PostCheapestParcel, 3 days$33.74',
        '3AMXAramexTicket$35.60',
      ])
      const refused = screen.getByRole('region', { name: 'No price' })
      expect(within(refused).getByRole('listitem').textContent).toBe('TitusNo rural service to 3482')
      expect(within(refused).queryByRole('radio')).toBeNull()
      expect(chosen()).toBeUndefined()
    })

    test('can be empty', async () => {
      pricing = () => ({ body: PRICES.slice(3) })
      await open()
      await screen.findByText('No freight options')
      expect(screen.getByRole('region', { name: 'No price' })).toBeTruthy()
      expect(targets().freight?.blocked).toBe('Choose an option first')
    })

    test("fail with the catalogue's message and the server's reason, and can be requested again", async () => {
      pricing = () => ({ status: 422, body: { success: false, message: 'Postcode: must have four digits.' } })
      await open()
      expect(await alert()).toContain(`${MESSAGES.freightOptions}Postcode: must have four digits.`)
      pricing = () => ({ body: PRICES })
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(radios()).toHaveLength(3))
    })

    test('are dropped when the panel closes, and requested again for the changed form', async () => {
      await priced()
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(panel()).toBeNull()
      type('Weight (kg), parcel 1', '12')
      act(() => targets().consignmentForm?.getOptions())
      expect(radios()).toEqual([])
      await screen.findAllByRole('radio')
      const [first, second] = sent(isPricing)
      expect([first?.body, second?.body]).toMatchObject([
        { parcels: [{ weight: 11.4 }] },
        { parcels: [{ weight: 12 }] },
      ])
    })
  })

  /**
   * Scans a code without a final key, and presses a key after the time in which digits typed by hand are given back.
   */
  function scanned(code: string): void {
    act(() => {
      scan(code)
      pressAt('F2', performance.now() + 1_000)
    })
  }

  describe('an option is chosen', () => {
    test.each<[string, () => unknown, string]>([
      ['its digit', () => press('3', { code: 'Digit3' }), 'Aramex'],
      ['a digit of the number pad', () => press('1', { code: 'Numpad1' }), 'Post Haste'],
      ['↓, which starts at the first', () => press('ArrowDown'), 'Post Haste'],
      ['↑, which starts at the last', () => press('ArrowUp'), 'Aramex'],
      ['b, the cheapest', () => act(() => targets().freight?.chooseCheapest()), 'NZ Post'],
      ['a click', () => fireEvent.click(screen.getByText('NZ Post')), 'NZ Post'],
    ])('by %s', async (_, choose, courier) => {
      await priced()
      choose()
      expect(chosen()).toContain(courier)
      expect(document.activeElement).toBe(screen.queryByRole('radio', { checked: true }))
      expect(targets().freight?.blocked).toBeNull()
      expect(consign().getAttribute('aria-disabled')).toBeNull()
    })

    test('but not by the digit of a refusal', async () => {
      await priced()
      press('4', { code: 'Digit4' })
      press('9', { code: 'Digit9' })
      expect(chosen()).toBeUndefined()
    })

    describe.each(['999992', '22222A2b1'])('but not by the digits of a scan: %s', (code) => {
      test('stays unchosen after a scan', async () => {
        await priced(<Hotkeys />)
        scanned(code)
        expect(chosen()).toBeUndefined()
        expect(targets().freight?.blocked).toBe('Choose an option first')
      })

      test('stays chosen after a scan', async () => {
        await priced(<Hotkeys />)
        press('ArrowUp')
        scanned(code)
        expect(chosen()).toContain('Aramex')
        expect(document.activeElement).toBe(screen.queryByRole('radio', { checked: true }))
      })
    })

    test('by digits with the key listener, once they are known to be typed by hand', async () => {
      await priced(<Hotkeys />)
      pressAt('2', performance.now())
      expect(chosen()).toBeUndefined()
      await waitFor(() => expect(chosen()).toContain('NZ Post'))
    })

    test('by a digit, and an Enter that follows at once books it', async () => {
      await priced(<Hotkeys />)
      pressAt('3', performance.now())
      pressAt('Enter', performance.now())
      await waitFor(() => expect(sent(isBooking)[0]?.body).toMatchObject({ quote_id: 'q3' }))
    })

    test('and the arrows wrap around', async () => {
      await priced()
      for (const courier of ['Post Haste', 'NZ Post', 'Aramex', 'Post Haste']) {
        press('ArrowDown')
        expect(chosen()).toContain(courier)
      }
    })
  })

  describe('consigning', () => {
    test('ORD-43 an unpaid order needs a second press, and the panel says why in red', async () => {
      showForm({ ...PAID, status: 'Ordered', dates: { ...PAID.dates, paid_at: null } }, ['/'])
      fillParcel()
      act(() => targets().consignmentForm?.getOptions())
      fireEvent.click((await screen.findAllByRole('radio'))[0] ?? document.body)
      fireEvent.click(consign())
      expect(await alert()).toContain('The order is not paid yet.')
      expect(sent(isBooking)).toEqual([])
      fireEvent.click(consign())
      await waitFor(() => expect(sent(isBooking)).toHaveLength(1))
    })

    test('sends the payload and the quote, once however often it is pressed, and shows the label', async () => {
      let answer = () => {}
      booking = () => new Promise((resolve) => (answer = () => resolve(BOOKED)))
      const lists = [
        ['consignments', 'list'],
        ['orders', 'list'],
      ]
      for (const list of lists) queryClient.setQueryData(list, { rows: [], unreadable: 0 })
      const { router } = await priced()
      press('2', { code: 'Digit2' })
      act(() => {
        targets().freight?.consign()
        targets().freight?.consign()
      })
      fireEvent.click(consign())
      await waitFor(() => expect(targets().freight?.blocked).toBe('Waiting for the server'))
      press('1', { code: 'Digit1' })
      expect(chosen()).toContain('NZ Post')
      await act(async () => answer())
      await screen.findByText('Booked')
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/consignments/COC00014123?tab=labels',
      )
      for (const list of lists) expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true)
      const priceCalls = sent(isPricing)
      expect(priceCalls).toHaveLength(1)
      expect(sent(isBooking).map(({ body }) => body)).toEqual([
        { ...Object(priceCalls[0]?.body), quote_id: 'q2' },
      ])
      expect(drafts()).toEqual([])
    })

    describe('continues when the user leaves the form', () => {
      const said = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)

      async function leaveWhileItRuns(meanwhile = () => {}): Promise<string> {
        const { router } = await priced()
        press('2', { code: 'Digit2' })
        act(() => targets().freight?.consign())
        await waitFor(() => expect(sent(isBooking)).toHaveLength(1))
        await act(() => router.navigate('/consignments/OTHER'))
        meanwhile()
        await act(async () => answer())
        await waitFor(() => expect(said()).toHaveLength(1))
        return router.state.location.pathname
      }

      let outcome: Answer
      let answer = () => {}
      beforeEach(() => {
        store.set(toastsAtom, [])
        booking = () => new Promise((resolve) => (answer = () => resolve(outcome)))
      })

      test('shows the result on the other screen, and deletes the draft', async () => {
        outcome = BOOKED
        expect(await leaveWhileItRuns()).toBe('/consignments/OTHER')
        expect(said()).toEqual(['success: Consignment COC00014123 booked'])
        expect(drafts()).toEqual([])
      })

      test('keeps the text typed in another tab in the meantime', async () => {
        outcome = BOOKED
        const [key = ''] = drafts()
        let typed = ''
        await leaveWhileItRuns(() => {
          typed = JSON.stringify({
            ...JSON.parse(localStorage.getItem(key) ?? ''),
            instructions: 'Typed there',
          })
          localStorage.setItem(key, typed)
        })
        expect(localStorage.getItem(key)).toBe(typed)
      })

      test('shows a failure there too, with the order, and keeps the draft', async () => {
        outcome = { status: 500, body: {} }
        expect(await leaveWhileItRuns()).toBe('/consignments/OTHER')
        expect(said()).toEqual([`error: Order 104823: ${MESSAGES.consignmentCreate}`])
        expect(drafts()).toHaveLength(1)
      })
    })

    // FRT-20
    test.each<[string, (early: () => void, answer: () => void) => Promise<unknown>]>([
      [
        'while the prices load',
        async (early, answer) => {
          early()
          await act(async () => answer())
        },
      ],
      [
        'before they are shown, on a page too busy to handle it at once,',
        async (early, answer) => {
          await act(async () => answer())
          await screen.findAllByRole('radio')
          early()
        },
      ],
    ])('books the option of a digit that is pressed with it %s', async (_, inTurn) => {
      store.set(toastsAtom, [])
      let answer = () => {}
      pricing = () => new Promise((resolve) => (answer = () => resolve({ body: PRICES })))
      await open(<Hotkeys />)
      await waitFor(() => expect(sent(isPricing)).toHaveLength(1))
      const at = performance.now()
      const early = () => {
        pressAt('2', at)
        pressAt('Enter', at)
      }
      await inTurn(early, () => answer())
      await waitFor(() => expect(sent(isBooking).map(({ body }) => body)).toMatchObject([{ quote_id: 'q2' }]))
    })

    // FRT-12, FRT-13
    test('does nothing before an option is chosen', async () => {
      await priced()
      fireEvent.click(consign())
      expect(sent(isBooking)).toEqual([])
    })
  })
})

describe('shift and a digit', () => {
  const BOOKED = { success: true, message: null, data: { consignment_id: 'COC00014123' } }
  const booked = () => fakeServer.sent.filter(isBooking)

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    fakeServer.answer((request) => ({
      body: request.url.endsWith('/pricing') ? PRICES : isBooking(request) ? BOOKED : [],
    }))
  })

  afterEach(() => queryClient.clear())

  async function priced(keys: ReactNode = null) {
    showForm(PAID, ['/'], keys)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
  }

  describe('a digit with Shift', () => {
    test.each([
      ['with the key listener, once it turns out to be typed by hand', <Hotkeys key="keys" />, [false]],
      ['once however often it is pressed', null, [false, false, true]],
    ])('chooses and consigns, %s', async (_, keys, presses) => {
      await priced(keys)
      for (const repeat of presses) press('@', { code: 'Digit2', shiftKey: true, repeat })
      await waitFor(() => expect(booked()[0]?.body).toMatchObject({ quote_id: 'q2' }))
      await screen.findByText('Booked')
      expect(booked()).toHaveLength(1)
    })

    test('does nothing for a refusal', async () => {
      await priced()
      press('$', { code: 'Digit4', shiftKey: true })
      expect([screen.queryByRole('radio', { checked: true }), booked()]).toEqual([null, []])
    })
  })
})

describe('expired prices', () => {
  const isPricing = ({ url }: SentRequest) => url.endsWith('/consignments/pricing')

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    fakeServer.answer((request) => {
      if (isPricing(request)) return { body: PRICES }
      return isBooking(request)
        ? { body: { success: true, message: null, data: { consignment_id: 'COC00014123' } } }
        : { body: [] }
    })
  })

  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
  })

  /** The priced panel, 30 minutes later. */
  async function expired() {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    showForm(PAID)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    press('2', { code: 'Digit2' })
    expect(consign().getAttribute('aria-disabled')).toBeNull()
    act(() => void vi.advanceTimersByTime(30 * 60_000))
  }

  test('expired prices are marked, and Enter gets new ones and books nothing', async () => {
    await expired()
    expect(screen.getByText('These prices have expired.')).toBeTruthy()
    expect(screen.getAllByText('Expired')).toHaveLength(radios().length)
    expect(screen.getByRole('button', { name: 'Get new prices' })).toBeTruthy()
    act(() => targets().freight?.consign())
    await waitFor(() => expect(sent(isPricing)).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText('Expired')).toBeNull())
    expect(consign().getAttribute('aria-disabled')).toBe('true')
    expect(sent(isBooking)).toEqual([])
    press('2', { code: 'Digit2' })
    act(() => targets().freight?.consign())
    await waitFor(() => expect(sent(isBooking)).toHaveLength(1))
  })

  test('expired prices are not booked by Shift and a digit either', async () => {
    await expired()
    press('@', { code: 'Digit2', shiftKey: true })
    await waitFor(() => expect(sent(isPricing)).toHaveLength(2))
    expect(sent(isBooking)).toEqual([])
  })
})
