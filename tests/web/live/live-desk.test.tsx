import { QueryObserver } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../../../src/contract/changes.ts'
import { consignmentQueries, END_OF_DAY, refreshConsignments } from '../../../src/web/api/consignments.ts'
import type { StreamEvent } from '../../../src/web/api/event-stream.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { listsKey } from '../../../src/web/api/record-source.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { noticeStop } from '../../../src/web/live/live-kinds.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { noteSent } from '../../../src/web/state/last-booking.ts'
import { endSession } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { type Answer, fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

// Must run before the import of the console, which reads the page once.
const stream = vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="orders-by-code changes">'
  return { send: null as ((event: StreamEvent) => void) | null }
})
vi.mock('../../../src/web/live/share-stream.ts', () => ({
  shareStream(_: string, onEvent: (event: StreamEvent) => void) {
    stream.send = onEvent
    return () => {
      stream.send = null
    }
  },
}))

const ordered = (code: string, fields: object = {}) =>
  orderOf(code, {
    status: 'Ordered',
    freight: { branch: 'auckland' },
    dates: { ordered_at: new Date().toISOString() },
    ...fields,
  })
const PAID = {
  status: 'Paid',
  dates: { ordered_at: new Date().toISOString(), paid_at: new Date().toISOString() },
}

let orders = new Map<string, ReturnType<typeof ordered>>()
let listed: string[] = []
let consignments = new Map<string, object>()
let suppliers: object[] = []
/** Whether requests for the list of consignments get no response. */
let isListHeld = false
/** Answers a request in another way. */
let otherwise: (url: string) => Promise<Answer> | null = () => null

setUpScreens()
beforeEach(() => {
  // Without a language, pdf.js replaces the navigator when the chunk of labels happens to load.
  vi.stubGlobal('navigator', { ...navigator, language: 'en-NZ', locks: {} })
  recordIndex.clear()
  isListHeld = false
  otherwise = () => null
  listed = ['3', '2', '1']
  orders = new Map(listed.map((code) => [code, ordered(code)]))
  consignments = new Map(['C2', 'C1'].map((code) => [code, exampleConsignment({ tracking_code: code })]))
  fakeServer.answer(({ url }) => {
    const other = otherwise(url)
    if (other) return other
    const { pathname, searchParams } = new URL(url, 'http://console.example')
    const [noun, code] = pathname.replace('/api/v1/', '').split('/')
    if (noun === 'orders' && code) return { body: orders.get(code) }
    if (noun === 'orders') {
      const codes = searchParams.get('codes')?.split(',') ?? listed
      return { body: codes.flatMap((one) => orders.get(one) ?? []) }
    }
    if (noun === 'consignments' && code) {
      const found = consignments.get(code)
      return found ? { body: found } : { status: 404, body: {} }
    }
    if (noun === 'suppliers') return { body: code === 'orders' ? [] : suppliers }
    if (noun !== 'consignments') return { body: [] }
    return isListHeld ? new Promise(() => undefined) : { body: [...consignments.values()] }
  })
})

async function open(address: string) {
  const router = await openAt(address)
  await waitFor(() => expect(stream.send).not.toBeNull())
  return router
}
const send = (event: string, data = '') => act(() => stream.send?.({ id: null, event, data }))
const change = (...changes: Partial<Change>[]) =>
  send('change', JSON.stringify(changes.map((one) => ({ kind: 'order', is_new: false, ...one }))))

/** Lets time pass after something has happened. */
async function passes(milliseconds: number, happens: () => unknown) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => happens())
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  vi.useRealTimers()
}

/** The rows, from top to bottom, each with its code and all of its text. */
async function rows(name = 'Orders') {
  const grid = await screen.findByRole('grid', { name })
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '')
}

describe('a list', () => {
  test('redraws a changed order in its row, with one small request, and ignores what it does not know', async () => {
    await open('/orders')
    expect((await rows()).map((row) => row.includes('Unpaid'))).toEqual([true, true, true])
    fakeServer.sent = []
    // A newer server may report changes in another form.
    send('change', JSON.stringify([{ kind: 'invoice', code: '1' }]))
    send('moved', 'nonsense')
    orders.set('1', ordered('1', PAID))
    change({ code: '999' }, { code: '1' })
    await waitFor(async () => expect((await rows())[2]).toContain('Paid'))
    expect(fakeServer.sent.map(({ url }) => url)).toEqual(['/api/v1/orders?codes=1'])

    orders.set('2', ordered('2', PAID))
    // Changes may have been missed, so what is on screen is requested again.
    send('reset')
    await waitFor(async () => expect((await rows())[1]).toContain('Paid'))

    // An order that only the index has is read again.
    recordIndex.add([
      { kind: 'order', code: '9', name: '', contact: '', at: null, total: null, status: null },
    ])
    orders.set('9', ordered('9', PAID))
    change({ code: '9' })
    await waitFor(() => expect(recordIndex.byCode('9')?.status).toBe('Paid'))
  })

  test('redraws an order that changed together with a kind of record of a newer server', async () => {
    await open('/orders')
    await rows()
    orders.set('2', ordered('2', PAID))
    change({ kind: 'quote', code: '7' }, { code: '2' })
    await waitFor(async () => expect((await rows())[1]).not.toContain('Unpaid'))
  })

  test('redraws the first change of a quiet moment at once, and those that follow it together', async () => {
    await open('/orders')
    await rows()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    fakeServer.sent = []
    const requests = () => fakeServer.sent.map(({ url }) => url.replace('/api/v1/orders?codes=', ''))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    change({ code: '1' })
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(requests()).toEqual(['1'])
    change({ code: '2' })
    await act(() => vi.advanceTimersByTimeAsync(100))
    change({ code: '3' })
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(requests()).toEqual(['1'])
    await act(() => vi.advanceTimersByTimeAsync(50))
    vi.useRealTimers()
    expect(requests()).toEqual(['1', '2%2C3'])
  })

  test('keeps a row that its filter no longer finds in its place', async () => {
    await open('/orders?status=unpaid')
    await rows()
    listed = ['3', '1']
    orders.set('2', ordered('2', PAID))
    change({ code: '2' })
    await waitFor(async () => expect((await rows())[1]).not.toContain('Unpaid'))
    expect(await rows()).toHaveLength(3)
  })

  test('counts new orders beside its heading, and shows them by a button or a key, which the hint bar has only then', async () => {
    await open('/orders')
    await rows()
    expect(screen.queryByText('Show new')).toBeNull()
    for (const code of ['4', '5']) orders.set(code, ordered(code))
    listed = ['5', '4', '3', '2', '1']
    change({ code: '4', is_new: true })
    change({ code: '5', is_new: true })
    const button = await screen.findByRole('button', { name: /^2 new/ })
    expect(await rows()).toHaveLength(3)
    fireEvent.click(button)
    await waitFor(async () => expect(await rows()).toHaveLength(5))
    expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
    await waitFor(() => expect(screen.queryByText('Show new')).toBeNull())

    orders.set('6', ordered('6'))
    listed = ['6', ...listed]
    change({ code: '6', is_new: true })
    await screen.findByText('Show new')
    fireEvent.keyDown(screen.getByRole('grid', { name: 'Orders' }), { key: 'n' })
    await waitFor(async () => expect(await rows()).toHaveLength(6))
    await waitFor(() => expect(screen.queryByText('Show new')).toBeNull())

    fireEvent.keyDown(screen.getByRole('grid', { name: 'Orders' }), { key: '?' })
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search the keys' }), {
      target: { value: 'new rows' },
    })
    expect((await screen.findByText('Show new rows')).closest('li')?.textContent).toContain(
      'There are no new rows',
    )
  })

  test.each(['/orders?branch=christchurch', '/orders?query=pex', '/orders?page=2'])(
    '%s does not count a new order that may not belong to it',
    async (address) => {
      await open(address)
      await rows()
      orders.set('4', ordered('4'))
      orders.set('3', ordered('3', PAID))
      change({ code: '4', is_new: true }, { code: '3' })
      await waitFor(async () => expect((await rows())[0]).toContain('Paid'))
      expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
    },
  )

  test('of consignments shows a deleted one as being deleted, in its place, and forgets its labels', async () => {
    const labels = consignmentQueries.labels('C2').queryKey
    await open('/consignments?date=2026-11-20')
    queryClient.setQueryData(labels, 'base64')
    expect((await rows('Consignments'))[0]).toContain('Awaiting pick-up')
    consignments.delete('C2')
    change({ kind: 'consignment', code: 'C2' })
    await waitFor(async () => expect((await rows('Consignments'))[0]).toContain('Being deleted'))
    expect(await rows('Consignments')).toHaveLength(2)
    // They are no longer printed from the cache.
    expect(queryClient.getQueryData(labels)).toBeUndefined()
  })

  // CON-6
  test.each([
    ['before the list is shown again', false],
    ['while it is loading, and is left before it has loaded', true],
  ])(
    'of consignments has no row of one deleted from its screen, if the change is reported %s',
    async (_, isShown) => {
      const list = '/consignments?date=2026-11-20'
      const router = await open(list)
      await rows('Consignments')
      await act(() => router.navigate('/consignments/C1'))
      consignments.delete('C2')
      act(refreshConsignments)
      if (isShown) {
        isListHeld = true
        await act(() => router.navigate(list))
        await rows('Consignments')
      }
      change({ kind: 'consignment', code: 'C2' })
      const cached = () => JSON.stringify(queryClient.getQueriesData({ queryKey: listsKey('consignment') }))
      await waitFor(() => expect(cached()).toContain('Being deleted'))
      await act(() => router.navigate('/consignments/C1'))
      isListHeld = false
      await act(() => router.navigate(list))
      await waitFor(async () => expect(await rows('Consignments')).toHaveLength(1))
    },
  )

  test.each([
    [503, 'Paid', 2],
    [403, 'Unpaid', 1],
  ])(
    'shows an order that could not be read at first with %i, after a while, as %s',
    async (status, shown, reads) => {
      await open('/orders')
      await rows()
      let refuse = () => {}
      otherwise = (url) => {
        if (!url.includes('codes=')) return null
        otherwise = () => null
        return new Promise((resolve) => {
          refuse = () => resolve({ status, body: {} })
        })
      }
      orders.set('1', ordered('1', PAID))
      change({ code: '1' })
      await waitFor(() => expect(asked('/api/v1/orders?codes=1')).toHaveLength(1))
      await passes(5_000, refuse)
      await waitFor(async () => expect((await rows())[2]).toContain(shown))
      expect(asked('/api/v1/orders?codes=1')).toHaveLength(reads)
    },
  )

  test('whose first response is from before a change shows the change', async () => {
    let respond = () => {}
    otherwise = (url) => {
      if (url.includes('codes=')) return null
      const body = listed.map((code) => orders.get(code))
      return new Promise((resolve) => {
        respond = () => resolve({ body })
      })
    }
    await openAt('/notes')
    await waitFor(() => expect(stream.send).not.toBeNull())
    fireEvent.click(await screen.findByRole('link', { name: /^Orders/ }))
    await waitFor(() => expect(asked('/api/v1/orders')).toHaveLength(1))
    orders.set('1', ordered('1', PAID))
    await passes(1_000, () => change({ code: '1' }))
    act(respond)
    await waitFor(async () => expect((await rows())[2]).toContain('Paid'))
  })

  test('of a kind that is not redrawn stays as it is', async () => {
    await open('/customers')
    await screen.findByRole('heading', { level: 1 })
    fakeServer.sent = []
    change({ kind: 'customer', code: '7' })
    send('reset')
    // Only by the reset.
    await waitFor(() => expect(asked('/api/v1/customers')).toHaveLength(1))
  })
})

test('what depends on records is loaded again when many change, or some may have been missed', async () => {
  await open('/notes')
  const ask = vi.fn(async () => [])
  const stop = new QueryObserver(queryClient, { queryKey: END_OF_DAY, queryFn: ask }).subscribe(() => {})
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await passes(2_500, () => change({ kind: 'consignment', code: null }))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await passes(2_500, () => send('reset'))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3))
  stop()
})

test('a deleted record is reported as missing', async () => {
  await open('/consignments/C2')
  await screen.findAllByText('Awaiting pick-up')
  consignments.delete('C2')
  change({ kind: 'consignment', code: 'C2' })
  await waitFor(() => expect(screen.queryAllByText('Awaiting pick-up')).toEqual([]))
})

test('an open supplier is loaded again when it changes', async () => {
  suppliers = [{ id: 7, name_legal: 'Aotea Valve' }]
  await open('/suppliers/7')
  await screen.findAllByText('Aotea Valve')
  suppliers = [{ id: 7, name_legal: 'Kererū Pipe' }]
  change({ kind: 'supplier', code: null })
  await screen.findAllByText('Kererū Pipe')
})

test('an order whose payment another user records is updated, and can no longer be confirmed as paid', async () => {
  await open('/orders/2')
  await screen.findAllByText('Unpaid')
  fireEvent.keyDown(screen.getByRole('main'), { key: 'r' })
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByText('The order is already paid.')).toBeNull()
  orders.set('2', ordered('2', PAID))
  change({ code: '2' })
  await within(dialog).findByText('The order is already paid.')
  await waitFor(() => expect(screen.queryAllByText('Unpaid')).toEqual([]))
  fireEvent.click(within(dialog).getByRole('button', { name: /^Record payment/ }))
  expect(fakeServer.sent.filter(({ method }) => method === 'POST')).toEqual([])
})

// ORD-70
test('an order that is opened again by its number alone is shown as it is now', async () => {
  orders.set('1001', ordered('#1001'))
  const router = await open('/orders/1001')
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/%231001'))
  await screen.findAllByText('Unpaid')
  for (const code of ['1001', '#1001']) orders.set(code, ordered('#1001', PAID))
  change({ code: '#1001' })
  await waitFor(() => expect(screen.queryAllByText('Unpaid')).toEqual([]))
  await act(() => router.navigate('/notes'))
  await act(() => router.navigate('/orders/1001'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/%231001'))
  await waitFor(() => expect(screen.queryAllByText('Unpaid')).toEqual([]))
})

describe('a notice of a stop', () => {
  const SENT = {
    status: 'Shipped',
    freight: { tracking_code: 'MP1' },
    dates: { shipped_at: '2026-11-25T01:00:00Z' },
  }
  const STOPPED = {
    ...SENT,
    status: 'Cancelled',
    dates: { ...SENT.dates, cancelled_at: '2026-11-25T01:10:00Z' },
  }
  const toasts = () => store.get(toastsAtom).map(({ tone, text, commands }) => [tone, text, commands])

  afterEach(() => {
    store.set(toastsAtom, [])
    endSession()
  })

  test('ORD-45 of an order sent from here is shown once, and offers to delete its consignment', async () => {
    await open('/notes')
    const { code } = orderOf('104823')
    // Its screen was left long ago: only the index knows it.
    recordIndex.add([{ kind: 'order', code, name: '', contact: '', at: null, total: null, status: null }])
    noteSent(code)
    orders.set(code, orderOf(code, STOPPED))
    change({ code })
    const reason =
      'Order 104823: Cancelled in the shop, 25/11/2026 14:10. Its consignment MP1 must not leave.'
    const notice = ['error', reason, ['stopped.delete']]
    await waitFor(() => expect(toasts()).toEqual([notice]))
    expect(store.get(toastsAtom)[0]?.stopped).toEqual({ order: code, code: 'MP1' })

    store.set(toastsAtom, [])
    noticeStop(undefined, orderOf(code, STOPPED))
    expect(toasts()).toEqual([])
    noticeStop(undefined, orderOf(code, SENT))
    noticeStop(undefined, orderOf(code, STOPPED))
    expect(toasts()).toEqual([notice])
  })

  test('ORD-45 of an order sent from here is also shown after a change of many', async () => {
    await open('/notes')
    noteSent('104825')
    recordIndex.add([
      { kind: 'order', code: '104825', name: '', contact: '', at: null, total: null, status: null },
    ])
    orders.set('104825', orderOf('104825', STOPPED))
    await passes(11_000, () => change({ code: null }))
    await waitFor(() => expect(toasts()).toHaveLength(1))
  })

  test('an order that is not open here, or was stopped before, has no notice', () => {
    noticeStop(orderOf('104823', SENT), orderOf('104823', STOPPED))
    store.set(targetsAtom, { consignment: exampleConsignment({ order_code: '104823' }) })
    noticeStop(orderOf('104823', STOPPED), orderOf('104823', STOPPED))
    // Stopped long ago: a change of it is no news.
    noticeStop(undefined, orderOf('104823', STOPPED))
    expect(toasts()).toEqual([])
    noticeStop(orderOf('104823', SENT), orderOf('104823', STOPPED))
    expect(toasts()).toHaveLength(1)
  })

  test('an order that its customer has collected, or whose booking was undone, has none', () => {
    noteSent('104823')
    const collected = { ...STOPPED, freight: { is_pickup: true, tracking_code: null } }
    noticeStop(undefined, orderOf('104823', collected))
    const undone = { status: 'Cancelled', dates: { cancelled_at: STOPPED.dates.cancelled_at } }
    noticeStop(undefined, orderOf('104823', undone))
    expect(toasts()).toEqual([])
  })
})
