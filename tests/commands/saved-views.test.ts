import { expect, test } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import { commandById } from '../../commands/index.ts'
import { movedTo, viewNameFault, viewTitle } from '../../src/domain/lists/saved-view.ts'
import { contextWith, exampleViews, listTarget } from './example-context.ts'

const list = listTarget({ viewAddress: '/orders?status=paid' })

test('a view’s command has its name, opens its address, and without a view gives the reason', async () => {
  const context = contextWith({}, { savedViews: exampleViews(2) })
  const [second, third] = [commandById('view.open-2'), commandById('view.open-3')]
  expect(second.titleIn(context)).toBe('View 1')
  await second.run(context)
  expect(context.effects.navigate).toHaveBeenCalledWith('/orders?query=1')
  expect(availability(third, context)).toEqual({ state: 'hidden', reason: 'You have no saved view 3' })
  expect(third.titleIn(context)).toBe('Open saved view 3')
})

test('the filters of a list are saved with its noun, until there are nine views', async () => {
  const command = commandById('view.save')
  const context = contextWith({ list }, { savedViews: exampleViews(8) })
  expect(availability(command, context)).toEqual({ state: 'ready' })
  await command.run(context)
  expect(context.effects.openDialog).toHaveBeenCalledWith({
    name: 'save-view',
    list: 'orders',
    address: '/orders?status=paid',
  })
  expect(availability(command, contextWith({ list }, { savedViews: exampleViews(9) }))).toEqual({
    state: 'blocked',
    reason: 'You have 9 saved views. Delete one in the settings first',
  })
})

// ORD-62
test.each([
  ['view.to-pack', '/orders?query=to+pack&daterange=all'],
  ['view.stopped', '/orders?query=stopped&daterange=all'],
] as const)('%s opens %s', async (id, address) => {
  const context = contextWith({})
  expect(availability(commandById(id), context)).toEqual({ state: 'ready' })
  await commandById(id).run(context)
  expect(context.effects.navigate).toHaveBeenCalledWith(address)
  const without = contextWith({}, { capabilities: new Set() })
  expect(availability(commandById(id), without).state).toBe('hidden')
})

test('a list without filters has nothing to save', () =>
  expect(availability(commandById('view.save'), contextWith({ list: listTarget() })).state).toBe('hidden'))

test.each(['view.save', 'view.open-1', 'view.manage'] as const)(
  '%s is hidden without the capability',
  (id) => {
    const context = contextWith({ list }, { savedViews: exampleViews(1), capabilities: new Set() })
    expect(availability(commandById(id), context)).toEqual({ state: 'hidden', reason: null })
  },
)

const view = (id: string, name: string, list = 'orders') => ({ id, name, list })
const VIEWS = [view('a', 'Unpaid'), view('b', 'Tāmaki'), view('c', 'Today', 'consignments')]

test.each([
  [view('', 'Ready'), null],
  [view('', ''), 'must not be empty'],
  [view('', ' \t '), 'must not be empty'],
  [view('', 'x'.repeat(60)), null],
  [view('', ` ${'x'.repeat(60)} `), null],
  [view('', 'x'.repeat(61)), 'must have at most 60 characters'],
  [view('', ' unpaid '), 'is the name of another view of orders'],
  [view('', 'TAMAKI'), 'is the name of another view of orders'],
  [view('', 'Today'), null],
  [view('a', 'unpaid'), null],
  [view('a', 'Tāmaki'), 'is the name of another view of orders'],
])('the name of %o: %s', (one, fault) => expect(viewNameFault(one, VIEWS)).toBe(fault))

test.each([
  ['a', 2, ['b', 'c', 'a']],
  ['c', 0, ['c', 'a', 'b']],
  ['b', 1, ['a', 'b', 'c']],
  ['b', 99, ['a', 'c', 'b']],
  ['x', 0, ['a', 'b', 'c']],
])('%s moves to %i: %j', (id, place, moved) => expect(movedTo(['a', 'b', 'c'], id, place)).toEqual(moved))

test('the title is the name, with the list only if it would be ambiguous', () => {
  const views = [...VIEWS, view('d', 'unpaid', 'consignments')]
  expect(views.map((one) => viewTitle(one, views))).toEqual([
    'Unpaid (orders)',
    'Tāmaki',
    'Today',
    'unpaid (consignments)',
  ])
})
