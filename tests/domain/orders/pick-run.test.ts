import { describe, expect, it, test } from 'vitest'
import { Order } from '../../../src/contract/orders.ts'
import { type PickedOrder, PickRun, type PickTick } from '../../../src/contract/pick-runs.ts'
import {
  afterTick,
  lineState,
  pickedState,
  pickLines,
  pickProgress,
  planPickRun,
  scannedTick,
  sharesOf,
  shortageReason,
  shortOrders,
  stationQueue,
  wantedOf,
  whyNotFinished,
} from '../../../src/domain/orders/pick-run.ts'

const PAID = { paid_at: '2026-11-19T22:00:00.000Z' }
let ids = 0
const item = (code: string | null, quantity: number, name = `Name of ${code}`) => {
  ids += 1
  return { id: ids, quantity, product: { code, name, price: 100 } }
}
const order = (code: string, items: object[] = [item('ABC', 1)], parts: object = {}): Order =>
  Order.parse({ code, status: 'Paid', dates: PAID, items, ...parts })
const NONE = new Map<string, string>()

describe('the orders of a run', () => {
  const hold = { at: '2026-11-19T22:00:00.000Z', by: 'Mere', reason: 'call first' }
  // RUN-1
  it.each([
    ['stopped', { dates: { ...PAID, cancelled_at: '2026-11-19T22:10:00.000Z' } }, /^Cancelled in the shop/],
    ['held by staff', { hold }, /^On hold by Mere, .*: call first$/],
    ['held by a word', { status: 'Awaiting approval' }, /^Awaiting approval$/],
    ['shipped', { dates: { ...PAID, shipped_at: PAID.paid_at } }, /^The order has already been shipped$/],
    ['unpaid', { status: 'Ordered', dates: {} }, /^The order is not paid yet$/],
    ['of a customer whose credit is stopped', { customer: { credit_stop: true } }, /credit is stopped$/],
    ['in another run', { code: '2' }, /^It is in pick run 7 already$/],
    ['with nothing to fetch', { items: [{ ...item('ABC', 2), fulfilled_quantity: 2 }] }, /nothing to fetch/],
  ])('leave one out that is %s', (_, parts, reason) => {
    const { orders, leftOut } = planPickRun([order('1'), order('9', undefined, parts)], new Map([['2', '7']]))
    expect(orders.map(({ code }) => code)).toEqual(['1'])
    expect(leftOut).toEqual([{ code: expect.any(String), reason: expect.stringMatching(reason) }])
  })

  // RUN-1
  it.each([
    ['packed', { status: 'Ready To Ship', dates: { ready_at: PAID.paid_at } }],
    ['on account', { status: 'Ordered', dates: {}, customer: { terms: 'account' } }],
    ['of a stopped credit that only warns', { customer: { credit_stop: true, credit_stop_warns: true } }],
  ])('have one that is %s', (_, parts) => {
    expect(planPickRun([order('1', undefined, parts)], NONE).leftOut).toEqual([])
  })

  // RUN-1
  it('are at most 50, and the others are named', () => {
    const all = Array.from({ length: 52 }, (_, index) => order(`O${index + 1}`))
    const { orders, leftOut } = planPickRun(all, NONE)
    expect(orders.at(-1)?.code).toBe('O50')
    expect(leftOut).toEqual([
      { code: 'O51', reason: 'A run has at most 50 orders' },
      { code: 'O52', reason: 'A run has at most 50 orders' },
    ])
  })

  // RUN-6
  it('are marked with what has become of them', () => {
    const open = { state: 'open', reason: null, is_sent_before: false }
    expect(pickedState(order('1'), null)).toEqual(open)
    expect(pickedState(order('1', [], { hold }), null)).toMatchObject({ state: 'held' })
    const shipped = order('1', [], { status: 'Shipped' })
    expect(pickedState(shipped, null)).toEqual({ state: 'sent', reason: null, is_sent_before: true })
    expect(pickedState(order('1', [], { status: 'Refunded' }), null)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/^Refunded/),
    })
  })

  // RUN-6
  it('need nothing any more if they are sent before the run ends', () => {
    const sent = order('1', [], { dates: { ...PAID, shipped_at: '2026-11-20T01:00:00.000Z' } })
    expect(pickedState(sent, '2026-11-20T02:00:00.000Z').is_sent_before).toBe(true)
    expect(pickedState(sent, '2026-11-20T00:30:00.000Z').is_sent_before).toBe(false)
  })
})

// RUN-2
test('a line has what all orders need of a product, in the order of the locations', () => {
  const orders = [
    order('1', [item('VALVE', 2), item('HOSE', 12.5), item('NUT', 1), item(null, 1, 'Pallet fee')]),
    order('2', [item('NUT', 3), item('HOSE', 5.25), item('NUT', 2), item('AWL', 1)]),
  ]
  const locations = new Map([
    ['VALVE', 'A-10-1'],
    ['HOSE', 'B-1'],
    ['NUT', 'A-2-1'],
  ])
  const lines = pickLines(orders, [], locations)
  expect(lines.map(({ code, name, by, location, parts }) => [location, code ?? name, by, parts])).toEqual([
    ['A-2-1', 'NUT', 'pieces', [part('1', 1), part('2', 5)]],
    ['A-10-1', 'VALVE', 'pieces', [part('1', 2)]],
    ['B-1', 'HOSE', 'measure', [part('1', 12.5)]],
    ['B-1', 'HOSE', 'measure', [part('2', 5.25)]],
    [null, 'AWL', 'pieces', [part('2', 1)]],
    [null, 'Pallet fee', 'key', [part('1', 1)]],
  ])
})

const part = (of: string, quantity: number) => ({ order: of, quantity })
const picked = (code: string, state: PickedOrder['state'] = 'open') => ({
  ...{ code, state, is_sent_before: false },
})
const EAN = '4006381333931'
const line = (parts: object = {}) => ({
  ...{ id: '7', code: 'NUT', name: 'Nut', location: 'A-1', by: 'pieces', found: 0, revision: 3 },
  ...{ parts: [part('1', 3), part('2', 2)], changed_by: 'Aroha', ...parts },
})
const run = (lines: object[] = [line()], orders = [picked('1'), picked('2')]): PickRun =>
  PickRun.parse({
    ...{ id: 12, state: 'open', orders, lines },
    barcodes: [
      { code: EAN, quantity: 1, product: 'NUT' },
      { code: '10614141000415', quantity: 4, unit: 'carton', product: 'NUT' },
      { code: '036000291452', quantity: 1, product: 'OTHER' },
    ],
  })
const only = (of: PickRun) => {
  const [first] = of.lines
  if (!first) throw new Error('The run has no line.')
  return first
}

describe('a change of a line', () => {
  const add = (amount: number): PickTick => ({ kind: 'add', tick: 'tick-0001', line: '7', amount })
  const set = (found: number, is_short = false, revision = 3): PickTick => {
    return { kind: 'set', tick: 'tick-0001', line: '7', found, is_short, revision }
  }
  const changed = (tick: PickTick, parts: object = {}, orders?: ReturnType<typeof picked>[]) => {
    const of = run([line(parts)], orders)
    const result = afterTick(only(of), tick, of)
    return 'refused' in result ? result.refused : [result.found, result.is_short, result.revision]
  }

  // RUN-3
  it.each([
    [add(2), {}, [2, false, 4]],
    [add(4), { found: 1 }, [5, false, 4]],
    [add(-1), { found: 1 }, [0, false, 4]],
    [add(0.2), { found: 0.1, parts: [part('1', 0.5)] }, [0.3, false, 4]],
    [add(3), { found: 2, is_short: true }, [5, false, 4]],
    [add(1), { found: 2, is_short: true }, [3, true, 4]],
    [set(5), {}, [5, false, 4]],
    [set(2, true), {}, [2, true, 4]],
    [set(5, true), {}, [5, false, 4]],
    // Both pickers ticked it.
    [set(5, false, 1), { found: 5 }, [5, false, 3]],
    [add(6), {}, 'Too many of NUT: 6 instead of 5'],
    [add(-1), {}, 'Nothing of NUT is found'],
    [set(0, false, 2), { found: 2 }, 'Aroha has changed NUT meanwhile: 2 of 5 found'],
    [set(2, true, 2), { found: 3 }, 'Aroha has changed NUT meanwhile: 3 of 5 found'],
  ])('%j of %j is %j', (tick, parts, expected) => {
    expect(changed(tick, parts)).toEqual(expected)
  })

  // RUN-6
  it('of a stopped order is only put back', () => {
    const orders = [picked('1', 'stopped'), picked('2')]
    const of = run([line({ found: 4 })], orders)
    expect([wantedOf(only(of), of), lineState(only(of), of)]).toEqual([2, 'over'])
    expect(changed(add(1), { found: 4 }, orders)).toBe('Too many of NUT: 5 instead of 2')
    expect(changed(add(-1), { found: 4 }, orders)).toEqual([3, false, 4])
  })
})

describe('a scan', () => {
  // RUN-3
  it.each([
    [EAN, {}, { line: '7', amount: 1 }],
    ['nut', {}, { line: '7', amount: 1 }],
    [`3*${EAN}`, {}, { line: '7', amount: 3 }],
    ['10614141000415', {}, { line: '7', amount: 4 }],
    ['10614141000415', { found: 2 }, { wrong: 'Too many of NUT: 6 instead of 5', isOther: false }],
    ['036000291452', {}, { wrong: 'OTHER is not in this run', isOther: true }],
    ['BOLT', {}, { wrong: 'BOLT is not in this run', isOther: true }],
    // What is measured is one scan of its line.
    ['HOSE', { code: 'HOSE', by: 'measure', parts: [part('1', 12.5)] }, { line: '7', amount: 12.5 }],
  ])('of %s on %j is %j', (text, parts, expected) => {
    expect(scannedTick(run([line(parts)]), text)).toEqual(expected)
  })
})

describe('a shortage', () => {
  // RUN-4
  it.each([
    [0, [0, 0, 0]],
    [1, [1, 0, 0]],
    [2, [0, 2, 0]],
    [3, [3, 0, 0]],
    [5, [3, 2, 0]],
    [6, [3, 2, 1]],
    [9, [3, 2, 4]],
  ])('of %d found is shared so that most orders get all they need: %j', (found, got) => {
    const of = run([line({ found, parts: [part('1', 3), part('2', 2), part('3', 4)] })])
    expect(sharesOf(only(of), of).map((share) => share.got)).toEqual(got)
  })

  // RUN-4
  it('concerns the orders that get less, with the reason, and no stopped one', () => {
    const lines = [line({ found: 2, is_short: true })]
    const of = run(lines)
    expect(shortOrders(only(of), of)).toEqual([{ order: '1', got: 0, quantity: 3 }])
    expect(shortageReason('1', of)).toBe('Pick run 12: 0 of 3 of NUT found')
    expect(shortageReason('2', of)).toBeNull()
    const pipe = line({ id: '8', code: 'PIPE', found: 1, is_short: true, parts: [part('1', 2)] })
    const open = line({ id: '9', code: 'HOSE' })
    expect(shortageReason('1', run([...lines, pipe, open]))).toBe(
      'Pick run 12: 0 of 3 of NUT, 1 of 2 of PIPE found',
    )
    const sent = run(lines, [{ ...picked('1', 'sent'), is_sent_before: true }, picked('2')])
    expect([wantedOf(only(sent), sent), shortOrders(only(sent), sent)]).toEqual([2, []])
    const stopped = run(lines, [picked('1', 'stopped'), picked('2')])
    expect(shortOrders(only(stopped), stopped)).toEqual([])
    expect(lineState(only(stopped), stopped)).toBe('done')
  })
})

// RUN-8
test('the ship station sends what is open or sent, and names the others', () => {
  const orders = [
    { ...picked('1', 'sent') },
    { ...picked('2'), is_pickup: true },
    { ...picked('3', 'held'), reason: 'On hold' },
    picked('4'),
    picked('5'),
  ]
  const lines = [line({ found: 2, parts: [part('4', 2), part('5', 1)] })]
  expect(stationQueue(run(lines, orders))).toEqual({
    orders: [
      { code: '1', isSent: true },
      { code: '4', isSent: false },
    ],
    aside: [
      { code: '2', reason: 'click & collect' },
      { code: '3', reason: 'On hold' },
      { code: '5', reason: '0 of 1 of NUT found' },
    ],
  })
})

// RUN-7
test('a run is finished when each line is found or short', () => {
  const lines = [line({ found: 5 }), line({ id: '8', found: 1, is_short: true }), line({ id: '9' })]
  expect(pickProgress(run(lines))).toEqual({ lines: 3, settled: 2, short: 1 })
  expect(whyNotFinished(run(lines))).toBe('1 line is still open')
  expect(whyNotFinished(run(lines.slice(0, 2)))).toBeNull()
  expect(whyNotFinished(run([line(), line({ id: '8' })]))).toBe('2 lines are still open')
})
