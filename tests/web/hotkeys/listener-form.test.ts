import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contextWith, formTargets, freightTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'
import { settle, setUp } from './listener-harness.ts'

const order = exampleOrder()

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <input id="field"><textarea id="notes"></textarea><select id="type"></select><button id="add"></button>
    <div role="dialog"><input id="option" type="radio"><button id="cancel"></button></div>`
})
afterEach(() => vi.useRealTimers())

describe('in the consignment form', () => {
  const context = contextWith({ order, ...formTargets() })

  test.each([
    ['shift+Enter', 'field', 'parcels.add'],
    ['shift+Enter', 'add', 'parcels.add'],
    ['mod+shift+Backspace', 'field', 'parcels.remove'],
    ['mod+Enter', 'notes', 'consignment-form.get-options'],
    ['mod+Enter', '', 'consignment-form.get-options'],
    ['alt+ArrowDown', 'field', 'consignment-form.search-address'],
    ['alt+ArrowDown', '', 'consignment-form.search-address'],
  ])('%s in %j runs %s', (key, target, id) => {
    const { around, press } = setUp(context)
    expect(press(key, target)).toBe('prevent')
    expect(around.run.mock.calls).toEqual([[id]])
  })

  test.each([
    ['Enter', 'field'],
    ['Enter', 'notes'],
    ['shift+Enter', 'notes'],
    ['alt+ArrowDown', 'type'],
    ['p', 'field'],
  ])('%s in the %s is its own', (key, target) => {
    const { around, press } = setUp(context)
    expect(press(key, target)).toBe('leave')
    settle()
    expect(around.run).not.toHaveBeenCalled()
  })
})

describe('over the freight options', () => {
  const context = contextWith({ order, freight: freightTarget(), ...formTargets() }, { layer: 'dialog' })

  test.each(['Enter', 'mod+Enter'])('%s consigns from an option, once however long it is held', (key) => {
    const { around, press } = setUp(context)
    press(key, 'option')
    press(key, 'option', { repeat: true })
    press(key, 'option', { repeat: true })
    expect(around.run.mock.calls).toEqual([['freight.consign']])
  })

  test('Enter on Cancel is its own', () => {
    const { around, press } = setUp(context)
    expect(press('Enter', 'cancel')).toBe('leave')
    expect(around.run).not.toHaveBeenCalled()
  })

  test.each(['104823', 'COC00014123', 'b12345'])('a scan of %s jumps and books nothing', (code) => {
    const { around, press, type } = setUp(context)
    type(code, 10, 'option')
    expect(press('Enter', 'option')).toBe('stop')
    settle()
    expect(around.jump).toHaveBeenCalledWith(code)
    expect(around.run).not.toHaveBeenCalled()
  })
})
