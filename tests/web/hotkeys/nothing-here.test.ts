import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { availability } from '../../../commands/engine/command.ts'
import type { Targets } from '../../../commands/engine/targets.ts'
import { commandById } from '../../../commands/index.ts'
import { contextWith, formTargets, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const { openActive: _, ...withoutRecords } = listTarget()

const MANY: [string, Partial<Targets>, string[], string][] = [
  [
    'z on an order, when the time to undo is over',
    { record: recordTarget('104823'), order: exampleOrder() },
    ['z'],
    'z (Undo the booking) does nothing here',
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
