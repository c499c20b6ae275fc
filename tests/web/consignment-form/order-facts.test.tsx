import '../api/fake-server.ts'
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { UNVERIFIED } from '../../../src/domain/freight/form-address.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { hintsOf } from '../../../src/web/hotkeys/hint-bar.tsx'
import { Component as AnotherConsignment } from '../../../src/web/screens/consignment-form/another-consignment-screen.tsx'
import { ConsignmentForm } from '../../../src/web/screens/consignment-form/consignment-form.tsx'
import { useConsignmentDraft } from '../../../src/web/screens/consignment-form/use-consignment-draft.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { lastBookingAtom } from '../../../src/web/state/last-booking.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { type Answer, connectionLost, fakeServer } from '../api/fake-server.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'
import {
  DETAIL,
  field,
  fillParcel,
  focused,
  MATCHES,
  PRICES,
  press,
  showForm,
  targets,
  type,
} from './form-on-screen.tsx'

const OWN = { ...DETAIL, street: '118 Pepperill Road' }
const MOVED = { ...DETAIL, street: '7 Kent Street', suburb: 'Frankton', city: 'Hamilton', postcode: '3204' }
const PIECE = { package_type: null, height: 10, length: 20, width: 30, weight: 1.5 }
const { capabilities } = installation

let matches: object[]
let detail: () => object
let packing: object

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  installation.capabilities = new Set(['dispatch'])
  matches = MATCHES.slice(0, 1)
  detail = () => OWN
  packing = { weight: 12.4, last: [PIECE, PIECE] }
  fakeServer.answer(({ url }) => {
    if (url.endsWith('/address/search')) return { body: matches }
    if (url.includes('/address/')) return { body: detail() }
    if (url.endsWith('/packing')) return { body: packing }
    return { body: url.endsWith('/pricing') ? PRICES : {} }
  })
})
afterEach(() => {
  installation.capabilities = capabilities
  queryClient.clear()
})

const called = (part: string) => fakeServer.sent.filter(({ url }) => url.includes(part)).length
const bookings = () => fakeServer.sent.filter(({ url }) => url.endsWith('/consignments')).length
const row = (number = 1) =>
  ['Quantity', 'Height (cm)', 'Length (cm)', 'Width (cm)', 'Weight (kg)']
    .map((column) => field(`${column}, parcel ${number}`).value)
    .join(' ')
const isVerified = () => waitFor(() => expect(screen.queryByText('Address verified')).not.toBeNull())
/** Lets the search find the address that the order has got. */
function move(): void {
  matches = [{ id: 'a7', full_address: '7 Kent Street, Frankton, Hamilton 3204' }]
  detail = () => MOVED
}
/** Shows the form of an order. Returns a function that changes the order. */
function showChanging(): (order: Order) => void {
  const { rerender } = render(<ConsignmentForm order={PAID} />, {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <Providers>{children}</Providers>
      </MemoryRouter>
    ),
  })
  return (order) => rerender(<ConsignmentForm order={order} />)
}
const isLeft = () => waitFor(() => expect(targets().consignmentForm?.unverified).toBe(true))

describe('the address of an order', () => {
  test('is verified by itself if exactly one address matches it', async () => {
    showForm(PAID)
    await isVerified()
    expect(fakeServer.sent.find(({ url }) => url.endsWith('/search'))?.body).toEqual({
      query: '118 Pepperill Road, Lichfield, Putaruru',
    })
    expect(field('Postcode').value).toBe('3482')
    expect(targets().parcels?.locked).toBeNull()
  })

  test.each<[string, () => void]>([
    ['several match', () => (matches = MATCHES)],
    ['none matches', () => (matches = [])],
    ['the match is another house', () => (detail = () => DETAIL)],
    ['its details cannot be loaded', () => (detail = connectionLost)],
  ])('is left to staff if %s', async (_, given) => {
    given()
    showForm(PAID)
    await isLeft()
    expect(screen.queryByText('Not verified')).not.toBeNull()
    expect(targets().parcels?.noFilling).toBe(UNVERIFIED)
  })

  test('is left as staff typed it', async () => {
    const { unmount } = showForm(PAID)
    type('Suburb', 'Tīrau')
    await isLeft()
    expect(field('Suburb').value).toBe('Tīrau')
    unmount()
    const before = called('/address/')
    showForm(PAID)
    expect([field('Suburb').value, called('/address/')]).toEqual(['Tīrau', before])
  })

  test('follows the order if it was verified by itself', async () => {
    const { unmount } = showForm(PAID)
    await isVerified()
    unmount()
    move()
    showForm(orderOf('104823', { ...PAID, delivery_address: MOVED }))
    expect([field('Street').value, screen.queryByText('Address verified')]).toEqual([MOVED.street, null])
    await isVerified()
    expect([field('Street').value, field('City').value]).toEqual([MOVED.street, MOVED.city])
  })

  test('follows a change of the order on the screen, too', async () => {
    const change = showChanging()
    await isVerified()
    move()
    change(orderOf('104823', { ...PAID, delivery_address: MOVED }))
    expect([field('Street').value, screen.queryByText('Address verified')]).toEqual([MOVED.street, null])
    await isVerified()
    expect(field('City').value).toBe(MOVED.city)
  })

  test('is priced anew if the order gets another while the prices are shown', async () => {
    const change = showChanging()
    await isVerified()
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    change(orderOf('104823', { ...PAID, notes: 'Ring first.' }))
    expect(targets().freight?.blocked).toBe('Choose an option first')
    move()
    change(orderOf('104823', { ...PAID, delivery_address: MOVED }))
    expect(targets().freight?.blocked).toBe('The order’s address has changed')
    press('1')
    act(() => targets().freight?.consign())
    expect(bookings()).toBe(0)
    act(() => targets().dialog?.cancel())
    await isVerified()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    const priced = fakeServer.sent.findLast(({ url }) => url.endsWith('/pricing'))?.body
    expect(priced).toMatchObject({ street: MOVED.street, city: MOVED.city })
    expect(targets().freight?.blocked).toBe('Choose an option first')
  })

  test('is booked with a caution only after that caution was confirmed', async () => {
    const change = showChanging()
    const unpaid = { ...PAID, dates: { ...PAID.dates, paid_at: null } }
    change(orderOf('104823', { ...unpaid, status: 'Ordered' }))
    await isVerified()
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    press('1')
    const consign = () => act(() => targets().freight?.consign())
    const isAsked = () => screen.queryByText('Press Consign again to book it anyway.') !== null
    consign()
    expect(isAsked()).toBe(true)
    change(orderOf('104823', { ...unpaid, status: 'On hold' }))
    expect(isAsked()).toBe(false)
    consign()
    expect([isAsked(), bookings()]).toEqual([true, 0])
    consign()
    await waitFor(() => expect(bookings()).toBe(1))
  })

  test('stays as staff entered it, but is not verified for another address of the order', async () => {
    const { unmount } = showForm(PAID)
    await isVerified()
    type('Suburb', 'Tīrau')
    screen.getByText('Manual address')
    unmount()
    showForm(orderOf('104823', { ...PAID, delivery_address: MOVED }))
    await isLeft()
    screen.getByText('The order’s address has changed')
    expect([field('Street').value, field('Suburb').value]).toEqual([OWN.street, 'Tīrau'])
    expect(targets().parcels?.noFilling).toBe(UNVERIFIED)
    expect(screen.queryByText('Manual address')).toBeNull()
  })

  // Drafts of older versions say nothing of it.
  test('is not verified by a draft that does not say for which address of the order it was', async () => {
    const draft = 'draft:Mere@Example.com:consignment/104823'
    localStorage.setItem(draft, JSON.stringify({ ...DETAIL, address_state: 'verified' }))
    showForm(orderOf('104823', { ...PAID, delivery_address: MOVED }))
    await isLeft()
    screen.getByText('The order’s address has changed')
    expect(field('Street').value).toBe(DETAIL.street)
  })

  test('is verified by itself over a draft in which only other fields were typed', async () => {
    localStorage.setItem('draft:Mere@Example.com:consignment/104823', JSON.stringify({ contact: 'Tama' }))
    showForm(PAID)
    await isVerified()
    expect([field('Name').value, field('Street').value]).toEqual(['Tama', OWN.street])
  })

  test('is not searched for without an order', async () => {
    showForm(null)
    expect(targets().consignmentForm?.unverified).toBe(true)
    expect(called('/address/')).toBe(0)
  })

  test('lets options that were requested meanwhile wait for it', async () => {
    showForm(PAID)
    await waitFor(() => expect(field('Weight (kg), parcel 1').value).toBe('12.4'))
    act(() => targets().parcels?.fillPreset(1))
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    expect(called('/pricing')).toBe(1)
  })
})

describe('options that were requested while the address is verified', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  test('say after 3 seconds what they wait for, and Esc cancels them', async () => {
    let found = () => {}
    const { handler } = fakeServer
    fakeServer.answer((request) =>
      request.url.endsWith('/address/search')
        ? new Promise((resolve) => (found = () => resolve({ body: matches })))
        : handler(request),
    )
    showForm(PAID)
    await waitFor(() => expect(field('Weight (kg), parcel 1').value).toBe('12.4'))
    act(() => targets().parcels?.fillPreset(1))
    act(() => targets().consignmentForm?.getOptions())
    expect(screen.queryByText(/are requested when/)).toBeNull()
    act(() => void vi.advanceTimersByTime(3_000))
    screen.getByText('The freight options are requested when the address is verified.')
    expect(hintsOf(store.get(contextAtom)).map(({ label }) => label)).toContain('Stop waiting')
    act(() => runCommand('consignment-form.stop-waiting', 'key'))
    expect(screen.queryByText(/are requested when/)).toBeNull()
    await act(async () => found())
    await isVerified()
    expect(called('/pricing')).toBe(0)
  })
})

describe('parcels', () => {
  test('get the weight of the products, which is shown as filled in until it is typed over', async () => {
    showForm(PAID)
    await waitFor(() => expect(row()).toBe('1    12.4'))
    screen.getByText('Filled in from the product weights. Check it before you book.')
    expect(field('Weight (kg), parcel 1').dataset.filled).toBe('')
    type('Weight (kg), parcel 1', '13')
    expect(field('Weight (kg), parcel 1').dataset.filled).toBeUndefined()
    expect(screen.queryByText(/Filled in/)).toBeNull()
  })

  test('keep a typed weight', async () => {
    matches = MATCHES
    showForm(PAID)
    type('Weight (kg), parcel 1', '9')
    await isLeft()
    await waitFor(() => expect(targets().parcels?.noLast).toBeNull())
    expect(row()).toBe('1    9')
  })

  test('are filled in as last time, and a preset fills in the size', async () => {
    showForm(PAID)
    await isVerified()
    await waitFor(() => expect(targets().parcels?.noLast).toBeNull())
    act(() => targets().parcels?.fillAsLast())
    expect(row()).toBe('2 10 20 30 1.5')
    act(() => targets().parcels?.fillPreset(2))
    expect(row()).toBe('2 30 40 30 1.5')
  })

  test('get the size of a carton and the parcels of last time by buttons, too', async () => {
    showForm(PAID)
    const presets = screen.getByRole('region', { name: 'Cartons' })
    await isVerified()
    await waitFor(() => expect(targets().parcels?.noLast).toBeNull())
    fireEvent.click(within(presets).getByRole('button', { name: 'Small carton' }))
    expect(row()).toBe('1 20 30 20 12.4')
    fireEvent.click(within(presets).getByRole('button', { name: 'As last time' }))
    expect(row()).toBe('2 10 20 30 1.5')
    expect(
      within(presets)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Small cartonAlt1',
      'Medium cartonAlt2',
      'Large cartonAlt3',
      'Pipe bundleAlt4',
      'As last timeAlt0',
    ])
  })

  test('move the focus to the field that a preset leaves empty', async () => {
    packing = { weight: null, last: [] }
    showForm(PAID)
    await isVerified()
    act(() => targets().parcels?.fillPreset(1))
    expect(row()).toBe('1 20 30 20 ')
    expect(focused()).toBe('Weight (kg), parcel 1')
  })

  test('that are completed by the weight are priced when it arrives', async () => {
    let answer = () => {}
    const { handler } = fakeServer
    fakeServer.answer((request) =>
      request.url.endsWith('/packing')
        ? new Promise((resolve) => (answer = () => resolve({ body: packing })))
        : handler(request),
    )
    showForm(PAID)
    await isVerified()
    act(() => targets().parcels?.fillPreset(1))
    act(() => targets().consignmentForm?.enterMissing?.())
    await act(async () => answer())
    await screen.findAllByRole('radio')
  })

  test('are filled in from nothing that the back end does not offer', async () => {
    installation.capabilities = new Set()
    showForm(PAID)
    await isVerified()
    expect(called('/packing')).toBe(0)
    expect(targets().parcels?.noLast).not.toBeNull()
  })
})

test('the key of the options focuses the first empty cell', async () => {
  showForm(PAID)
  await isVerified()
  act(() => targets().consignmentForm?.enterMissing?.())
  expect(focused()).toBe('Height (cm), parcel 1')
})

describe('what was typed for another consignment', () => {
  const SHIPPED = { ...PAID, status: 'Shipped' }
  const TAKEN =
    '104823-2 is not the next consignment of order 104823. Look at its Freight tab, and start again.'
  const BOOKED = { success: true, message: null, data: { consignment_id: 'COC00014123' } }
  const FOURTH = ['104823-4-1', '104823-21-1', '104823-4 lid']
  let next: string
  let booking: () => Answer

  beforeEach(() => {
    installation.capabilities = new Set(['another-consignment'])
    store.set(toastsAtom, [])
    next = '104823-2'
    booking = () => ({ status: 409, body: { success: false, message: TAKEN } })
    fakeServer.answer(({ method, url }) => {
      if (url.endsWith('/address/search')) return { body: matches }
      if (url.includes('/address/')) return { body: detail() }
      if (url.endsWith('/pricing')) return { body: PRICES }
      if (url.endsWith('/orders/104823')) return { body: SHIPPED }
      if (!url.endsWith('/orders/104823/consignments')) return { body: [] }
      return method === 'POST' ? booking() : { body: { next_reference: next, consignments: [] } }
    })
  })

  const references = () =>
    screen.getAllByLabelText(/^Reference, parcel/).map((cell) => cell.getAttribute('value'))
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes(':consignment/'))
  const said = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text}`)

  async function open(reference: string): Promise<() => void> {
    next = reference
    queryClient.clear()
    const screens = [
      { path: '/orders/:id/another-consignment', element: <AnotherConsignment /> },
      { path: '/consignments/:id', element: <h1>Booked</h1> },
    ]
    const initialEntries = ['/orders/104823/another-consignment']
    const { unmount } = render(<RouterProvider router={createMemoryRouter(screens, { initialEntries })} />, {
      wrapper: Providers,
    })
    await screen.findByRole('heading', { name: `Another consignment ${reference}` })
    await isVerified()
    return unmount
  }

  async function consign(): Promise<void> {
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    press('2', { code: 'Digit2' })
    act(() => targets().freight?.consign())
  }

  /** Types three parcels for 104823-2, which another desk books first. */
  async function typeForTaken(): Promise<void> {
    const leave = await open('104823-2')
    fillParcel()
    for (const number of [2, 3]) {
      act(() => targets().parcels?.add())
      fillParcel(number)
    }
    type('Reference, parcel 2', '104823-21-1')
    type('Reference, parcel 3', '104823-2 lid')
    await consign()
    await screen.findByText(TAKEN)
    leave()
  }

  test('is kept for the next one if another desk has taken its reference', async () => {
    await typeForTaken()
    expect(said()).toEqual([])
    const leave = await open('104823-3')
    expect(references()).toEqual(['104823-3-1', '104823-21-1', '104823-3 lid'])
    expect([row(1), row(2), row(3)]).toEqual(Array(3).fill('1 22 60 60 11.4'))
    expect(said()).toEqual([
      'warning: The parcels were typed for 104823-2. Check that they were not booked with it.',
    ])
    type('Name', 'Tama')
    leave()
    const leaveAgain = await open('104823-4')
    expect([field('Name').value, ...references()]).toEqual(['Tama', ...FOURTH])
    type('Height (cm), parcel 1', '23')
    leaveAgain()
    store.set(toastsAtom, [])
    await open('104823-4')
    expect([row(1), ...references()]).toEqual(['1 23 60 60 11.4', ...FOURTH])
    expect(said()).toEqual([])
  })

  test('is deleted once it is booked with the next one', async () => {
    await typeForTaken()
    expect(drafts()).toHaveLength(1)
    await open('104823-3')
    booking = () => ({ body: BOOKED })
    await consign()
    await screen.findByText('Booked')
    const posted = fakeServer.sent.filter(
      ({ method, url }) => method === 'POST' && url.endsWith('/consignments'),
    )
    expect(posted.at(-1)?.body).toMatchObject({
      reference: '104823-3',
      parcels: [{ reference: '104823-3-1' }, { reference: '104823-21-1' }, { reference: '104823-3 lid' }],
    })
    expect(drafts()).toEqual([])
    store.get(lastBookingAtom)?.restoreForm()
    await open('104823-4')
    expect(references()).toEqual(FOURTH)
  })

  test('is shared with a tab that was opened when another reference was next', () => {
    const draftOf = (reference: string) =>
      renderHook(() => useConsignmentDraft(PAID, reference), { wrapper: Providers }).result
    const shown = (...tabs: { current: { form: { parcels: { reference: string }[] } } }[]) =>
      tabs.map(({ current }) => current.form.parcels.map(({ reference }) => reference).join())
    const [here, there] = [draftOf('104823-2'), draftOf('104823-3')]
    /** Types into one tab, and lets the browser tell the other. */
    const rename = (tab: typeof here, reference: string) =>
      act(() => {
        tab.current.change(({ parcels: [first, ...others] }) => ({
          parcels: first ? [first, { ...first, id: '2', reference }, ...others.slice(1)] : [],
        }))
        const [key = ''] = drafts()
        const newValue = localStorage.getItem(key)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
      })
    rename(here, '104823-2-2')
    expect(shown(here, there)).toEqual(['104823-2-1,104823-2-2', '104823-3-1,104823-3-2'])
    rename(there, 'Lid')
    expect(shown(here, there)).toEqual(['104823-2-1,Lid', '104823-3-1,Lid'])
  })

  test('is not that of the order’s own consignment', async () => {
    await typeForTaken()
    showForm(PAID)
    await isVerified()
    expect([row(), ...references()]).toEqual(['1    ', '104823-1'])
  })
})
