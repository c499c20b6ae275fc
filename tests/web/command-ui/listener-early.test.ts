import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contextWith, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('while the record is on its way', () => {
  const loading = () => contextWith({ record: recordTarget('104823', { loading: true }) })
  const there = () => ({ record: recordTarget('104823'), order: exampleOrder() })

  test('a key that acts on it waits and runs when it is there', () => {
    const context = loading()
    const { around, press, listener } = setUp(context)
    press('y')
    settle()
    listener.targetsChanged()
    expect(around.run).not.toHaveBeenCalled()
    context.targets = there()
    listener.targetsChanged()
    listener.targetsChanged()
    expect(around.run.mock.calls).toEqual([['order.copy-code']])
  })

  test('what confirms it waits for what it opens', () => {
    const context = loading()
    const { around, press, listener } = setUp(context)
    press('r')
    expect(press('mod+Enter')).toBe('prevent')
    context.targets = { record: recordTarget('104823'), order: exampleOrder() }
    listener.targetsChanged()
    expect(around.run.mock.calls).toEqual([['order.record-payment']])
    context.layer = 'dialog'
    const dialog = {
      title: 'Record payment',
      confirmLabel: 'Record',
      confirm() {},
      cancel() {},
      blocked: null,
    }
    context.targets = { ...context.targets, dialog }
    listener.targetsChanged()
    expect(around.run).toHaveBeenLastCalledWith('dialog.confirm')
  })

  test.each([
    ['going back', 'u'],
    ['a digit, which begins another code', '1'],
  ])('%s drops what waits', (_, key) => {
    const context = loading()
    const { around, press, listener } = setUp(context)
    press('y')
    settle()
    press(key)
    settle()
    context.targets = there()
    listener.targetsChanged()
    expect(around.run).not.toHaveBeenCalledWith('order.copy-code')
  })

  test('what was pressed for a record that never came is not done to the next one', () => {
    const context = loading()
    const { around, press, listener } = setUp(context)
    press('y')
    settle()
    context.targets = { record: recordTarget('104823') }
    listener.targetsChanged()
    press('ArrowDown')
    context.targets = there()
    listener.targetsChanged()
    expect(around.run).not.toHaveBeenCalledWith('order.copy-code')
  })
})
