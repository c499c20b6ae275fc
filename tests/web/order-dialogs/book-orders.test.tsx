import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { tooLate } from '../../../src/web/commands/undo-targets.ts'
import { OrderDialogs } from '../../../src/web/screens/order-dialogs/order-dialogs.tsx'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { forgetUndoable } from '../../../src/web/state/undoables.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PRICES, verifyBefore } from '../consignment-form/form-on-screen.tsx'
import { orderOf } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { setUpDialogs } from './dialog-on-screen.tsx'

setUpDialogs()

const PAID_AT = { dates: { paid_at: '2026-11-19T20:06:00Z', ready_at: '2026-11-19T20:10:00Z' } }
const orders = ['A1', 'A2', 'A3'].map((code) =>
  orderOf(code, { ...PAID_AT, customer: { code: `C-${code}`, name: `Customer ${code}` } }),
)
const PIECE = { package_type: null, height: 22, length: 60, width: 30, weight: 11.4 }

type Answer = Awaited<ReturnType<typeof fakeServer.handler>>
/** Grows with each confirmation, because prices may be shown during one. */
let late = 0
let current: Record<string, Order>
let prices: (order: string) => unknown[]
let packing: (order: string) => object
let rules: object
let booking: (order: string, quote: string) => Answer | Promise<Answer>
let reading: (code: string) => Answer | Promise<Answer>
let deletion: (url: string) => Answer

const REFUSED = { status: 409, body: { message: 'Refused' } }
const bookedAs = (order: string) => ({
  body: { success: true, message: null, data: { consignment_id: `COC-${order}` } },
})
const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
const bookings = () =>
  fakeServer.sent.filter(isBooking).map(({ body }) => {
    const { order_id, quote_id } = Object(body)
    return `${order_id} ${quote_id}`
  })

beforeEach(() => {
  installation.capabilities = new Set(['book-once', 'dispatch', 'courier-rules', 'taking-back'])
  store.set(toastsAtom, [])
  for (const order of orders) verifyBefore(order, 'Mere@Example.com')
  current = Object.fromEntries(orders.map((order) => [order.code, order]))
  prices = (order) =>
    PRICES.map((price) => ({ ...price, ...('id' in price && { id: `${price.id}-${order}` }) }))
  packing = () => ({ weight: 5, last: [], items: [], again: { order_code: '0', pieces: [PIECE] } })
  rules = { rules: [], customer: { pricing: 'retail' }, order: {} }
  booking = bookedAs
  reading = (code) => ({ body: current[code] })
  deletion = () => ({ body: { success: true } })
  fakeServer.answer((request) => {
    const { url, body } = request
    const { order_id, quote_id } = Object(body)
    const [, code = ''] = /\/orders\/([^/]+)/.exec(url) ?? []
    if (isBooking(request)) return booking(order_id, quote_id)
    if (url.endsWith('/pricing')) return { body: prices(order_id) }
    if (url.includes('/courier-rules')) return { body: rules }
    if (url.endsWith('/packing')) return { body: packing(code) }
    if (request.method === 'DELETE') return deletion(url)
    return current[code] ? reading(code) : { body: [] }
  })
})
afterEach(() => {
  installation.capabilities = new Set()
  vi.restoreAllMocks()
})

function show(selected: readonly Order[] = orders): void {
  render(
    <MemoryRouter>
      <OrderDialogs />
    </MemoryRouter>,
    { wrapper: Providers },
  )
  act(() => openDialog({ name: 'book-orders', orders: selected }))
}

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1, -1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
const priced = () => screen.findByRole('table')
const cell = (index: number, column: number) => rows()[index]?.[column]
const leftOut = () =>
  within(screen.getByRole('region', { name: 'Left out' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
/** Confirms like mod+Enter, later than the prices were shown. */
async function confirm(): Promise<void> {
  late += 1_000
  const time = performance.now() + late
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  await act(async () => store.get(targetsAtom).dialog?.confirm())
  vi.restoreAllMocks()
}
const ended = () => screen.findByRole('button', { name: /^Try \d again/ })

test('lists courier, price and reason of each order in its order, and books nothing (ORD-100)', async () => {
  rules = { rules: [{ name: 'ours', courier: 'posthaste', when: { customers: ['C-A2'] } }], order: {} }
  show()
  await priced()
  expect(rows().map((row) => [row[0], row[2], row[3], row[4]])).toEqual([
    ['A1', 'NZ PostParcel, 3 days', '$33.74', 'cheapest'],
    ['A2', 'Post HasteRural, 2 days', '$41.28', 'rule: ours → Post Haste'],
    ['A3', 'NZ PostParcel, 3 days', '$33.74', 'cheapest'],
  ])
  expect(cell(0, 1)).toContain('1 parcel, 11.400 kg. As the same items were sent with order 0')
  screen.getByText('$108.76')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Orders' }))
  expect(bookings()).toEqual([])
})

test('a confirmation just after the prices were shown books nothing', async () => {
  // However long the test takes.
  const time = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  show()
  await priced()
  await act(async () => store.get(targetsAtom).dialog?.confirm())
  expect(bookings()).toEqual([])
})

describe('leaves out, with the reason (ORD-101),', () => {
  test.each<[string, () => void, string]>([
    ['an unpaid order', () => (current.A2 = orderOf('A2')), 'The order is not paid yet'],
    [
      'a shipped order',
      () => (current.A2 = orderOf('A2', { dates: { ...PAID_AT.dates, shipped_at: '2026-11-19T21:00:00Z' } })),
      'The order has already been shipped',
    ],
    [
      'click & collect',
      () => (current.A2 = orderOf('A2', { ...PAID_AT, freight: { is_pickup: true } })),
      'The order is click & collect',
    ],
    [
      'a skipped order',
      () => {
        const skipped = { until: '2026-11-20T11:00:00Z', by: 'Mere', reason: 'No stock' }
        current.A2 = orderOf('A2', { ...PAID_AT, skipped })
      },
      'Skipped until 21/11/2026 by Mere: No stock',
    ],
    [
      'an order without a known parcel',
      // The customer's last consignment was of other goods.
      () => (packing = () => ({ weight: 5, last: [PIECE], items: [], again: { pieces: [] } })),
      'No proposal',
    ],
    ['an order without a price', () => (prices = () => []), 'No courier gave a price'],
    [
      'a warning of a rule',
      () => (rules = { rules: [{ name: 'hospital', warn: 'call first' }], order: {} }),
      'rule: hospital → call first',
    ],
    [
      'a warning that only the server knows of',
      () =>
        (prices = () => [
          { ...PRICES[1], rules: { requirements: ['rule: far → call'], warnings: ['rule: far → call'] } },
        ]),
      'rule: far → call',
    ],
    [
      'rules that cannot be read',
      () => (rules = { rules: [{ name: 'new', later: 1 }], order: {} }),
      'The courier rules could not be loaded',
    ],
    [
      'an address that is not verified',
      () => localStorage.removeItem('draft:Mere@Example.com:consignment/A2'),
      'Verify the address before adding parcel information',
    ],
  ])('%s', async (_, change, reason) => {
    change()
    show(orders.slice(1, 2))
    await screen.findByRole('region', { name: 'Left out' })
    expect(leftOut()).toEqual([expect.stringMatching(new RegExp(`^A2.*${reason}`))])
    expect(screen.queryByRole('table')).toBeNull()
    await confirm()
    expect(bookings()).toEqual([])
  })
})

test('leaves out an order whose draft does not say for which of its addresses it was verified', async () => {
  const draft = { street: '1 Kent Street', city: 'Hamilton', postcode: '3204', address_state: 'verified' }
  localStorage.setItem('draft:Mere@Example.com:consignment/A1', JSON.stringify(draft))
  show(orders.slice(0, 1))
  await screen.findByRole('region', { name: 'Left out' })
  expect(leftOut()).toEqual([expect.stringMatching(/^A1.*Verify the address/)])
})

test('books an order to the address that it has now, though another was verified by itself before', async () => {
  const old = { street: '1 Kent Street', suburb: '', city: 'Hamilton', region: '', postcode: '3204' }
  const moved = { ...old, street: '7 Kent Street', is_rural: false }
  const draft = { ...old, address_state: 'verified', follows_order: true, address_of: '1 Kent Street' }
  localStorage.setItem('draft:Mere@Example.com:consignment/A1', JSON.stringify(draft))
  current.A1 = orderOf('A1', { ...PAID_AT, delivery_address: moved })
  const { handler } = fakeServer
  fakeServer.answer((request) => {
    if (request.url.endsWith('/address/search')) return { body: [{ id: 'a7', full_address: moved.street }] }
    return request.url.includes('/address/') ? { body: moved } : handler(request)
  })
  show(orders.slice(0, 1))
  await priced()
  const payload = fakeServer.sent.find(({ url }) => url.endsWith('/pricing'))?.body
  expect(payload).toMatchObject({ order_id: 'A1', street: '7 Kent Street' })
})

test('books each order once at the price shown, one after another, and offers to undo them (ORD-102, ORD-103)', async () => {
  let open = 0
  booking = async (order) => {
    open += 1
    expect(open).toBe(1)
    await Promise.resolve()
    open -= 1
    return { body: { success: true, message: null, data: { consignment_id: `COC-${order}` } } }
  }
  show()
  await priced()
  await confirm()
  await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
  expect(bookings()).toEqual(['A1 q2-A1', 'A2 q2-A2', 'A3 q2-A3'])
  expect(store.get(toastsAtom)).toMatchObject([
    {
      text: '3 orders booked',
      undoable: { codes: ['A1', 'A2', 'A3'], steps: ['COC-A1', 'COC-A2', 'COC-A3'], isBooking: true },
    },
  ])
  expect(Object.keys(localStorage).filter((key) => key.includes('consignment/'))).toEqual([])
})

test('an order whose price has changed is not booked before its new price was shown (ORD-102)', async () => {
  const expired = 'The price has expired. Get the freight options again.'
  booking = (order, quote) =>
    quote === 'q2-A2'
      ? { status: 409, body: { message: expired } }
      : { body: { success: true, message: null, data: { consignment_id: `COC-${order}` } } }
  show()
  await priced()
  await confirm()
  await ended()
  expect(cell(1, 4)).toBe(expired)
  expect([cell(0, 4), cell(2, 4)]).toEqual(['Booked, COC-A1', 'Booked, COC-A3'])
  prices = () => [{ ...PRICES[1], id: 'q9-A2', cost: 3999 }]
  await confirm()
  await waitFor(() => expect(cell(1, 3)).toBe('$39.99was $33.74'))
  expect(bookings()).toHaveLength(3)
  await confirm()
  await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
  expect(bookings().slice(3)).toEqual(['A2 q9-A2'])
})

test('an order that was changed since it was priced is not booked (ORD-102)', async () => {
  show()
  await priced()
  current.A2 = orderOf('A2', { ...PAID_AT, customer: { code: 'C-A2', name: 'Somebody else' } })
  current.A3 = orderOf('A3', { ...PAID_AT, dates: { ...PAID_AT.dates, shipped_at: '2026-11-19T21:00:00Z' } })
  await confirm()
  await ended()
  expect([cell(1, 4), cell(2, 4)]).toEqual([
    'The order has changed since it was priced',
    'The order has already been shipped',
  ])
  expect(bookings()).toEqual(['A1 q2-A1'])
})

test('a booking whose answer was lost is repeated at the same price, which makes no second one (ORD-102)', async () => {
  let lost = true
  booking = (order) => {
    if (order === 'A2' && lost) {
      lost = false
      return { status: 503, body: { message: 'NZ Post has not said whether it booked the order.' } }
    }
    return { body: { success: true, message: null, data: { consignment_id: `COC-${order}` } } }
  }
  show()
  await priced()
  await confirm()
  await ended()
  expect(cell(1, 4)).toMatch(/^No answer: it may have been booked/)
  // Its price may have changed meanwhile: it is not asked for.
  prices = () => []
  await confirm()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull())
  await confirm()
  await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
  expect(bookings()).toEqual(['A1 q2-A1', 'A2 q2-A2', 'A3 q2-A3', 'A2 q2-A2'])
})

test('Stop skips what has not been sent (ORD-103)', async () => {
  let answer: () => void = () => undefined
  booking = (order) =>
    new Promise((resolve) => {
      answer = () =>
        resolve({ body: { success: true, message: null, data: { consignment_id: `COC-${order}` } } })
    })
  show()
  await priced()
  await confirm()
  await waitFor(() => expect(bookings()).toEqual(['A1 q2-A1']))
  act(() => store.get(targetsAtom).dialog?.cancel())
  await act(async () => answer())
  await ended()
  expect(rows().map((row) => row[4])).toEqual(['Booked, COC-A1', 'Not started', 'Not started'])
  expect(bookings()).toHaveLength(1)
})

test('Stop while an order is checked books nothing (ORD-103)', async () => {
  show()
  await priced()
  let answer: () => void = () => undefined
  reading = (code) => new Promise((resolve) => (answer = () => resolve({ body: current[code] })))
  await confirm()
  await waitFor(() => expect(cell(0, 4)).toBe('Booking'))
  act(() => store.get(targetsAtom).dialog?.cancel())
  await act(async () => answer())
  await ended()
  expect(rows().map((row) => row[4])).toEqual(['Not started', 'Not started', 'Not started'])
  expect(bookings()).toEqual([])
})

test('an order that could not be checked is in no doubt: another try prices it again (ORD-102)', async () => {
  show(orders.slice(0, 1))
  await priced()
  reading = () => ({ status: 500, body: {} })
  await confirm()
  await ended()
  expect(cell(0, 4)).toBe('The order could not be loaded')
  reading = (code) => ({ body: current[code] })
  prices = () => [{ ...PRICES[1], id: 'q9', cost: 3999 }]
  await confirm()
  await waitFor(() => expect(cell(0, 3)).toBe('$39.99was $33.74'))
  expect(bookings()).toEqual([])
})

test('a booking in doubt is not repeated for an order that has changed and is not shipped (ORD-102)', async () => {
  booking = () => ({ status: 503, body: { message: 'NZ Post has not said.' } })
  show(orders.slice(0, 1))
  await priced()
  await confirm()
  await ended()
  current.A1 = orderOf('A1', { ...PAID_AT, customer: { code: 'C-A1', name: 'Somebody else' } })
  await confirm()
  await screen.findByRole('button', { name: /^Book 1 order/ })
  await confirm()
  await waitFor(() => expect(cell(0, 4)).toContain('The order has changed since it was priced'))
  expect(cell(0, 4)).toMatch(/^No answer: it may have been booked/)
  expect(bookings()).toHaveLength(1)
})

test('an order whose form was edited since it was priced is not booked, and keeps it (ORD-102)', async () => {
  show(orders.slice(0, 1))
  await priced()
  const key = 'draft:Mere@Example.com:consignment/A1'
  const edited = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), instructions: 'Back door' })
  localStorage.setItem(key, edited)
  await confirm()
  await ended()
  expect(cell(0, 4)).toBe('The order has changed since it was priced')
  expect([localStorage.getItem(key), bookings()]).toEqual([edited, []])
})

test.each([
  ['label-batches', 1],
  ['taking-back', 0],
] as const)(
  'the labels of what was booked can be printed while the others are priced again (ORD-103): %s',
  async (capability, buttons) => {
    installation.capabilities = new Set([...installation.capabilities, capability])
    booking = (order) => (order === 'A2' ? REFUSED : bookedAs(order))
    show()
    await priced()
    await confirm()
    await ended()
    await confirm()
    await screen.findByRole('button', { name: /^Book 1 order/ })
    expect(screen.queryAllByRole('button', { name: 'Print labels of 2 orders' })).toHaveLength(buttons)
    screen.getByText('2 of 3 booked')
  },
)

describe('the labels of a run', () => {
  let answer: () => void

  /** Books A1, and requests its labels until `answer`. */
  async function book(): Promise<void> {
    installation.capabilities = new Set([...installation.capabilities, 'label-batches'])
    const { handler } = fakeServer
    const answered = new Promise<Answer>((resolve) => {
      answer = () => resolve({ body: exampleConsignment({ tracking_code: 'COC-A1' }) })
    })
    fakeServer.answer((request) => (request.url.endsWith('/COC-A1') ? answered : handler(request)))
    show(orders.slice(0, 1))
    await priced()
    await confirm()
    await waitFor(() => expect(fakeServer.sent.some(({ url }) => url.endsWith('/COC-A1'))).toBe(true))
  }

  test('are printed by the next dialog, before which the run stays, however often they are requested', async () => {
    await book()
    fireEvent.click(screen.getByRole('button', { name: 'Print labels of 1 order' }))
    await act(async () => answer())
    await waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ name: 'print-labels', isAsked: false }))
    expect(store.get(toastsAtom).map(({ tone }) => tone)).not.toContain('warning')
  })

  test('replace no dialog that was opened meanwhile, and are said not to be printed', async () => {
    await book()
    act(closeDialog)
    act(() => openDialog({ name: 'pack', order: orders[1] ?? orderOf('A2') }))
    await act(async () => answer())
    await waitFor(() =>
      expect(store.get(toastsAtom).at(-1)?.text).toBe('The labels of 1 order have not been printed'),
    )
    expect(store.get(dialogAtom)?.name).toBe('pack')
  })
})

describe('undoing a run (ORD-103)', () => {
  const KEY = 'draft:Mere@Example.com:consignment/A1'
  const target = () => commandContext().targets.undo
  const deleted = () =>
    fakeServer.sent.flatMap(({ method, url }) => (method === 'DELETE' ? (url.split('/').at(-1) ?? '') : []))
  const undo = () => act(async () => runCommand('step.undo', 'key'))

  async function booked(selected: readonly Order[]): Promise<void> {
    show(selected)
    await priced()
    await confirm()
  }

  afterEach(() => {
    const left = target()
    if (left) act(() => forgetUndoable(left))
  })

  test('restores what was typed', async () => {
    const typed = localStorage.getItem(KEY)
    await booked(orders.slice(0, 1))
    await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
    expect(localStorage.getItem(KEY)).toBeNull()
    await undo()
    await waitFor(() => expect(localStorage.getItem(KEY)).toBe(typed))
  })

  test('can be repeated for the consignments that could not be deleted', async () => {
    await booked(orders)
    await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
    deletion = (url) =>
      url.endsWith('COC-A2') ? { status: 409, body: { message: 'Busy' } } : { body: { success: true } }
    await undo()
    await waitFor(() => expect(target()).toMatchObject({ codes: ['A2'], steps: ['COC-A2'] }))
    expect(store.get(toastsAtom).map(({ text }) => text)).toContain('Order A2 is not undone. Busy')
    await undo()
    expect(deleted()).toEqual(['COC-A1', 'COC-A2', 'COC-A3', 'COC-A2'])
  })

  test('of another try has only its bookings', async () => {
    let refused = true
    booking = (order) => (order === 'A2' && refused ? REFUSED : bookedAs(order))
    await booked(orders)
    await ended()
    expect(target()).toMatchObject({ steps: ['COC-A1', 'COC-A3'] })
    refused = false
    await confirm()
    await screen.findByRole('button', { name: /^Book 1 order/ })
    await confirm()
    await waitFor(() => expect(store.get(dialogAtom)).toBeNull())
    expect(target()).toMatchObject({ steps: ['COC-A2'] })
    await undo()
    await waitFor(() => expect(target()).toMatchObject({ steps: ['COC-A1', 'COC-A3'] }))
  })

  test('is too late after 20 seconds, and the consignments can be deleted instead', () => {
    expect(tooLate({ isBooking: true, codes: ['A1', 'A2'] })).toBe(
      'Bookings can be undone for 20 seconds. Delete the consignments instead.',
    )
  })
})
