import { describe, expect, test, vi } from 'vitest'
import { noneOf } from '../../../commands/engine/bulk-variant.ts'
import { availability, defineCommand, nameKeys } from '../../../commands/engine/command.ts'
import { COMMANDS, commandById } from '../../../commands/index.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { contextWith, listTarget, recordTarget } from '../example-context.ts'

describe('defineCommand', () => {
  const run = vi.fn()
  const onList = defineCommand({
    id: 'list.try',
    title: 'Try',
    section: 'List',
    target: 'list',
    offered: (list) => ({ offered: list.noun === 'orders', reason: 'Only for orders' }),
    blocked: (list) => (list.isEmpty ? 'Nothing there' : null),
    question: (list) => ({ title: 'Sure?', text: list.noun, confirmLabel: 'Yes' }),
    run,
  })

  test('without its target a command is hidden and does nothing', () => {
    expect(availability(onList, contextWith())).toEqual({ state: 'hidden', reason: null })
    expect(onList.question(contextWith())).toBeNull()
    void onList.run(contextWith())
    expect(run).not.toHaveBeenCalled()
  })

  test('a command that is not offered is hidden with its reason, even if it is also blocked', () => {
    const list = listTarget({ noun: 'emails', isEmpty: true })
    expect(availability(onList, contextWith({ list }))).toEqual({
      state: 'hidden',
      reason: 'Only for orders',
    })
  })

  test('blocked, then ready', () => {
    expect(availability(onList, contextWith({ list: listTarget({ isEmpty: true }) }))).toEqual({
      state: 'blocked',
      reason: 'Nothing there',
    })
    expect(availability(onList, contextWith({ list: listTarget() }))).toEqual({ state: 'ready' })
  })

  test('rules and run receive the target and the context', () => {
    const context = contextWith({ list: listTarget() })
    void onList.run(context)
    expect(run).toHaveBeenCalledWith(context.targets.list, context)
    expect(onList.question(context)).toEqual({ title: 'Sure?', text: 'orders', confirmLabel: 'Yes' })
  })

  test('only keys with mod work in fields by default', () => {
    const keyed = (keys: string[]) =>
      defineCommand({ id: 'a.b', title: '', section: 'Console', keys, run: () => undefined }).fields
    expect(keyed(['mod+k'])).toBe('both')
    expect(keyed(['k'])).toBe('outside')
  })

  test('named keys are never offered by the palette nor bound', () => {
    const named = nameKeys({ id: 'menu.try', title: 'Try', section: 'Menu', keys: ['ArrowUp'] })
    expect([named.handledBy, named.inPalette]).toEqual(['widget', false])
    expect(availability(named, contextWith())).toEqual({ state: 'ready' })
  })
})

const AT = '2026-11-20T01:00:00Z'
const unpaid = exampleOrder({ code: '1' })
const paid = exampleOrder({ code: '2', dates: { paid_at: AT } })
const packed = exampleOrder({ code: '3', dates: { paid_at: AT, ready_at: AT } })
const selection = { count: 2, clear: vi.fn() }

describe('with a selection, one command acts on all of it', () => {
  test.each([
    ['order.pack', 'Pack order items', 'Pack orders'],
    ['order.record-payment', 'Record payment', 'Record payments'],
    ['order.copy-code', 'Copy order code', 'Copy codes'],
  ] as const)('%s: %s becomes %s', (id, one, many) => {
    expect(commandById(id).titleIn(contextWith({ order: paid }))).toBe(one)
    expect(commandById(id).titleIn(contextWith({ order: paid, orders: [paid] }))).toBe(many)
  })

  test.each([
    ['order.pack', 'pack', [packed, paid]],
    ['order.record-payment', 'record-payment', [unpaid, paid]],
  ] as const)('%s asks about all of them, when it can be done to any', (id, action, orders) => {
    const context = contextWith({ order: packed, orders })
    expect(availability(commandById(id), context)).toEqual({ state: 'ready' })
    void commandById(id).run(context)
    expect(context.effects.openDialog).toHaveBeenCalledWith({ name: 'bulk-orders', action, orders })
  })

  test('and not on the active row, which may not be one of them', () => {
    const context = contextWith({ order: paid, orders: [packed] })
    expect(availability(commandById('order.pack'), context)).toEqual({
      state: 'blocked',
      reason: 'The selected order is already packed',
    })
  })

  test('copies every code on a line of its own', async () => {
    const context = contextWith({ order: unpaid, orders: [paid, packed] })
    await commandById('order.copy-code').run(context)
    expect(context.effects.copy).toHaveBeenCalledWith('2\n3')
  })

  test.each(['order.record-collection', 'order.add-tracking', 'order.create-consignment'] as const)(
    '%s acts on one alone and says so',
    (id) => {
      const order = exampleOrder({
        dates: { paid_at: AT },
        freight: { is_pickup: id === 'order.record-collection' },
      })
      const reason = 'One order at a time. Clear the selection first.'
      expect(availability(commandById(id), contextWith({ order }))).toEqual({ state: 'ready' })
      const selected = contextWith({ order, orders: [order] })
      expect(availability(commandById(id), selected)).toEqual({ state: 'blocked', reason })
    },
  )
})

test.each([
  [['is not paid yet'], 'The selected order is not paid yet'],
  [Array(3).fill('is not paid yet'), 'None of the 3 selected orders is paid yet'],
  [Array(2).fill('is already packed'), 'All 2 selected orders are already packed'],
  [Array(2).fill('has already been shipped'), 'All 2 selected orders have already been shipped'],
  [
    ['is already packed', 'is not paid yet', 'is already packed'],
    'Not available for the 3 selected orders: 2 are already packed, 1 is not paid yet',
  ],
])('of several, of which it %j: %s', (predicates, words) => {
  const reasons = predicates.map((predicate) => `The order ${predicate}`)
  expect(noneOf('order', reasons)).toBe(words)
})

// Reasons that say when, or that concern the customer, are counted like the others.
test.each([
  [
    [
      'Cancelled in the shop, 25/11/2026 14:10',
      'Cancelled in the shop, 24/11/2026 09:00',
      'Refunded in the shop, 24/11/2026 09:30',
    ],
    'Not available for the 3 selected orders: 2 cancelled in the shop, 1 refunded in the shop',
  ],
  [['The customer has no account'], 'Not available for the selected order: the customer has no account'],
  [
    Array(2).fill('The customer’s credit is stopped'),
    'Not available for the 2 selected orders: 2 whose customer’s credit is stopped',
  ],
])('of several with the reasons %j: %s', (reasons, words) => {
  expect(noneOf('order', reasons)).toBe(words)
})

describe('Esc lets go of one layer at a time', () => {
  const peek = { close: vi.fn() }
  test.each([
    [{ peek, selection }, ['peek.close']],
    [{ selection }, ['selection.clear']],
    [{}, ['record.back']],
  ])('%o: %j', (targets, wanted) => {
    const context = contextWith({ list: listTarget(), record: recordTarget('1'), ...targets })
    const ready = COMMANDS.filter(
      (command) =>
        command.handledBy === 'listener' &&
        command.keys.includes('Escape') &&
        availability(command, context).state === 'ready',
    )
    expect(ready.map(({ id }) => id)).toEqual(wanted)
  })
})

describe('a list without selection and peek', () => {
  test.each(['list.select', 'list.select-page', 'list.peek'] as const)('has no %s', (id) => {
    expect(availability(commandById(id), contextWith({ list: listTarget() })).state).toBe('hidden')
  })

  test('one with them hands the change over', () => {
    const list = listTarget({ select: vi.fn(), peek: vi.fn() })
    const context = contextWith({ list })
    for (const id of [
      'list.select',
      'list.select-next',
      'list.select-previous',
      'list.select-page',
      'list.peek',
    ] as const)
      void commandById(id).run(context)
    expect(vi.mocked(list.select)?.mock.calls.flat()).toEqual(['toggle', 'to-next', 'to-previous', 'page'])
    expect(list.peek).toHaveBeenCalledOnce()
  })
})
