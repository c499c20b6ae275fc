import { describe, expect, test } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import { COMMANDS, type CommandId, commandById } from '../../commands/index.ts'
import { type OrderStep, orderCan, SKIP_FAILED } from '../../src/domain/orders/order-actions.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { contextWith, listTarget, recordTarget } from './example-context.ts'

const AT = '2026-11-20T01:00:00Z'
const ACTIONS: [CommandId, OrderStep][] = [
  ['order.record-payment', 'record-payment'],
  ['order.pack', 'pack'],
  ['order.record-collection', 'record-collection'],
  ['order.add-tracking', 'add-tracking'],
  ['order.create-consignment', 'create-consignment'],
]
const yesNo = [false, true]
const stages = yesNo.flatMap((paid) =>
  yesNo.flatMap((ready) =>
    yesNo.flatMap((shipped) =>
      yesNo.flatMap((pickup) =>
        yesNo.map((tracking) =>
          exampleOrder({
            dates: {
              paid_at: paid ? AT : null,
              ready_at: ready ? AT : null,
              shipped_at: shipped ? AT : null,
            },
            freight: { is_pickup: pickup, tracking_code: tracking ? 'MP1' : null },
          }),
        ),
      ),
    ),
  ),
)

describe.each(ACTIONS)('%s', (id, action) => {
  // NAV-9
  test('is there exactly when the order allows it, and says why when not', () => {
    for (const order of stages) {
      const { offered, reason } = orderCan(action, order)
      const expected = offered ? { state: 'ready' } : { state: 'hidden', reason }
      expect(availability(commandById(id), contextWith({ order }))).toEqual(expected)
    }
  })

  test('is hidden without an order', () => {
    expect(availability(commandById(id), contextWith())).toEqual({ state: 'hidden', reason: null })
  })
})

// ORD-35
test.each([
  ['order.record-payment', 'record-payment', MESSAGES.markPaid],
  ['order.pack', 'pack', MESSAGES.pack],
  ['order.pay-and-pack', 'pay-and-pack', MESSAGES.markPaid],
  ['order.record-collection', 'record-collection', MESSAGES.markCollected],
  ['order.add-tracking', 'add-tracking', MESSAGES.shippingUpdate],
  ['order.skip', 'skip-order', SKIP_FAILED],
] as const)('%s opens its dialog for the order', (id, name, failure) => {
  const order = exampleOrder()
  const context = contextWith({ order })
  void commandById(id).run(context)
  expect(context.effects.openDialog).toHaveBeenCalledWith({ name, order })
  expect(commandById(id).failure).toBe(failure)
})

test('paying and packing is offered until one of them is done, by its key', () => {
  for (const order of stages) {
    const { paid_at, ready_at, shipped_at } = order.dates
    const { state } = availability(commandById('order.pay-and-pack'), contextWith({ order }))
    expect(state).toBe(paid_at || ready_at || shipped_at ? 'hidden' : 'ready')
  }
  expect(commandById('order.pay-and-pack').keys).toEqual(['mod+shift+Enter'])
})

// BIZ-4
test.each(['print-invoice', 'print-packing-slip', 'edit', 'refund', 'return-items', 'cancel'] as const)(
  'order.%s is a placeholder, shown and never ready',
  (name) => {
    for (const order of stages) {
      expect(availability(commandById(`order.${name}`), contextWith({ order }))).toEqual({
        state: 'blocked',
        reason: MESSAGES.featureNotAvailable,
      })
    }
  },
)

describe('on the order screen', () => {
  const order = exampleOrder({ code: 'A/1' })

  test('opening it is not offered, its tabs are', () => {
    const context = contextWith({ order, record: recordTarget('A/1') })
    expect(availability(commandById('order.open'), context).state).toBe('hidden')
    expect(availability(commandById('order.freight'), context).state).toBe('ready')
  })

  test('in a list, opening it is offered and its tabs are not', () => {
    const context = contextWith({ order, list: listTarget() })
    expect(availability(commandById('order.open'), context).state).toBe('ready')
    const hidden = { state: 'hidden', reason: 'Open the order first' }
    expect(availability(commandById('order.freight'), context)).toEqual(hidden)
  })

  test('tabs keep where the order was opened from', () => {
    const record = recordTarget('A/1', { tab: (name) => `/orders/A%2F1?tab=${name}&from=2` })
    const context = contextWith({ order, record })
    void commandById('order.freight').run(context)
    expect(context.effects.navigate).toHaveBeenCalledWith('/orders/A%2F1?tab=freight&from=2')
  })

  test('a consignment is created from a list too', () => {
    const context = contextWith({ order })
    void commandById('order.create-consignment').run(context)
    expect(context.effects.navigate).toHaveBeenCalledWith('/orders/A%2F1?tab=freight')
  })
})

test('its consignment is one key away, once it has a tracking code', () => {
  const command = commandById('order.view-consignment')
  const context = contextWith({ order: exampleOrder({ freight: { tracking_code: 'COC/1' } }) })
  void command.run(context)
  expect(context.effects.navigate).toHaveBeenCalledWith('/consignments/COC%2F1')
  expect(availability(command, contextWith({ order: exampleOrder() }))).toEqual({
    state: 'hidden',
    reason: 'The order has no tracking code',
  })
})

test('an order is copied by its code', async () => {
  const context = contextWith({ order: exampleOrder({ code: '104823' }) })
  await commandById('order.copy-code').run(context)
  expect(context.effects.copy).toHaveBeenCalledWith('104823')
})

// ORD-100
describe('booking the orders of a page by rule', () => {
  const command = commandById('orders.book-by-rule')
  const paid = { status: 'Ready to ship', dates: { paid_at: '2026-11-19T20:06:00Z' } } as const
  const shownOrders = [
    exampleOrder({ code: '1', ...paid }),
    exampleOrder({ code: '2' }),
    exampleOrder({ code: '3', ...paid, freight: { is_pickup: true } }),
    exampleOrder({ code: '4', ...paid }),
    exampleOrder({ code: '5', ...paid, skipped: { until: null, reason: null, by: null } }),
  ]

  test('leaves out those that a person has to look at', () => {
    const context = contextWith({ shownOrders })
    expect(command.titleIn(context)).toBe('Book 2 shown by rule…')
    expect(availability(command, context)).toEqual({ state: 'ready' })
    void command.run(context)
    const orders = [shownOrders[0], shownOrders[3]]
    expect(context.effects.openDialog).toHaveBeenCalledWith({ name: 'book-orders', orders })
  })

  test('is not offered where all need a person, or some are selected', () => {
    const none = contextWith({ shownOrders: shownOrders.slice(1, 3) })
    expect(availability(command, none)).toEqual({
      state: 'hidden',
      reason: 'No order of this page can be booked',
    })
    const selected = contextWith({ shownOrders, orders: shownOrders.slice(0, 1) })
    expect(availability(command, selected)).toEqual({ state: 'hidden', reason: null })
  })
})

test('every command about an order is named for it', () => {
  const named = COMMANDS.filter(({ id }) => id.startsWith('order.'))
  expect(named.every(({ target }) => target === 'order')).toBe(true)
})

test('an order is skipped while it can be shipped, and no longer skipped while it is', async () => {
  const skipped = { until: '2026-11-20T11:00:00.000Z', reason: 'No stock', by: 'Mere Parata' }
  const [skip, unskip] = [commandById('order.skip'), commandById('order.unskip')]
  const state = (parts: Parameters<typeof exampleOrder>[0]) =>
    [skip, unskip].map((command) => availability(command, contextWith({ order: exampleOrder(parts) })).state)
  expect(state({})).toEqual(['ready', 'hidden'])
  expect(state({ skipped })).toEqual(['ready', 'ready'])
  expect(state({ freight: { is_pickup: true } })).toEqual(['hidden', 'hidden'])
  expect(state({ dates: { shipped_at: AT } })).toEqual(['hidden', 'hidden'])
  const context = contextWith({ order: exampleOrder({ code: '104823', skipped }) })
  await unskip.run(context)
  expect(context.effects.unskip).toHaveBeenCalledExactlyOnceWith('104823')
})

// KEY-7
test.each(['order.take-source-changes', 'order.keep-source-changes', 'order.unskip'] as const)(
  'an undo that is pressed while %s is under way waits for it, and undoes nothing before it',
  (id) => {
    expect(commandById(id).leads).toBe(true)
  },
)
