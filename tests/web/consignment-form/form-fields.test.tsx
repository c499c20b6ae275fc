import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { connectionLost, fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import {
  DETAIL,
  field,
  fillParcel,
  focused,
  MATCHES,
  press,
  showForm,
  targets,
  type,
  verifyBefore,
} from './form-on-screen.tsx'

describe('the address', () => {
  const answers = (request: SentRequest) =>
    request.url.endsWith('/address/search') ? { body: MATCHES } : { body: DETAIL }

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    fakeServer.answer(answers)
  })

  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
  })

  const dialog = () => screen.queryByRole('dialog')
  const box = () => field('Address')
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

  const status = () =>
    screen
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join('|')

  const searches = () =>
    fakeServer.sent.filter(({ url }) => url.endsWith('/address/search')).map(({ body }) => body)

  function search(text: string): void {
    act(() => targets().consignmentForm?.searchAddress())
    type('Address', text)
  }

  describe('customer details', () => {
    // FRT-2
    test('of an order: its values, with fixed numbers and tracking on', () => {
      showForm(PAID)
      expect([field('Order number').value, field('Order number').readOnly]).toEqual(['104823', true])
      expect([field('Customer number').value, field('Customer number').readOnly]).toEqual(['10482', true])
      expect(field('Name').readOnly).toBe(false)
      expect(field('Send tracking emails').checked).toBe(true)
    })

    // FRT-2
    test('of none: everything can be typed', () => {
      showForm(null)
      for (const name of [
        'Order number',
        'Customer number',
        'Name',
        'Business nameoptional',
        'Phone',
        'Email',
      ]) {
        type(name, 'typed')
        expect([field(name).value, field(name).readOnly]).toEqual(['typed', false])
      }
    })
  })

  // FRT-4
  describe('the street opens the search', () => {
    test.each<[string, (street: HTMLInputElement) => void, string]>([
      ['by a click', (street) => fireEvent.click(street), '118 Pepperill Road'],
      ['by Enter', (street) => fireEvent.keyDown(street, { key: 'Enter' }), '118 Pepperill Road'],
      ['by Backspace', (street) => fireEvent.keyDown(street, { key: 'Backspace' }), '118 Pepperill Road'],
      ['by typing', (street) => fireEvent.keyDown(street, { key: 'q' }), 'q'],
    ])('%s', (_, open, text) => {
      showForm(PAID)
      expect(field('Street').readOnly).toBe(true)
      open(field('Street'))
      expect(dialog()).toBeTruthy()
      expect(box().value).toBe(text)
      expect(document.activeElement).toBe(box())
    })

    test.each(['Tab', 'Escape', 'ArrowDown', 'Shift'])('but not by %s', (key) => {
      showForm(PAID)
      fireEvent.keyDown(field('Street'), { key })
      expect(dialog()).toBeNull()
    })

    test('and the command opens it from any field, with the text of the street', () => {
      showForm(PAID)
      act(() => targets().consignmentForm?.searchAddress())
      expect(box().value).toBe('118 Pepperill Road')
    })
  })

  describe('the search', () => {
    // ADR-1
    test.each(['', 'Queen', '12 Qu'])('does not start with %j', async (text) => {
      showForm(null)
      search(text)
      expect(status()).toContain('Enter at least 3 characters of the address')
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect(searches()).toEqual([])
    })

    // ADR-1
    test('searches for the initial text at once, and sends trimmed text', async () => {
      showForm(PAID)
      act(() => targets().consignmentForm?.searchAddress())
      await screen.findAllByRole('option')
      // The first search is for the order's own address.
      expect(searches().slice(1)).toEqual([{ query: '118 Pepperill Road' }])
      expect(options()).toEqual([
        ...MATCHES.map(({ full_address }) => full_address),
        'Use “118 Pepperill Road” as typed',
      ])
    })

    test('says that there are none', async () => {
      fakeServer.answer(() => ({ body: [] }))
      showForm(null)
      search('12 Nowhere')
      await screen.findByText('No addresses found')
    })

    test('ignores a late response for an older text', async () => {
      let answerFirst = () => {}
      fakeServer.answer(async ({ body }) => {
        const first = JSON.stringify(body).includes('12 Que')
        if (first) await new Promise<void>((resolve) => (answerFirst = resolve))
        return { body: [{ id: 'x', full_address: first ? 'an older answer' : 'the newest answer' }] }
      })
      showForm(null)
      search('12 Que')
      await waitFor(() => expect(searches()).toHaveLength(1))
      type('Address', '12 King')
      await screen.findByText('the newest answer')
      await act(async () => answerFirst())
      expect(options()).toEqual(['the newest answer', 'Use “12 King” as typed'])
    })

    test('picks nothing while the response is pending', async () => {
      showForm(PAID)
      act(() => targets().consignmentForm?.searchAddress())
      await screen.findAllByRole('option')
      type('Address', '12 Somewhere else')
      expect(options()).toEqual([])
      press('Enter')
      expect(dialog()).toBeTruthy()
      expect(fakeServer.sent.some(({ method }) => method === 'GET')).toBe(false)
    })

    test("says the catalogue's message when it fails, and tries again", async () => {
      fakeServer.answer(connectionLost)
      showForm(null)
      search('12 Queen')
      expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.addressVerification)
      fakeServer.answer(answers)
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await screen.findAllByRole('option')
      expect(box().value).toBe('12 Queen')
    })
  })

  // ADR-4
  describe('a street that is used as typed', () => {
    const badge = () => screen.getByText(/^(Not verified|Address verified|Manual address)$/).textContent

    test('is chosen where no address is found: Enter makes it a manual address, with the cursor in Suburb', async () => {
      fakeServer.answer(() => ({ body: [] }))
      showForm(null)
      search(' 1234 Back Blocks Road ')
      await screen.findByText('No addresses found')
      expect(screen.getByRole('option', { selected: true }).textContent).toBe(
        'Use “1234 Back Blocks Road” as typed',
      )
      press('Enter')
      await waitFor(() => expect(dialog()).toBeNull())
      expect([field('Street').value, badge()]).toEqual(['1234 Back Blocks Road', 'Manual address'])
      expect(targets().parcels?.locked).toBeNull()
      await waitFor(() => expect(document.activeElement).toBe(field('Suburb')))
    })

    test('is the row below the results, reached by ↑, and does not change the other fields', async () => {
      showForm(PAID)
      const suburb = field('Suburb').value
      search('Unit 4, 118 Pepperill Road')
      await screen.findByRole('option', { name: MATCHES[0]?.full_address ?? '' })
      press('ArrowUp')
      press('Enter')
      await waitFor(() => expect(dialog()).toBeNull())
      expect([field('Street').value, field('Suburb').value]).toEqual(['Unit 4, 118 Pepperill Road', suburb])
      expect(badge()).toBe('Manual address')
    })

    test('is shown while the search fails, and stays chosen when addresses arrive', async () => {
      fakeServer.answer(connectionLost)
      showForm(null)
      search('12 Queen')
      await screen.findByRole('alert')
      expect(screen.queryByRole('option', { selected: true })).toBeNull()
      act(() => box().focus())
      press('ArrowDown')
      fakeServer.answer(answers)
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await screen.findByRole('option', { name: MATCHES[0]?.full_address ?? '' })
      expect(screen.getByRole('option', { selected: true }).textContent).toBe('Use “12 Queen” as typed')
    })

    test('is not shown without a text', () => {
      showForm(null)
      search(' ')
      expect(options()).toEqual([])
    })
  })

  test.each(['Name', 'Street'])(
    'Esc returns from the search to the street, even if it was opened in %s',
    async (name) => {
      showForm(PAID)
      act(() => field(name).focus())
      act(() => targets().consignmentForm?.searchAddress())
      await waitFor(() => expect(document.activeElement).toBe(box()))
      press('Escape')
      await waitFor(() => expect(dialog()).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(field('Street')))
    },
  )

  describe('an address that is picked', () => {
    async function pick(): Promise<void> {
      act(() => targets().consignmentForm?.searchAddress())
      await screen.findAllByRole('option')
      press('ArrowDown')
      expect(screen.getByRole('option', { selected: true }).textContent).toBe(MATCHES[1]?.full_address)
      press('Enter')
    }

    // ADR-3
    test('fills in the fields, is verified, and after 500 ms focuses the parcel', async () => {
      showForm(PAID)
      expect(screen.getByText('Not verified')).toBeTruthy()
      act(() => targets().consignmentForm?.searchAddress())
      await screen.findAllByRole('option')
      press('ArrowDown')
      expect(screen.getByRole('option', { selected: true }).textContent).toBe(MATCHES[1]?.full_address)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
      press('Enter')
      expect(status()).toContain('Loading address details')
      // Runs one timer after another; none of them has a delay.
      while (field('Street').value !== DETAIL.street) await pass(0)
      expect(screen.getAllByText('Address verified').length).toBeGreaterThan(0)
      expect([field('Suburb').value, field('Postcode').value]).toEqual(['Lichfield', '3482'])
      await pass(499)
      expect(dialog()).toBeTruthy()
      await pass(1)
      expect(dialog()).toBeNull()
      await pass(0)
      vi.useRealTimers()
      await waitFor(() => expect(focused()).toBe('Height (cm), parcel 1'))
    })

    test('becomes a manual one when a field is changed', async () => {
      showForm(PAID)
      await pick()
      await waitFor(() => expect(dialog()).toBeNull())
      type('Suburb', '')
      expect(screen.getByText('Manual address')).toBeTruthy()
      expect(screen.queryByText('Address verified')).toBeNull()
    })

    test.each([{}, { street: ' ', suburb: 'Penrose' }])(
      "with the details %j is not verified: the catalogue's message is shown",
      async (body) => {
        fakeServer.answer(({ url }) => ({ body: url.endsWith('/address/search') ? MATCHES : body }))
        showForm(PAID)
        const before = field('Street').value
        await pick()
        expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.addressDetails)
        expect(screen.getByText('Not verified')).toBeTruthy()
        expect(field('Street').value).toBe(before)
      },
    )

    test("says the catalogue's message when its details fail, and can be picked again", async () => {
      fakeServer.answer((request) =>
        request.url.endsWith('/address/search')
          ? { body: MATCHES }
          : { status: 404, body: { success: false, message: MESSAGES.addressDetails } },
      )
      showForm(PAID)
      await pick()
      // The server repeats the sentence of the catalogue, which is shown once.
      expect((await screen.findByRole('alert')).textContent).toBe(
        `${MESSAGES.somethingWrong}${MESSAGES.addressDetails}Try again`,
      )
      expect(screen.getByText('Not verified')).toBeTruthy()
      fakeServer.answer(answers)
      press('Enter')
      await waitFor(() => expect(field('Street').value).toBe(DETAIL.street))
    })
  })
})

describe('the length of fields', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    fakeServer.answer(() => ({ body: [] }))
    installation.capabilities = new Set(['courier-lengths'])
  })

  afterEach(() => {
    installation.capabilities = new Set()
    queryClient.clear()
  })

  const field = (name: string) => screen.getByRole('textbox', { name })
  const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

  /** The message of a field. */
  const message = (name: string) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent

  /** The counts that are shown. */
  const counts = () => screen.queryAllByText(/^\d+\/\d+$/).map(({ textContent }) => textContent)

  test('a field near its limit shows how much of it is used, and keeps its name', () => {
    showForm(PAID)
    expect(counts()).toEqual([])
    write('Name', 'x'.repeat(40))
    expect(counts()).toEqual([])
    write('Name', 'x'.repeat(41))
    write('Instructions or notes', 'y'.repeat(120))
    expect(counts()).toEqual(['41/50', '120/120'])
    expect(field('Name').getAttribute('aria-invalid')).toBeNull()
  })

  test('a field over its limit says so, keeps the whole text, and stops the request for prices', () => {
    verifyBefore(PAID, 'Mere@Example.com')
    showForm(PAID)
    fillParcel()
    expect(targets().consignmentForm?.noOptions).toBeNull()
    const long = 'Leave it behind the second gate. '.repeat(4)
    write('Instructions or notes', long)
    expect(field('Instructions or notes')).toHaveProperty('value', long)
    expect(message('Instructions or notes')).toBe('131 characters, the courier accepts 120.')
    expect(targets().consignmentForm?.noOptions).toBe(
      'Instructions or notes: 131 characters, the courier accepts 120',
    )
    write('Instructions or notes', long.slice(0, 120))
    expect(targets().consignmentForm?.noOptions).toBeNull()
  })

  test('a street counts street and building by themselves', () => {
    const street = `Level 2, 5 ${'Long '.repeat(9)}Street`
    localStorage.setItem(
      'draft:Mere@Example.com:consignment/104823',
      JSON.stringify({ street, suburb: 'Te Aro', postcode: '6011' }),
    )
    showForm(PAID)
    expect(message('Street')).toBe('53 characters, the courier accepts 50.')
  })

  test('nothing is counted where no courier limits lengths', () => {
    installation.capabilities = new Set(['book-once'])
    verifyBefore(PAID, 'Mere@Example.com')
    showForm(PAID)
    fillParcel()
    write('Instructions or notes', 'x'.repeat(500))
    expect(counts()).toEqual([])
    expect(targets().consignmentForm?.noOptions).toBeNull()
  })
})
