import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contextWith, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('while the record is loading', () => {
  const loading = () => contextWith({ record: recordTarget('104823', { loading: true }) })
  const there = () => ({ record: recordTarget('104823'), order: exampleOrder() })

  test('a key that acts on it waits and runs when it is loaded', () => {
    const context = loading()
    const { deps, press, listener } = setUp(context)
    press('y')
    settle()
    listener.screenChanged()
    expect(deps.run).not.toHaveBeenCalled()
    context.targets = there()
    listener.screenChanged()
    listener.screenChanged()
    expect(deps.run.mock.calls).toEqual([['order.copy-code']])
  })

  test('a key that confirms a dialog waits for the dialog', () => {
    const context = loading()
    const { deps, press, listener } = setUp(context)
    press('r')
    expect(press('mod+Enter')).toBe('prevent')
    context.targets = { record: recordTarget('104823'), order: exampleOrder() }
    listener.screenChanged()
    expect(deps.run.mock.calls).toEqual([['order.record-payment']])
    context.layer = 'dialog'
    const dialog = {
      title: 'Record payment',
      confirmLabel: 'Record',
      confirm() {},
      cancel() {},
      blocked: null,
    }
    context.targets = { ...context.targets, dialog }
    listener.screenChanged()
    expect(deps.run).toHaveBeenLastCalledWith('dialog.confirm')
  })

  test.each([
    ['going back', 'u'],
    ['a digit, which begins another code', '1'],
  ])('%s drops waiting keys', (_, key) => {
    const context = loading()
    const { deps, press, listener } = setUp(context)
    press('y')
    settle()
    press(key)
    settle()
    context.targets = there()
    listener.screenChanged()
    expect(deps.run).not.toHaveBeenCalledWith('order.copy-code')
  })

  test('keys for a record that was never loaded do not act on the next one', () => {
    const context = loading()
    const { deps, press, listener } = setUp(context)
    press('y')
    settle()
    context.targets = { record: recordTarget('104823') }
    listener.screenChanged()
    press('ArrowDown')
    context.targets = there()
    listener.screenChanged()
    expect(deps.run).not.toHaveBeenCalledWith('order.copy-code')
  })
})

describe('while another screen is pending', () => {
  /** The user has left an order for a list; `arrive` renders the list. */
  function onTheWay(targets = { record: recordTarget('104823'), order: exampleOrder() }) {
    const context = contextWith(targets)
    const hands = setUp(context)
    hands.deps.isScreenPending.mockReturnValue(true)
    const arrive = (drawn: typeof context.targets) => {
      context.targets = drawn
      hands.deps.isScreenPending.mockReturnValue(false)
      hands.listener.screenChanged()
    }
    return { ...hands, context, arrive }
  }

  test('its keys are queued in order, and none acts on the previous screen', () => {
    const { deps, press, arrive } = onTheWay()
    for (const key of ['x', ']']) {
      expect(press(key)).toBe(key === 'x' ? 'leave' : 'prevent')
      settle()
    }
    expect(press('y')).toBe('leave')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    arrive({ list: listTarget({ hasNextPage: true, select: vi.fn() }), order: exampleOrder() })
    expect(deps.run.mock.calls).toEqual([['list.select'], ['list.next-page'], ['order.copy-code']])
  })

  test('each of several keys waits for the result of the previous one', () => {
    const { deps, press, context, listener } = onTheWay()
    for (const key of ['j', 'j', 'j']) press(key)
    for (const times of [1, 2, 3]) {
      deps.isScreenPending.mockReturnValueOnce(false).mockReturnValue(true)
      context.targets = { record: recordTarget(`${times}`) }
      deps.isScreenPending.mockReturnValueOnce(false)
      listener.screenChanged()
      expect(deps.run.mock.calls.length).toBe(times)
      settle()
    }
  })

  test.each<[string, (press: (name: string) => unknown) => unknown]>([
    ['Esc drops queued keys and goes nowhere', (press) => press('Escape')],
    ['queued keys are dropped after ten seconds', () => vi.advanceTimersByTime(10_000)],
  ])('%s', (_, drop) => {
    const { deps, press, arrive } = onTheWay()
    press('y')
    settle()
    drop(press)
    arrive({ record: recordTarget('104823'), order: exampleOrder() })
    expect(deps.run).not.toHaveBeenCalled()
  })

  test('a sequence is not split', () => {
    const { deps, press, arrive } = onTheWay()
    press('g')
    settle()
    press('e')
    settle()
    arrive({ list: listTarget() })
    expect(deps.run.mock.calls).toEqual([['go.emails']])
  })

  test('a key that is not bound there is dropped and delays nothing', () => {
    const { deps, press, arrive } = onTheWay()
    for (const key of ['r', 'Space', 'Enter']) {
      press(key)
      settle()
    }
    arrive({ list: listTarget() })
    expect(deps.run.mock.calls).toEqual([['list.open']])
  })

  test.each([
    ['the palette opens at once', 'mod+k', 'palette.open'],
    ['what browsers keep is theirs', 'mod+r', null],
    ['a field takes what is typed', 'j', null],
  ])('%s', (_, key, runs) => {
    document.body.innerHTML = '<input id="field" />'
    const { deps, press } = onTheWay()
    const verdict = press(key, key === 'j' ? 'field' : '')
    expect(verdict).toBe(runs === null ? 'leave' : 'prevent')
    expect(deps.run.mock.calls).toEqual(runs === null ? [] : [[runs]])
  })

  test('a digit opens the palette, and a held key stops when it is released', () => {
    const { deps, press, arrive } = onTheWay()
    for (let repeats = 0; repeats < 9; repeats += 1) press('j', '', { repeat: true })
    press('1')
    expect(deps.openPalette.mock.calls).toEqual([['1']])
    arrive({ list: listTarget() })
    expect(deps.run).not.toHaveBeenCalled()
  })
})

test('a custom sequence for a loading record waits completely', () => {
  const context = contextWith(
    { record: recordTarget('104823', { loading: true }) },
    { customShortcuts: { 'order.pack': 'g w', 'order.copy-code': 'w y' } },
  )
  const { deps, press, listener } = setUp(context)
  for (const key of ['g', 'w', 'w', 'y']) {
    press(key)
    settle()
  }
  expect(deps.run).not.toHaveBeenCalled()
  context.targets = { record: recordTarget('104823'), order: exampleOrder() }
  listener.screenChanged()
  expect(deps.run.mock.calls).toEqual([['order.pack'], ['order.copy-code']])
})
