import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { contextWith, formTargets, freightTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { settle, setUp } from './listener-harness.ts'

const order = exampleOrder()

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <input id="field"><textarea id="notes"></textarea><select id="type"></select><button id="add"></button>
    <div role="dialog"><input id="option" type="radio"><button id="cancel"></button></div>`
})
afterEach(() => vi.useRealTimers())

// KEY-9
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
    const { deps, press } = setUp(context)
    expect(press(key, target)).toBe('prevent')
    expect(deps.run.mock.calls).toEqual([[id]])
  })

  test.each([
    ['Enter', 'field'],
    ['Enter', 'notes'],
    ['shift+Enter', 'notes'],
    ['alt+ArrowDown', 'type'],
    ['p', 'field'],
  ])('%s in the %s is its own', (key, target) => {
    const { deps, press } = setUp(context)
    expect(press(key, target)).toBe('leave')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
  })
})

// KEY-10
describe('over the freight options', () => {
  const freight = {
    ...freightTarget(),
    press: vi.fn((stroke: Stroke) => /^(shift\+)?[1-9]$/.test(stroke.chord)),
  }
  const context = contextWith({ order, freight, ...formTargets() }, { layer: 'dialog' })
  beforeEach(() => {
    freight.press.mockClear()
  })

  test.each(['Enter', 'mod+Enter'])('%s books the focused option, once however long it is held', (key) => {
    const { deps, press } = setUp(context)
    press(key, 'option')
    press(key, 'option', { repeat: true })
    press(key, 'option', { repeat: true })
    expect(deps.run.mock.calls).toEqual([['freight.consign']])
  })

  test('Enter on Cancel presses Cancel', () => {
    const { deps, press } = setUp(context)
    expect(press('Enter', 'cancel')).toBe('leave')
    expect(deps.run).not.toHaveBeenCalled()
  })

  const pressed = (press: typeof freight.press) => press.mock.calls.map(([stroke]) => stroke.chord)

  test('a digit is held, and passed to the panel once it is known to be typed by hand', () => {
    const { press } = setUp(context)
    expect(press('2', 'option')).toBe('stop')
    expect(freight.press).not.toHaveBeenCalled()
    settle()
    expect(pressed(freight.press)).toEqual(['2'])
  })

  test.each([6, 11])('the %i digits of a scan without a final key are not passed to the panel', (length) => {
    const { type } = setUp(context)
    type('12345678901'.slice(0, length), 10, 'option')
    settle()
    expect(freight.press).not.toHaveBeenCalled()
  })

  test.each(['104823', 'COC00014123', 'b12345'])('a scan of %s jumps and books nothing', (code) => {
    const { deps, press, type } = setUp(context)
    type(code, 10, 'option')
    expect(press('Enter', 'option')).toBe('stop')
    settle()
    expect(deps.jump).toHaveBeenCalledWith(code)
    expect(deps.run).not.toHaveBeenCalled()
  })

  describe('a digit with Shift, which books at once', () => {
    const shifted = (deps: ReturnType<typeof setUp>) => deps.press('!', 'option', { chord: 'shift+1' })

    test('is passed to the panel once it is known to be typed by hand', () => {
      const listening = setUp(context)
      expect(shifted(listening)).toBe('stop')
      settle()
      expect(pressed(freight.press)).toEqual(['shift+1'])
    })

    test.each(['A', '12', 'A12345'])(
      'is not passed to the panel as the first character of a scan that continues with %s',
      (rest) => {
        const listening = setUp(context)
        shifted(listening)
        vi.advanceTimersByTime(10)
        listening.type(rest, 10, 'option')
        settle()
        expect(pressed(freight.press)).not.toContain('shift+1')
      },
    )

    test('does nothing more while it is held', () => {
      const listening = setUp(context)
      expect(listening.press('!', 'option', { chord: 'shift+1', repeat: true })).toBe('stop')
      settle()
      // The panel ignores a repeat.
      expect(freight.press.mock.calls).toMatchObject([[{ repeat: true }, expect.any(Number)]])
    })
  })
})
