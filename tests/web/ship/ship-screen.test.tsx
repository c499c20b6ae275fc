import '../api/fake-server.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, rendered } from '../../../src/web/api/query-client.ts'
import { recordKey } from '../../../src/web/api/record-source.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { hintsOf } from '../../../src/web/hotkeys/hint-bar.tsx'
import { playSound } from '../../../src/web/lib/sound.ts'
import { printDocument } from '../../../src/web/printing/print.ts'
import { Component } from '../../../src/web/screens/ship/ship-screen.tsx'
import { EMPTY_STATION } from '../../../src/web/screens/ship/station.ts'
import { dispatchStation, stationAtom } from '../../../src/web/screens/ship/station-store.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { keyQueueAtom } from '../../../src/web/state/key-queue.ts'
import { bookingsAtom, forgetBooking } from '../../../src/web/state/last-booking.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { changeWorkstation } from '../../../src/web/state/workstation.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PRICES, verifyBefore } from '../consignment-form/form-on-screen.tsx'
import { PAID } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'
import { toSend } from './station-on-test.ts'

vi.mock('../../../src/web/lib/sound.ts', () => ({ playSound: vi.fn() }))
vi.mock('../../../src/web/printing/print.ts', () => ({ printDocument: vi.fn(async () => 'printed') }))

const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
let order: () => ReturnType<typeof fakeServer.handler>
let booking: () => ReturnType<typeof fakeServer.handler>
let pricing: () => ReturnType<typeof fakeServer.handler>

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  storeToken(MERE)
  verifyBefore(PAID, 'Mere@Example.com')
  store.set(stationAtom, EMPTY_STATION)
  changeWorkstation({ sound: true })
  order = () => ({ body: PAID })
  pricing = () => ({ body: PRICES })
  booking = () => ({ body: { success: true, message: null, data: { consignment_id: 'COC1' } } })
  fakeServer.answer((request) => {
    if (isBooking(request)) return booking()
    if (request.url.endsWith('/pricing')) return pricing()
    return request.url.includes('/orders/') ? order() : { body: [] }
  })
})
afterEach(() => {
  vi.useRealTimers()
  installation.capabilities = new Set()
  installation.verifiesItems = false
  queryClient.clear()
})

const field = () => screen.getByRole('textbox', { name: /^Scan or type/ })

function enter(text: string): void {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })
}

function press(key: string, timeStamp: number): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  act(() => void field().dispatchEvent(event))
}

/** Books at a time that is late enough after the price. */
const decide = () => press('Enter', performance.now() + 1_000)

function show() {
  const router = createMemoryRouter([{ path: '/ship', element: <Component /> }], {
    initialEntries: ['/ship'],
  })
  const page = <RouterProvider router={router} />
  return render(<main>{page}</main>, { wrapper: Providers })
}

async function measured() {
  show()
  enter('104823')
  await screen.findByRole('heading', { level: 2, name: '104823' })
  enter('22x60x30 11.4')
}

const DRAFT = 'draft:Mere@Example.com:consignment/104823'
const drafts = () => Object.keys(localStorage).filter((key) => key.includes('consignment/104823'))

/** Changes the draft of the order as another tab does. */
function changeDraft(changed: (draft: string) => string): void {
  const newValue = changed(localStorage.getItem(DRAFT) ?? '')
  localStorage.setItem(DRAFT, newValue)
  act(
    () =>
      void window.dispatchEvent(
        new StorageEvent('storage', { key: DRAFT, newValue, storageArea: localStorage }),
      ),
  )
}

async function priced() {
  await measured()
  await screen.findByText('cheapest')
}

test('an order is opened, priced and booked with its label, and its draft is deleted', async () => {
  await priced()
  expect(document.activeElement).toBe(field())
  screen.getByText('Address verified')
  screen.getByText('1 parcel 22 × 60 × 30 cm, 11.4 kg')
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('$33.74')
  let noted: string[] = []
  vi.mocked(printDocument).mockImplementationOnce(async () => {
    noted = store.get(bookingsAtom).map(({ code }) => code)
    return 'printed'
  })
  decide()
  await screen.findByText('Order 104823 booked')
  expect(printDocument).toHaveBeenCalledExactlyOnceWith({ kind: 'labels', consignments: ['COC1'] })
  expect(noted).toEqual(['COC1'])
  expect(fakeServer.sent.filter(isBooking)).toHaveLength(1)
  await waitFor(() => expect(drafts()).toEqual([]))
})

test.each<[string, () => void]>([
  ['when the station is opened again', () => [cleanup(), show()]],
  ['when the order changes', () => act(() => dispatchStation({ type: 'changed', order: { ...PAID } }))],
])('a parcel that was typed and then changed on the Freight tab stays as it is %s', async (_, happen) => {
  await priced()
  changeDraft((draft) => draft.replace('11.4', '14.2'))
  await screen.findByText('1 parcel 22 × 60 × 30 cm, 14.2 kg')
  happen()
  await screen.findByText('cheapest')
  screen.getByText('1 parcel 22 × 60 × 30 cm, 14.2 kg')
  expect(localStorage.getItem(DRAFT)).not.toContain('11.4')
})

// ORD-50
test.each<[string, () => void, () => void]>([
  ['', () => undefined, () => undefined],
  [', also if another order was scanned meanwhile', () => enter('104824'), () => undefined],
  [', also if the station was left and opened again', () => void cleanup(), () => void show()],
])('what was typed is there again once its booking is undone%s', async (_, meanwhile, after) => {
  let answer = () => {}
  const body = { success: true, message: null, data: { consignment_id: 'COC1' } }
  booking = () => new Promise((resolve) => (answer = () => resolve({ body })))
  await priced()
  decide()
  await waitFor(() => expect(fakeServer.sent.filter(isBooking)).toHaveLength(1))
  meanwhile()
  await act(async () => answer())
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toBeNull())
  after()
  act(() => forgetBooking('COC1'))
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('11.4'))
  enter('104823')
  await screen.findByText('1 parcel 22 × 60 × 30 cm, 11.4 kg')
})

// ORD-70
test('an order opened by its number alone is shown as it is now, although an older one is known by its code', async () => {
  queryClient.setQueryData(recordKey('order', '104823'), { ...PAID, notes: 'Old notes' })
  show()
  enter('#104823')
  await screen.findByRole('heading', { level: 2, name: '104823' })
  await act(async () => {})
  expect(screen.getByRole('note', { name: 'Notes' }).textContent).toBe('NotesLeave at the woolshed.')
})

test('an order that has changed while the station was left is shown as it is now', async () => {
  await priced()
  cleanup()
  queryClient.clear()
  order = () => ({ body: { ...PAID, notes: 'Ring first' } })
  show()
  await waitFor(() => expect(screen.getByRole('note', { name: 'Notes' }).textContent).toBe('NotesRing first'))
})

test('a change that arrives while an item is looked up is shown with the order behind it', async () => {
  installation.verifiesItems = true
  await priced()
  let answer = () => {}
  order = () => new Promise((resolve) => (answer = () => resolve({ status: 404, body: {} })))
  enter('NONE')
  await waitFor(() => expect(fakeServer.sent.some(({ url }) => url.endsWith('/NONE'))).toBe(true))
  queryClient.setQueryData(recordKey('order', '104823'), { ...PAID, notes: 'Ring first' })
  await act(rendered)
  await act(async () => answer())
  await screen.findByText('NONE is not in this order')
  await waitFor(() => expect(screen.getByRole('note', { name: 'Notes' }).textContent).toBe('NotesRing first'))
})

test('the notes of the order stand before everything else of it', async () => {
  await priced()
  const notes = screen.getByRole('note', { name: 'Notes' })
  expect(notes.textContent).toBe('NotesLeave at the woolshed.')
  const heading = screen.getByRole('heading', { level: 2, name: '104823' })
  expect(notes.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

// SHIP-3
test('a held Space confirms one item without a code', async () => {
  installation.verifiesItems = true
  const items = [1, 2].map((id) => ({ id, quantity: 1, product: { code: null, name: `Fee ${id}` } }))
  order = () => ({ body: toSend('104823', { items, delivery_address: PAID.delivery_address }) })
  await priced()
  const space = { key: ' ', code: 'Space' }
  // The browser enters the character unless its key was handled.
  const press = (repeat: boolean) => {
    if (fireEvent.keyDown(field(), { ...space, repeat }))
      fireEvent.change(field(), { target: { value: ' ' } })
  }
  press(false)
  press(true)
  expect(store.get(targetsAtom).station?.confirms).toBe('Fee 2')
  press(false)
  expect(store.get(targetsAtom).station?.confirms).toBeNull()
})

// SHIP-1
test('the bar codes of a new product are loaded when the items change', async () => {
  installation.verifiesItems = true
  installation.capabilities = new Set(['barcodes'])
  const { handler } = fakeServer
  let barcodes: object[] = []
  fakeServer.answer((request) => (request.url.endsWith('/barcodes') ? { body: barcodes } : handler(request)))
  await priced()
  barcodes = [{ code: '73513537', quantity: 1, product: 'ITEM-C' }]
  const items = [{ id: 1, quantity: 1, product: { code: 'ITEM-C', name: 'Clip' } }]
  act(() => void queryClient.setQueryData(recordKey('order', '104823'), toSend('104823', { items })))
  await screen.findByText('0 of 1')
  await waitFor(() => expect(store.get(stationAtom).phase).toMatchObject({ opened: { barcodes } }))
  enter('73513537')
  await screen.findByText('1 of 1')
})

// SHIP-7
test('Enter is offered for booking only after all items were scanned, each of which comes into view', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  installation.verifiesItems = true
  order = () => ({ body: toSend('104823', { delivery_address: PAID.delivery_address }) })
  await priced()
  screen.getByText('Scan the items first')
  expect(store.get(targetsAtom).station?.enter).toBeNull()
  decide()
  expect((await screen.findByRole('alert')).textContent).toContain('Still to scan: 2 of ITEM-A, 1 of ITEM-B')
  screen.getByText('Enter closes the message')
  enter('ITEM-B')
  await screen.findByText('1 of 1')
  enter('ITEM-A')
  await screen.findByText('1 of 2')
  enter('ITEM-A')
  await screen.findByText('Enter books and prints')
  const inView = shown.mock.contexts.map((row) => row instanceof Element && row.textContent.slice(1, 7))
  expect(inView).toEqual(['ITEM-B', 'ITEM-A'])
  expect(store.get(targetsAtom).station?.enter).toBe('book')
})

test('prices that failed are requested again by Enter, which the hint bar says', async () => {
  pricing = () => ({ status: 503, body: {} })
  await measured()
  await screen.findByText('Enter tries again.')
  expect(hintsOf(store.get(contextAtom))[0]).toMatchObject({ label: 'Try again', keys: ['Enter'] })
  pricing = () => ({ body: PRICES })
  decide()
  await screen.findByText('cheapest')
  expect(hintsOf(store.get(contextAtom))[0]).toMatchObject({ label: 'Book and print' })
})

test('prices that are overdue are said after 3 seconds, and Esc cancels them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  pricing = () => new Promise(() => {})
  await measured()
  await waitFor(() => expect(fakeServer.sent.some(({ url }) => url.endsWith('/pricing'))).toBe(true))
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.queryByText(/Still waiting/)).toBeNull()
  act(() => void vi.advanceTimersByTime(1_000))
  screen.getByText(/Still waiting for the couriers’ prices/)
  act(() => store.get(targetsAtom).station?.close?.())
  expect(screen.queryByText(/Still waiting/)).toBeNull()
  pricing = () => ({ body: PRICES })
  enter('104823')
  await screen.findByText('cheapest')
})

test('a price that has expired is marked: Enter gets a new one', async () => {
  await priced()
  const later = performance.now() + 30 * 60_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  // Draws the price again, which otherwise happens every few seconds.
  act(() => dispatchStation({ type: 'move', step: 1 }))
  await screen.findByText('This price has expired: Enter gets a new one')
  vi.mocked(performance.now).mockRestore()
})

test('a wrong order is an alert with a sound, unless the workstation is silent', async () => {
  await priced()
  order = () => ({ status: 404, body: { success: false, message: 'No such order' } })
  enter('NONE')
  expect((await screen.findByRole('alert')).textContent).toContain('NONE')
  expect(playSound).toHaveBeenCalledWith('wrong')
  vi.clearAllMocks()
  changeWorkstation({ sound: false })
  enter('NEITHER')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('NEITHER'))
  expect(playSound).not.toHaveBeenCalled()
})

test('a scan outside the field is passed to the station, and typing moves into its field', async () => {
  await priced()
  order = () => ({ body: { ...PAID, code: '104824' } })
  act(() => store.get(targetsAtom).station?.scan('104824'))
  await screen.findByRole('heading', { level: 2, name: '104824' })
  field().blur()
  act(() => store.get(targetsAtom).station?.type('1'))
  expect(field()).toHaveProperty('value', '1')
  expect(document.activeElement).toBe(field())
})

test('a booking without an answer offers nothing at a back end that could book it twice', async () => {
  await priced()
  booking = () => ({ status: 500, body: {} })
  decide()
  expect((await screen.findByRole('alert')).textContent).toContain('Order 104823 may have been booked')
  expect(store.get(targetsAtom).station?.enter).toBe('open')
  decide()
  expect(fakeServer.sent.filter(isBooking)).toHaveLength(1)
})

test('a booking without an answer is priced anew once its form was changed: what is shown is booked', async () => {
  installation.capabilities = new Set(['book-once'])
  await priced()
  booking = () => ({ status: 500, body: {} })
  decide()
  await screen.findByText(/^Enter asks again/)
  changeDraft((draft) => draft.replace('11.4', '14.2'))
  await screen.findByText('The consignment has changed since it was requested')
  decide()
  await screen.findByText('Enter books and prints')
  decide()
  await waitFor(() => expect(fakeServer.sent.filter(isBooking)).toHaveLength(2))
  const sent = [11.4, 14.2].map((weight) => ({ body: { parcels: [{ weight }] } }))
  expect(fakeServer.sent.filter(isBooking)).toMatchObject(sent)
})

test('keys for the order wait while it is opened', async () => {
  let answer = () => {}
  order = () => new Promise((resolve) => (answer = () => resolve({ body: PAID })))
  show()
  enter('104823')
  const held = () => store.get(keyQueueAtom).waits.map(({ label, holds }) => [label, holds])
  expect(held()).toEqual([
    ['104823', { commands: expect.arrayContaining(['parcels.preset-1', 'ship.freight']) }],
  ])
  await waitFor(() => expect(fakeServer.sent.length).toBeGreaterThan(0))
  await act(async () => answer())
  await screen.findByRole('heading', { level: 2, name: '104823' })
  expect(held().filter(([label]) => label === '104823')).toEqual([])
  expect(store.get(targetsAtom).parcels?.noFilling).toBeNull()
})

test('the station shows what courier rules require (FRT-22)', async () => {
  installation.capabilities = new Set(['courier-rules'])
  const { handler } = fakeServer
  const body = { rules: [{ name: 'hospital', warn: 'call first', signature: true }], order: {} }
  fakeServer.answer((request) => (request.url.includes('/courier-rules') ? { body } : handler(request)))
  await priced()
  const list = screen.getByRole('list', { name: 'Courier rules' })
  expect(Array.from(list.children, ({ textContent }) => textContent)).toEqual([
    'rule: hospital → call first',
    'rule: hospital → signature required (only with GoSweetSpot)',
  ])
})

describe('parcels that the console fills in', () => {
  const BOX = { name: 'Box', height_cm: 20, length_cm: 30, width_cm: 20, tare_kg: 0.3 }
  const ITEM = { line: '1', code: 'ITEM-A', quantity: 2, weight: 1, height: 5, depth: 5, width: 5 }
  const isPacked = ({ url }: SentRequest) => url.endsWith('/consignments/packed')
  const sentTo = (part: string) => fakeServer.sent.filter(({ url }) => url.endsWith(part))

  async function opened(item: object = ITEM, rules: object[] = [], cartons = [BOX]): Promise<void> {
    installation.capabilities = new Set(['dispatch', 'cartons', 'parcel-contents', 'courier-rules'])
    const items = [{ id: 1, quantity: 2, product: { code: 'ITEM-A', name: 'Elbow' } }]
    const { handler } = fakeServer
    fakeServer.answer((request) => {
      if (request.url.endsWith('/packing'))
        return {
          body: { weight: 'weight' in item && item.weight === null ? null : 2, last: [], items: [item] },
        }
      if (request.url.endsWith('/cartons')) return { body: cartons }
      if (request.url.includes('/courier-rules')) return { body: { rules, customer: {}, order: {} } }
      if (isPacked(request)) return booking()
      return handler(request)
    })
    order = () => ({ body: toSend('104823', { items, delivery_address: PAID.delivery_address }) })
    show()
    enter('104823')
    await screen.findByRole('heading', { level: 2, name: '104823' })
  }

  // PACK-2
  test('are booked by one Enter, and leave no draft', async () => {
    await opened()
    await screen.findByText('1 × Box: the smallest for 2.000 kg')
    screen.getByText('1 parcel 20 × 30 × 20 cm, 2.3 kg')
    await screen.findByText('cheapest')
    decide()
    await screen.findByText('Order 104823 booked')
    expect(sentTo('/consignments')[0]?.body).toMatchObject({
      parcels: [{ height: 20, weight: 2.3, quantity: 1 }],
    })
    await waitFor(() => expect(drafts()).toEqual([]))
  })

  // PACK-2
  test.each([
    ['not in a carton for couriers that a rule refuses', [{ name: 'contract', only: ['nzcouriers'] }], 'Box'],
    ['in it without that rule', [], 'Post box'],
  ])('are %s', async (_, rules, carton) => {
    const postBox = { ...BOX, name: 'Post box', height_cm: 10, couriers: ['nzpost'] }
    await opened(ITEM, rules, [postBox, BOX])
    await screen.findByText(`1 × ${carton}: the smallest for 2.000 kg`)
  })

  // PACK-1
  test('need their weight typed if that of an item is unknown, which is said once a carton is chosen', async () => {
    await opened({ ...ITEM, weight: null })
    await screen.findByText('No proposal: ITEM-A without weight or size')
    runCommand('parcels.preset-1', 'key')
    await screen.findByText('Enter the weight of the parcels')
  })

  // PACK-2
  test('are none without the weight of an item, which is said', async () => {
    await opened({ ...ITEM, weight: null })
    await screen.findByText('No proposal: ITEM-A without weight or size')
    enter('22x60x30 11.4')
    await screen.findByText('1 parcel 22 × 60 × 30 cm, 11.4 kg')
    expect(screen.queryByText(/^No proposal/)).toBeNull()
  })

  // PACK-2
  test('are proposed anew when the items of the order change', async () => {
    const item = { ...ITEM }
    await opened(item)
    await screen.findByText('1 × Box: the smallest for 2.000 kg')
    item.quantity = 4
    const items = [{ id: 1, quantity: 4, product: { code: 'ITEM-A', name: 'Elbow' } }]
    act(() => void queryClient.setQueryData(recordKey('order', '104823'), toSend('104823', { items })))
    await screen.findByText('1 × Box: the smallest for 4.000 kg')
  })

  // PACK-4
  test('follow what is scanned into each, which is booked with them', async () => {
    installation.verifiesItems = true
    changeWorkstation({ printContents: true })
    await opened()
    await screen.findByText('1 × Box: the smallest for 2.000 kg')
    enter('ITEM-A')
    fireEvent.change(field(), { target: { value: '+' } })
    await waitFor(() => expect(field().getAttribute('value')).toBe(''))
    enter('ITEM-A')
    await screen.findByText('As packed: 2 × Box')
    screen.getByText('2 parcels, each 20 × 30 × 20 cm, 1.3 kg')
    expect(screen.getByRole('list', { name: 'Contents' }).textContent).toBe(
      'Parcel 1: 1 × ITEM-AParcel 2: 1 × ITEM-A',
    )
    await screen.findByText('cheapest')
    decide()
    await screen.findByText('Order 104823 booked')
    const each = [{ code: 'ITEM-A', name: 'Elbow', quantity: 1 }]
    expect(sentTo('/packed')[0]?.body).toMatchObject({ contents: [each, each] })
    await waitFor(() => expect(printDocument).toHaveBeenCalledTimes(2))
    expect(printDocument).toHaveBeenLastCalledWith({ kind: 'contents', consignment: 'COC1' })
    changeWorkstation({ printContents: false })
  })

  // PACK-4
  test('are not begun by the + of a scanned code, although the page was busy behind it', async () => {
    installation.verifiesItems = true
    await opened()
    enter('ITEM-A')
    const type = (value: string) => fireEvent.change(field(), { target: { value } })
    const at = performance.now()
    press('+', at)
    type('+')
    while (performance.now() < at + 120);
    press('A', at + 30)
    type('+A')
    expect(store.get(stationAtom).text).toBe('+A')
  })
})
