import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { availability } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type Binding, matches, meaningOf, type Stroke, strokeOf } from '../../../commands/engine/keymap.ts'
import type { CourierDayTarget, Targets } from '../../../commands/engine/targets.ts'
import { COMMANDS, commandById } from '../../../commands/index.ts'
import { productCode } from '../../../src/domain/records/record-kind.ts'
import { activeBindings, readyFollowing } from '../../../src/web/hotkeys/bindings.ts'
import { ORDER_OPTIONS } from '../../../src/web/screens/orders/orders-list.tsx'
import {
  contextWith,
  exampleViews,
  formTargets,
  freightTarget,
  listTarget,
  pickRunTarget,
  recordTarget,
  stationTarget,
} from '../../commands/example-context.ts'
import { LAYOUTS, type Layout, pressOf, typedKeys } from '../../commands/layouts.ts'
import {
  exampleArrival,
  exampleConsignment,
  exampleCustomer,
  exampleOrder,
  exampleProduct,
  exampleSupplier,
  exampleSupplierOrder,
} from '../../domain/example-records.ts'
import { settle, setUp } from './listener-harness.ts'

const order = exampleOrder()
const nothing = () => undefined
const list = listTarget({
  page: 2,
  hasNextPage: true,
  select: nothing,
  peek: nothing,
  exported: () => ({ list: 'orders', filter: {} }),
})
const selection = { count: 1, clear: nothing }
const record = recordTarget(order.code)
const consignment = exampleConsignment()
const consignmentRecord = recordTarget(consignment.tracking_code, { kind: 'consignment' })
const customer = exampleCustomer()
const product = exampleProduct()
const supplier = exampleSupplier()
const actions = { label: 'Options', open: () => undefined }
const menu = { ids: ORDER_OPTIONS, targets: { record, order }, choose: nothing }
const dialog = {
  title: '',
  confirmLabel: '',
  confirm: () => undefined,
  cancel: () => undefined,
  blocked: null,
}

const courierDay: CourierDayTarget = {
  day: {
    courier: 'nzpost',
    provider: 'nzpost',
    branch: 'auckland',
    provider_name: 'NZ Post',
    consignments: 1,
    pieces: 1,
    weight: 1,
    open: [consignment.tracking_code],
    unconfirmed: [],
    closed_at: null,
    pickup: null,
    cut_off: null,
  },
  printRunSheet: async () => undefined,
  close: async () => ({ outcome: 'closed', pickup: null }),
}

const arrival = exampleArrival()
const openArrival = { take: () => undefined, blocked: null, replay: async () => undefined }

const NINE_CARTONS = Array.from({ length: 9 }, (_, index) => ({
  name: `Carton ${index + 1}`,
  height_cm: 20,
  length_cm: 30,
  width_cm: 20,
}))

/** The layers in which keys work, each with all targets that can be present in it. */
const PLACES: Record<string, CommandContext> = {
  'an empty screen': contextWith(),
  'a list': contextWith({ list, order }),
  'a list under a notice': contextWith({ list, order, notices: { waits: false, dismiss: nothing } }),
  'a list with selected rows': contextWith({ list, order, orders: [order], selection }),
  'a list with a peek': contextWith({ list, order, orders: [order], selection, peek: { close: nothing } }),
  'a list with saved views': contextWith(
    { list: { ...list, viewAddress: '/orders' }, order },
    { savedViews: exampleViews(9) },
  ),
  'an order': contextWith({ record, order, actions }),
  'an order whose packing can be undone': contextWith({
    record,
    order,
    actions,
    undo: { title: 'Packing of order 104823', steps: ['s1'], codes: ['104823'], until: 0, over: null },
  }),
  'an order and the notice of a stopped one': contextWith({
    record,
    order,
    actions,
    stoppedParcel: { order: '104811', code: 'C1' },
  }),
  'an order with a list in it': contextWith({ record, list, order, actions }),
  'a list of consignments': contextWith({ list, consignment }),
  'a consignment': contextWith({ record: consignmentRecord, consignment, actions }),
  'a consignment that is not found': contextWith({ record: consignmentRecord }),
  'the labels of a consignment': contextWith({
    record: consignmentRecord,
    consignment,
    actions,
    labels: { count: 3, current: 2, show: nothing },
  }),
  'a consignment that was just booked': contextWith({
    record: consignmentRecord,
    consignment,
    actions,
    booking: { code: consignment.tracking_code, printed: false, formPath: '/', over: null },
  }),
  'the end of the day': contextWith({
    list,
    courierDay,
    allCourierDays: [courierDay, courierDay],
    dayTabs: { other: '/end-of-day?tab=late' },
  }),
  'a list of arrivals': contextWith({ list, arrivals: [arrival] }),
  'a field of an arrival': contextWith(
    { record, arrivals: [arrival], arrival: openArrival },
    { typing: true },
  ),
  'an arrival outside of its fields': contextWith({ record, arrivals: [arrival], arrival: openArrival }),
  'a list of customers': contextWith({ list, customer }),
  'a customer with a list in it': contextWith({
    record: recordTarget(customer.code, { kind: 'customer' }),
    list,
    customer,
  }),
  'a product': contextWith({
    record: recordTarget(productCode(product), { kind: 'product' }),
    product,
  }),
  'suppliers and their orders': contextWith({ list, supplier, tabs: { other: '/suppliers?tab=orders' } }),
  'a supplier order': contextWith({ 'supplier-order': exampleSupplierOrder() }),
  'the New Job form': contextWith({ job: { reset: nothing } }, { typing: true }),
  'a list after a print': contextWith({ list, order, lastPrint: { document: { kind: 'test-label' } } }),
  'a field of a list': contextWith({ list, order }, { typing: true }),
  'a field of an order': contextWith({ record, order, actions }, { typing: true }),
  'a dialog': contextWith({ list, order, dialog }, { layer: 'dialog' }),
  'a field of a dialog': contextWith({ record, order, dialog }, { layer: 'dialog', typing: true }),
  'an empty list of some dates': contextWith({
    list: listTarget({ isEmpty: true, searchAllDates: nothing }),
  }),
  'a list that failed': contextWith({
    list: listTarget({ isEmpty: true }),
    failure: { layer: 'page', retry: nothing },
  }),
  'a form that waits': contextWith(formTargets({}, { stopWaiting: nothing })),
  'the consignment form of an order': contextWith({ record, order, actions, ...formTargets() }),
  'a field of it': contextWith({ record, order, actions, ...formTargets() }, { typing: true }),
  'the consignment form of a branch with nine cartons': contextWith(formTargets({ cartons: NINE_CARTONS })),
  'a pick run': contextWith({ pickRun: pickRunTarget(), list: listTarget({ noun: 'lines' }) }),
  'a finished pick run': contextWith({ pickRun: pickRunTarget({ state: 'finished' }) }),
  'the ship station': contextWith({ station: stationTarget() }, { typing: true }),
  'the ship station outside of its field': contextWith({ station: stationTarget() }),
  'the freight options': contextWith(
    { record, order, dialog, freight: freightTarget(), ...formTargets() },
    { layer: 'dialog' },
  ),
  'a menu': contextWith({ record, order, actions, menu }, { layer: 'menu' }),
  'the palette': contextWith({ list, order }, { layer: 'palette', typing: true }),
  'a list without single keys': contextWith({ list, order }, { singleKeys: false }),
  'a list with keys of one’s own': contextWith(
    { list, order },
    {
      customShortcuts: {
        'order.pack': 'r',
        'order.record-payment': 'p',
        'go.orders': 'b b',
        'palette.open': 'mod+j',
      },
    },
  ),
}
const places = Object.entries(PLACES)
const [QWERTY] = LAYOUTS

/** The commands that a series of strokes runs. */
function runs(strokes: readonly string[], layout: Layout, bindings: readonly Binding[]): string[] {
  let pending: readonly Stroke[] = []
  return strokes.flatMap((name) => {
    const stroke = strokeOf(pressOf(name, layout), layout.mac)
    if (!stroke) return []
    const outcome = meaningOf(pending, stroke, bindings)
    pending = outcome.type === 'wait' ? outcome.pending : []
    return outcome.type === 'run' ? [outcome.id] : []
  })
}

describe.each(places)('in %s', (_, context) => {
  const bindings = activeBindings(context)

  // KEY-1
  test('in every pair of bindings each runs its own command, in either order', () => {
    const wrong: string[] = []
    for (const one of bindings) {
      for (const other of bindings) {
        if (one.id === other.id || !QWERTY) continue
        for (const pair of [
          [one, other],
          [other, one],
        ]) {
          const ran = runs(one.strokes, QWERTY, pair).join(', ')
          if (ran !== one.id) wrong.push(`${one.id} beside ${other.id} runs ${ran}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(LAYOUTS.map((layout) => [layout.name, layout] as const))('on %s every key works', (_, layout) => {
    for (const { id, strokes } of bindings) expect(runs(strokes, layout, bindings), id).toEqual([id])
  })

  // KEY-1
  test('no key of any layout matches two bindings', () => {
    const several: string[] = []
    for (const layout of LAYOUTS) {
      for (const press of typedKeys(layout)) {
        const stroke = strokeOf(press, layout.mac)
        const meant = bindings.filter(({ strokes: [first] }) => stroke && matches(stroke, first ?? ''))
        const isWhole = meant.some(({ strokes }) => strokes.length === 1)
        if (isWhole && meant.length > 1)
          several.push(`${layout.name}, ${press.key}: ${meant.map(({ id }) => id).join(', ')}`)
      }
    }
    expect(several).toEqual([])
  })
})

test('every key works in one of these contexts', () => {
  const reached = new Set(
    places.flatMap(([, context]) =>
      activeBindings(context).map(({ id, strokes }) => `${id} ${strokes.join(' ')}`),
    ),
  )
  const declared = COMMANDS.filter(({ handledBy }) => handledBy === 'listener').flatMap(({ id, keys }) =>
    keys.map((key) => `${id} ${key}`),
  )
  expect(declared.filter((key) => !reached.has(key))).toEqual([])
})

describe('Esc, while a notice is shown', () => {
  const runs = (context: CommandContext, key: string) => {
    const outcome = meaningOf([], { chord: key, character: null, repeat: false }, activeBindings(context))
    return outcome.type === 'run' ? outcome.id : null
  }
  const notices = (waits: boolean) => ({ waits, dismiss: nothing })

  test.each([
    ['a record, under an error', contextWith({ record, notices: notices(true) }), 'notice.dismiss'],
    [
      'selected rows, under an error',
      contextWith({ list, selection, notices: notices(true) }),
      'notice.dismiss',
    ],
    [
      'a record, under one that goes by itself',
      contextWith({ record, notices: notices(false) }),
      'record.back',
    ],
    [
      'a list, under one that goes by itself',
      contextWith({ list, notices: notices(false) }),
      'notice.dismiss',
    ],
    ['a record', contextWith({ record }), 'record.back'],
  ])('on %s', (_, context, id) => expect(runs(context, 'Escape')).toBe(id))

  test('leaves the other keys of a command to it', () => {
    expect(runs(contextWith({ record, notices: notices(true) }), 'u')).toBe('record.back')
  })
})

test('the keys of a command that the back end lacks run no other command', () => {
  const lacking = contextWith({ list, order }, { capabilities: new Set() })
  if (!QWERTY) throw new Error('There is no layout.')
  expect(runs(['g', 'd'], QWERTY, activeBindings(contextWith({ list, order })))).toEqual(['go.end-of-day'])
  // It is not available, so nothing happens.
  expect(runs(['g', 'd'], QWERTY, activeBindings(lacking))).toEqual(['go.end-of-day'])
  expect(availability(commandById('go.end-of-day'), lacking)).toEqual({ state: 'hidden', reason: null })
  expect(readyFollowing([stroke('g')], lacking).map(({ id }) => id)).not.toContain('go.end-of-day')
  // A key that begins only such sequences stays free.
  expect(activeBindings(lacking).filter(({ strokes }) => strokes[0] === 'v')).toEqual([])
})

const stroke = (character: string): Stroke => ({ chord: character, character, repeat: false })

describe('a key that does nothing here', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const { openActive: _, ...withoutRecords } = listTarget()

  const MANY: [string, Partial<Targets>, string[], string][] = [
    [
      'z on an order, when the time to undo is over',
      { record: recordTarget('104823'), order: exampleOrder() },
      ['z'],
      'z (Undo) does nothing here',
    ],
    ['u on a list', { list: listTarget() }, ['u'], 'u (Back to where you came from) does nothing here'],
    [
      'Enter on rows without a record',
      { list: withoutRecords },
      ['Enter'],
      'Enter (Open the active row) does nothing here',
    ],
    [
      'x on a list without selection',
      { list: listTarget() },
      ['x'],
      'x (Select the active row) does nothing here',
    ],
  ]

  test.each(MANY)('%s is named once', (_, targets, keys, words) => {
    const { deps, press } = setUp(contextWith(targets))
    for (const key of keys) {
      press(key)
      settle()
      press(key, '', { repeat: true })
    }
    expect(deps.run).not.toHaveBeenCalled()
    expect(deps.openPalette).not.toHaveBeenCalled()
    expect(deps.notify.mock.calls).toEqual([[words]])
  })

  test.each(['Space', 'ArrowDown', 'mod+s', '1'])('%s is left to the browser without a word', (key) => {
    const { deps, press } = setUp(contextWith({}, { singleKeys: false }))
    press(key)
    settle()
    expect(deps.notify).not.toHaveBeenCalled()
  })

  test('a key that would lead to the form on screen says so, and has no hint', () => {
    const order = exampleOrder()
    const context = contextWith({ record: recordTarget(order.code), order, ...formTargets() })
    expect(availability(commandById('order.create-consignment'), context)).toEqual({
      state: 'blocked',
      reason: 'Its form is on the screen',
    })
  })
})
