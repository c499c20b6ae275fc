import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { hintsOf } from '../../../src/web/hotkeys/hint-bar.tsx'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { field, fillParcel, PRICES, press, showForm, targets, type, verifyBefore } from './form-on-screen.tsx'

const BOOKED = { body: { success: true, message: null, data: { consignment_id: 'COC00014123' } } }

afterEach(() => queryClient.clear())

const panel = () => screen.queryByRole('dialog', { name: 'Freight options' })

describe('the outcome', () => {
  const UNKNOWN =
    'Aramex has not said whether it booked the order. Nothing is booked twice: try again in a minute.'

  const UNNUMBERED = 'This consignment has been booked. Look for it among today’s consignments.'

  type Answer = ReturnType<typeof fakeServer.handler>
  let booking: () => Answer

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    store.set(toastsAtom, [])
    verifyBefore(PAID, 'Mere@Example.com')
    fakeServer.answer(({ method, url }) => {
      if (url.endsWith('/consignments/pricing')) return { body: PRICES }
      return method === 'POST' ? booking() : { body: [] }
    })
  })

  const bookings = () =>
    fakeServer.sent.filter(({ method, url }) => method === 'POST' && url.endsWith('/consignments'))

  const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent
  const alert = async () => (await screen.findByRole('alert')).textContent

  async function consigned() {
    const form = showForm(PAID)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    press('2', { code: 'Digit2' })
    act(() => targets().freight?.consign())
    return form
  }

  test.each([404, 422, 429, 503])(
    'a refusal (%d) that repeats the message of the catalogue is shown once',
    async (status) => {
      booking = () => ({ status, body: { success: false, message: MESSAGES.consignmentCreate } })
      await consigned()
      expect((await alert())?.split(MESSAGES.consignmentCreate)).toHaveLength(2)
    },
  )

  describe('a booking', () => {
    test.each<[string, () => Answer]>([
      ['is refused', () => ({ status: 409, body: { success: false, message: 'The price has expired.' } })],
      ['has an unknown outcome', () => ({ status: 503, body: { success: false, message: UNKNOWN } })],
      ['breaks down', () => ({ status: 500, body: {} })],
      ['gets no answer', connectionLost],
      ['is answered without the success flag', () => ({ body: {} })],
      ['is answered with success: false', () => ({ body: { success: false } })],
      ['is answered with nothing to read', () => ({ body: 'x' })],
    ])(
      'that %s clears the option, shows the failure, keeps the typed text and can be repeated',
      async (name, fault) => {
        booking = fault
        await consigned()
        expect(await alert()).toContain(MESSAGES.consignmentCreate)
        expect((await alert()).includes(UNKNOWN)).toBe(name === 'has an unknown outcome')
        const isRefused = [
          'is refused',
          'is answered without the success flag',
          'is answered with success: false',
        ]
        expect(screen.queryByRole('button', { name: 'Get new prices' }) !== null).toBe(
          isRefused.includes(name),
        )
        expect((await alert()).includes('It may have been booked.')).toBe(!isRefused.includes(name))
        expect(chosen()).toBeUndefined()
        expect(targets().freight?.blocked).toBe('Choose an option first')
        expect(field('Weight (kg), parcel 1').value).toBe('11.4')
        booking = () => BOOKED
        press('2', { code: 'Digit2' })
        act(() => targets().freight?.consign())
        await screen.findByText('Booked')
      },
    )

    test('whose answer is lost opens the label if the order shows its code', async () => {
      const sent = { code: '104823', status: 'Shipped', freight: { tracking_code: 'COC00014123' } }
      fakeServer.answer(({ method, url }) => {
        if (url.endsWith('/consignments/pricing')) return { body: PRICES }
        if (method === 'POST') return connectionLost()
        return { body: url.endsWith('/orders/104823') ? sent : [] }
      })
      await consigned()
      await screen.findByText('Booked')
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('whose answer is lost is repeated at the same price, whatever the order shows', async () => {
      installation.capabilities = new Set(['book-once'])
      const elsewhere = { code: '104823', status: 'Shipped', freight: { tracking_code: 'OTHER-DESK' } }
      let answers = 0
      fakeServer.answer(({ method, url }) => {
        if (url.endsWith('/consignments/pricing')) return { body: PRICES }
        if (method !== 'POST') return { body: url.endsWith('/orders/104823') ? elsewhere : [] }
        answers += 1
        return answers === 1 ? connectionLost() : BOOKED
      })
      await consigned()
      await screen.findByText('Booked')
      const quotes = bookings().map(({ body }) => Object(body).quote_id)
      expect([quotes.length, new Set(quotes).size]).toEqual([2, 1])
      expect(store.get(toastsAtom).map(({ text }) => text)).toContain('Consignment COC00014123 booked')
      installation.capabilities = new Set()
    })

    test('with an unknown outcome can be repeated if the back end books a price once, and says so', async () => {
      installation.capabilities = new Set(['book-once'])
      booking = () => ({ status: 503, body: { success: false, message: UNKNOWN } })
      await consigned()
      expect(await alert()).toContain('Choosing the same option again cannot book it twice.')
      expect(await alert()).not.toContain('It may have been booked.')
      installation.capabilities = new Set()
    })
  })

  test('prices that are no longer shown cannot be chosen or booked', async () => {
    booking = () => ({ status: 409, body: { success: false, message: 'The price has expired.' } })
    await consigned()
    const again = await screen.findByRole('button', { name: 'Get new prices' })
    fakeServer.answer(() => ({ status: 500, body: {} }))
    fireEvent.click(again)
    await screen.findByRole('button', { name: 'Try again' })
    const before = bookings().length
    press('2', { code: 'Digit2' })
    press('@', { code: 'Digit2', shiftKey: true })
    act(() => targets().freight?.consign())
    expect(screen.queryAllByRole('radio')).toEqual([])
    expect([targets().freight?.blocked, bookings().length]).toEqual(['Choose an option first', before])
  })

  describe('a booking that succeeded without an id', () => {
    // It is not offered again on the same day.
    setUpNoon()
    beforeEach(() => {
      booking = () => ({ body: { success: true, data: { consignment_id: ' ' } } })
    })

    async function bookedUnnumbered() {
      const form = await consigned()
      await screen.findByText('Consignments')
      return form
    }

    test('opens today’s consignments, says so, and deletes the draft', async () => {
      const { router } = await bookedUnnumbered()
      expect(router.state.location.pathname + router.state.location.search).toBe('/consignments')
      expect(store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
        'warning: Order 104823 has been booked, but its consignment number is unknown. Look for it among today’s consignments.',
      ])
      expect(localStorage.getItem('draft:Mere@Example.com:consignment/104823')).toBeNull()
      expect(bookings()).toHaveLength(1)
    })

    test('is not offered again, also after a reload, but another one is', async () => {
      const { unmount } = await bookedUnnumbered()
      unmount()
      verifyBefore(PAID, 'Mere@Example.com')
      showForm(PAID)
      fillParcel()
      expect(targets().consignmentForm?.noOptions).toBe(UNNUMBERED)
      type('Weight (kg), parcel 1', '12')
      expect(targets().consignmentForm?.noOptions).toBeNull()
    })

    test('can be offered on another day', async () => {
      const { unmount } = await bookedUnnumbered()
      unmount()
      vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ['Date'] })
      verifyBefore(PAID, 'Mere@Example.com')
      showForm(PAID)
      fillParcel()
      await waitFor(() => expect(targets().consignmentForm?.noOptions).toBeNull())
    })
  })
})

describe('another booking', () => {
  let pricing: () => ReturnType<typeof fakeServer.handler>

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    pricing = () => ({ body: PRICES })
    fakeServer.answer(({ url }) => (url.endsWith('/pricing') ? pricing() : { body: [] }))
  })

  const radios = () => screen.queryAllByRole('radio')

  async function open(keys: ReactNode = null): Promise<void> {
    showForm(PAID, ['/'], keys)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
  }

  test.each(['Enter', 'mod+Enter'])(
    'options that failed are requested again by %s, which the hint bar says',
    async (key) => {
      pricing = () => ({ status: 503, body: {} })
      await open(<Hotkeys />)
      await screen.findByRole('alert')
      expect(hintsOf(store.get(contextAtom))[0]).toEqual({
        label: 'Try again',
        group: 'next',
        keys: ['Enter', 'mod+Enter'],
        blocked: false,
      })
      pricing = () => ({ body: PRICES })
      act(() => void press('Enter', { ctrlKey: key !== 'Enter' }))
      await waitFor(() => expect(radios()).toHaveLength(3))
      expect(hintsOf(store.get(contextAtom)).map(({ label }) => label)).not.toContain('Try again')
    },
  )

  describe('options that are overdue', () => {
    beforeEach(
      () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }),
    )
    afterEach(() => void vi.useRealTimers())

    test('are said after 3 seconds with what is pending, and Cancel ends the request', async () => {
      pricing = () => new Promise(() => {})
      await open()
      act(() => void vi.advanceTimersByTime(2_900))
      expect(screen.queryByText(/Still waiting/)).toBeNull()
      act(() => void vi.advanceTimersByTime(100))
      screen.getByText('Still waiting for the couriers’ prices')
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(panel()).toBeNull()
      pricing = () => ({ body: PRICES })
      act(() => targets().consignmentForm?.getOptions())
      await waitFor(() => expect(radios()).toHaveLength(3))
    })
  })
})

describe('the history entry of the panel', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    fakeServer.answer(({ method, url }) => {
      if (url.endsWith('/consignments/pricing')) return { body: PRICES }
      return method === 'POST' ? BOOKED : { body: [] }
    })
  })

  const pricings = () => fakeServer.sent.filter(({ url }) => url.endsWith('/consignments/pricing'))

  async function priced() {
    const form = showForm(PAID)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    return form
  }

  describe('the browser’s history', () => {
    const HASH = '#freight-options'
    const hash = (router: Awaited<ReturnType<typeof priced>>['router']) => router.state.location.hash
    const closed = () => waitFor(() => expect(panel()).toBeNull())
    const shown = () => waitFor(() => expect(panel()).toBeTruthy())
    const ENTRIES = ['/consignments/1', '/', { pathname: '/', hash: HASH, state: { overForm: true } }]

    test('has an entry for the panel: Back closes it, Forward opens it again for the current form', async () => {
      const { router } = await priced()
      expect(hash(router)).toBe(HASH)
      await act(() => router.navigate(-1))
      await closed()
      expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
      type('Weight (kg), parcel 1', '12')
      await act(() => router.navigate(1))
      await shown()
      await waitFor(() => expect(pricings()).toHaveLength(2))
      expect(pricings()[1]?.body).toMatchObject({ parcels: [{ weight: 12 }] })
    })

    test.each(['Escape', 'Escape Escape'])('removes that entry, and no other, by %s', async (keys) => {
      const { router } = await priced()
      for (const key of keys.split(' ')) press(key)
      await closed()
      expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
    })

    test('opens the panel again after a reload, and Esc closes it', async () => {
      await (await priced()).unmount()
      const { router } = showForm(PAID, ENTRIES)
      await shown()
      await screen.findAllByRole('radio')
      press('Escape')
      await closed()
      expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
    })

    test('opens no panel if there is nothing to price', async () => {
      const { router } = showForm(PAID, ['/consignments/1', `/${HASH}`])
      await waitFor(() => expect(hash(router)).toBe(''))
      expect([router.state.location.pathname, panel()]).toEqual(['/', null])
      expect(pricings()).toEqual([])
      fillParcel()
      expect(panel()).toBeNull()
    })

    test('returns from the booked label to the form', async () => {
      const { router } = await priced()
      press('1')
      fireEvent.click(screen.getByRole('button', { name: 'Consign' }))
      await screen.findByRole('heading', { name: 'Booked' })
      await act(() => router.navigate(-1))
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
      expect([hash(router), panel()]).toEqual(['', null])
    })
  })
})
