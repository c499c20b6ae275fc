import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AskedShipping } from '../../../commands/engine/context.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { askedShippingAtom } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { locationAtom } from '../../../src/web/routing/location.ts'
import { OrderFreight } from '../../../src/web/screens/orders/order-freight.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { press as pressAt } from '../hotkeys/scan-on-screen.ts'
import { PAID } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'
import {
  DETAIL,
  field,
  focused,
  MATCHES,
  PRICES,
  press,
  readAt,
  showForm,
  targets,
  type,
} from './form-on-screen.tsx'

const OWN = { ...DETAIL, street: '118 Pepperill Road' }
const PIECE = { package_type: null, height: 10, length: 20, width: 30, weight: 1.5 }
const RULES = { rules: [{ name: 'always', courier: 'aramex' }], customer: null }
const { capabilities } = installation

const isPricing = ({ url }: SentRequest) => url.endsWith('/pricing')
const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
const sent = (which: (request: SentRequest) => boolean) => fakeServer.sent.filter(which)
const said = () => store.get(toastsAtom).map(({ text }) => text)
const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent
const row = (number = 1) =>
  ['Quantity', 'Height (cm)', 'Length (cm)', 'Width (cm)', 'Weight (kg)']
    .map((column) => field(`${column}, parcel ${number}`).value)
    .join(' ')

let pricing: () => { status?: number; body: unknown }
let matches: object[]

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  store.set(toastsAtom, [])
  installation.capabilities = new Set(['dispatch', 'courier-rules'])
  pricing = () => ({ body: PRICES })
  matches = MATCHES.slice(0, 1)
  fakeServer.answer((request) => {
    const { url } = request
    if (url.endsWith('/address/search')) return { body: matches }
    if (url.includes('/address/')) return { body: OWN }
    if (url.endsWith('/packing')) return { body: { weight: 12.4, last: [PIECE, PIECE] } }
    if (url.includes('/courier-rules')) return { body: RULES }
    if (isBooking(request))
      return { body: { success: true, message: null, data: { consignment_id: 'COC1' } } }
    return isPricing(request) ? pricing() : { body: {} }
  })
})
afterEach(() => {
  installation.capabilities = capabilities
  store.set(askedShippingAtom, null)
  queryClient.clear()
})

/** The form of the order that is asked for, or that is open already. */
function ask(given: AskedShipping['given'], parts: Partial<AskedShipping> = {}): void {
  act(() =>
    store.set(askedShippingAtom, { order: PAID.code, isAnother: false, given, isPriced: true, ...parts }),
  )
}

// PAL-18
describe('a sentence', () => {
  test('fills in the parcels and opens the prices with its courier chosen; only an Enter after that books', async () => {
    ask({ courier: 'nzpost', parcels: '22x60x30 11.4; 2*10x20x30 5' })
    showForm(PAID, ['/'], <Hotkeys />)
    // Typed ahead.
    pressAt('Enter', performance.now())
    await waitFor(() => expect(chosen()).toContain('NZ Post'))
    pressAt('Enter', performance.now())
    expect([row(), row(2)]).toEqual(['1 22 60 30 11.4', '2 10 20 30 5'])
    expect(store.get(askedShippingAtom)).toBeNull()
    expect(sent(isBooking)).toEqual([])
    expect(said()).toContain('Nothing is booked: the prices had not been read yet')

    pressAt('Enter', readAt())
    await waitFor(() => expect(sent(isBooking)).toHaveLength(1))
    expect(sent(isBooking)[0]?.body).toMatchObject({
      quote_id: 'q2',
      parcels: [
        { quantity: 1, height: 22, length: 60, width: 30, weight: 11.4 },
        { quantity: 2, height: 10, length: 20, width: 30, weight: 5 },
      ],
    })
  })

  test.each([
    ['cheapest', 'NZ Post'],
    ['by rule', 'Aramex'],
    ['posthaste', 'Post Haste'],
  ])('chooses %s', async (courier, shown) => {
    ask({ courier, parcels: '22x60x30 11.4' })
    showForm(PAID)
    await waitFor(() => expect(chosen()).toContain(shown))
    expect(sent(isBooking)).toEqual([])
  })

  test('says that its courier gave no price, and chooses none', async () => {
    ask({ courier: 'titus', parcels: '22x60x30 11.4' })
    showForm(PAID)
    await screen.findByText('Titus gave no price.')
    expect(chosen()).toBeUndefined()
    press('1', { code: 'Digit1' })
    expect(screen.queryByText('Titus gave no price.')).toBeNull()
  })

  test('takes the parcels of last time, once they are known', async () => {
    ask({ parcels: 'as last time' })
    showForm(PAID)
    await screen.findAllByRole('radio')
    expect(row()).toBe('2 10 20 30 1.5')
    expect(chosen()).toBeUndefined()
  })

  test('with a carton gets the weight of the products', async () => {
    ask({ parcels: 'small carton' })
    showForm(PAID)
    await screen.findAllByRole('radio')
    expect(row()).toBe('1 20 30 20 12.4')
  })

  test('of which the weight is missing asks for it', async () => {
    ask({ parcels: '2*small carton' })
    showForm(PAID)
    await waitFor(() => expect(said()).toEqual(['Enter the weight of the parcels']))
    expect(focused()).toBe('Weight (kg), parcel 1')
    expect(row()).toBe('2 20 30 20 ')
    expect(sent(isPricing)).toEqual([])
  })

  test('for an address that cannot be verified asks for the address, and keeps the parcels', async () => {
    matches = MATCHES
    ask({ parcels: '22x60x30 11.4' })
    showForm(PAID)
    await screen.findByRole('dialog', { name: 'Address search' })
    expect(row()).toBe('1 22 60 30 11.4')
  })

  test('with doubts fills in the form, and requests no prices', async () => {
    ask({ parcels: '22x60x30 11.4' }, { isPriced: false })
    showForm(PAID)
    await waitFor(() => expect(row()).toBe('1 22 60 30 11.4'))
    await waitFor(() => expect(targets().consignmentForm?.noOptions).toBeNull())
    expect([sent(isPricing), said()]).toEqual([[], []])
  })

  test('keeps its parcels and its courier when the prices fail', async () => {
    pricing = () => ({ status: 503, body: {} })
    ask({ courier: 'nzpost', parcels: '22x60x30 11.4' })
    showForm(PAID)
    await screen.findByRole('alert')
    expect(row()).toBe('1 22 60 30 11.4')
    pricing = () => ({ body: PRICES })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(chosen()).toContain('NZ Post'))
    expect(sent(isBooking)).toEqual([])
  })

  test('on a form with typed parcels replaces them, says so, and Undo restores them', async () => {
    showForm(PAID)
    await waitFor(() => expect(targets().consignmentForm?.unverified).toBe(false))
    type('Height (cm), parcel 1', '9')
    fireEvent.change(screen.getByLabelText('Instructions or notes'), { target: { value: 'At the back' } })
    ask({ parcels: '22x60x30 11.4' }, { isPriced: false })
    await waitFor(() => expect(row()).toBe('1 22 60 30 11.4'))
    expect(said()).toEqual(['The parcels typed before were replaced. Undo restores them.'])
    expect(screen.getByLabelText('Instructions or notes')).toHaveProperty('value', 'At the back')
    act(() => runCommand('parcels.undo-reset', 'key'))
    await waitFor(() => expect(row()).toBe('1 9   12.4'))
  })

  test.each([
    ['Reference, parcel 1', 'PALLET A'],
    ['Quantity, parcel 1', '3'],
  ])('on a form with only %s typed replaces it, says so, and Undo restores it', async (cell, typed) => {
    showForm(PAID)
    await waitFor(() => expect(targets().consignmentForm?.unverified).toBe(false))
    const before = field(cell).value
    type(cell, typed)
    ask({ parcels: '22x60x30 11.4' }, { isPriced: false })
    await waitFor(() => expect(row()).toBe('1 22 60 30 11.4'))
    expect(field(cell).value).toBe(before)
    expect(said()).toEqual(['The parcels typed before were replaced. Undo restores them.'])
    act(() => runCommand('parcels.undo-reset', 'key'))
    await waitFor(() => expect(field(cell).value).toBe(typed))
  })

  test('on a form with nothing typed offers no Undo', async () => {
    showForm(PAID)
    await waitFor(() => expect(targets().consignmentForm?.unverified).toBe(false))
    ask({ parcels: '22x60x30 11.4' }, { isPriced: false })
    await waitFor(() => expect(row()).toBe('1 22 60 30 11.4'))
    expect(said()).toEqual([])
    expect(targets().parcels?.undoReset).toBeNull()
  })

  test.each([
    ['its order', '1088', false, '/orders/1088', true],
    ['another order whose code begins like its own', '1088', false, '/orders/10885', false],
    ['another consignment of its order', '1088', false, '/orders/1088/another-consignment', false],
    ['its order, for another consignment', '1088', true, '/orders/1088', false],
    ['its form of another consignment', '1088', true, '/orders/1088/another-consignment', true],
    ['a list', '1088', false, '/orders', false],
  ])('on %s', (_, order, isAnother, path, isKept) => {
    ask({ parcels: '22x60x30 11.4' }, { order, isAnother })
    const { committed } = store.get(locationAtom)
    act(() => store.set(locationAtom, (now) => ({ ...now, committed: { ...committed, path } })))
    expect(store.get(askedShippingAtom) !== null).toBe(isKept)
    act(() => store.set(locationAtom, (now) => ({ ...now, committed })))
  })

  test('for an order that has been sent is forgotten with the screen that has no form', () => {
    ask({ parcels: '22x60x30 11.4' })
    const sent = { ...PAID, status: 'Shipped' as const }
    render(<OrderFreight order={sent} agreed={false} onAgree={() => {}} onLeave={() => {}} />, {
      wrapper: ({ children }) => (
        <MemoryRouter>
          <Providers>{children}</Providers>
        </MemoryRouter>
      ),
    })
    expect(store.get(askedShippingAtom)).toBeNull()
  })

  test('for another order, or for another consignment, waits for its own form', async () => {
    showForm(PAID)
    ask({ parcels: '22x60x30 11.4' }, { order: '999999' })
    ask({ parcels: '22x60x30 11.4' }, { isAnother: true })
    await waitFor(() => expect(row()).toBe('1    12.4'))
    expect(store.get(askedShippingAtom)).not.toBeNull()
  })
})
