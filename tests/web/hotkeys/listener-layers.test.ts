import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { contextWith, freightTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ORDER = { kind: 'order', code: '104823' } as const
const there = () => ({ record: recordTarget('104823'), order: exampleOrder() })
const names = (hands: ReturnType<typeof setUp>) => hands.queue.dropped.map(({ name }) => name)

/** The user has left an order for another screen. */
function pending() {
  const context = contextWith(there())
  const hands = setUp(context)
  return { ...hands, wait: hands.queue.begin({ record: ORDER }) }
}

describe('behind an Enter in the palette', () => {
  function behindEnter() {
    const context = contextWith(there(), { layer: 'palette' })
    document.body.innerHTML = '<input id="field" />'
    const hands = setUp(context)
    return { ...hands, context, wait: hands.queue.begin({ label: '104823', holds: 'record' }) }
  }

  test.each(['r', 'mod+shift+Enter', 'alt+1', 't'])('%s waits for the record', (key) => {
    const { press, queue } = behindEnter()
    expect(press(key, 'field')).toBe('stop')
    expect(queue.state().keys).toHaveLength(1)
  })

  test.each(['5', 'Backspace', 'ArrowDown', 'Enter', 'mod+c', 'mod+a'])('%s is the field’s own', (key) => {
    const { press, queue } = behindEnter()
    expect(press(key, 'field')).toBe('leave')
    expect(queue.state().keys).toHaveLength(0)
  })

  test('a digit behind a key that waits waits too', () => {
    const { press, queue } = behindEnter()
    press('r', 'field')
    expect(press('5', 'field')).toBe('stop')
    expect(queue.state().keys.map(({ name }) => name)).toEqual(['Record payment', '5'])
  })

  test.each(['Backspace', 'ArrowLeft', 'Escape'])('%s drops what waits and returns to the text', (key) => {
    const hands = behindEnter()
    hands.press('r', 'field')
    expect(hands.press(key, 'field')).toBe('stop')
    expect(hands.deps.typeAhead).toHaveBeenCalledWith({ chord: 'Escape', character: null, repeat: false })
    expect(names(hands)).toEqual(['Record payment'])
  })
})

describe('while an answer is awaited in a dialog', () => {
  const setUpPanel = () => {
    const freight = {
      ...freightTarget({ options: 0 }),
      press: vi.fn((stroke: Stroke) => stroke.chord !== 'Escape'),
    }
    const context = contextWith({ order: exampleOrder(), freight }, { layer: 'dialog' })
    const hands = setUp(context)
    return { ...hands, freight, wait: hands.queue.begin({ label: 'the freight options', holds: 'all' }) }
  }

  test('a digit with Shift chooses once the options are there', () => {
    const { press, freight, queue, listener, wait } = setUpPanel()
    press('@', '', { chord: 'shift+2' })
    settle()
    expect(freight.press).not.toHaveBeenCalled()
    queue.end(wait)
    listener.runQueued()
    expect(freight.press.mock.calls).toMatchObject([[{ chord: 'shift+2' }]])
  })

  test('Esc closes it at once', () => {
    const { press } = setUpPanel()
    expect(press('Escape')).toBe('leave')
  })
})

test('a scan behind keys that wait is carried out although they cannot be', () => {
  const hands = pending()
  hands.press('r')
  settle()
  hands.type('104899', 10)
  hands.press('Enter')
  expect(hands.deps.jump).not.toHaveBeenCalled()
  hands.queue.end(hands.wait, { type: 'failed', reason: 'Gone' })
  hands.listener.runQueued()
  expect(hands.deps.jump.mock.calls).toEqual([['104899']])
  expect(names(hands)).toEqual(['Record payment'])
})

test('a pasted text waits behind keys, and otherwise is the browser’s', () => {
  const { listener, press, deps, queue, wait } = pending()
  expect(listener.paste('104899', Date.now())).toBe(false)
  press('y')
  settle()
  expect(listener.paste('104899', Date.now())).toBe(true)
  queue.end(wait)
  listener.runQueued()
  expect([deps.run.mock.calls, deps.openPalette.mock.calls]).toEqual([[['order.copy-code']], [['104899']]])
})
