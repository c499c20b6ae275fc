import { describe, expect, test } from 'vitest'
import {
  type Binding,
  following,
  isSingleKey,
  type KeyPress,
  matches,
  meaningOf,
  type Stroke,
  strokeOf,
  strokesOf,
} from '../../../commands/engine/keymap.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { fc } from '../../properties.ts'

function press(key: string, code: string, rest: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    isComposing: false,
    altGraph: false,
    ...rest,
  }
}

/** The stroke for a name such as `g`, `mod+k` or `?`. */
function stroke(name: string, repeat = false): Stroke {
  return { chord: name, character: [...name].length === 1 ? name : null, repeat }
}

const ctrl = { ctrlKey: true }
const shift = { shiftKey: true }

describe('strokes', () => {
  test.each<[string, KeyPress, boolean, string, string | null]>([
    ['a letter', press('p', 'KeyP'), false, 'p', 'p'],
    ['a letter with Caps Lock', press('P', 'KeyP'), false, 'p', 'P'],
    ['Shift and a letter', press('G', 'KeyG', shift), false, 'shift+g', 'G'],
    ['Shift and a letter with Caps Lock', press('g', 'KeyG', shift), false, 'shift+g', 'g'],
    ['Ctrl and a letter', press('k', 'KeyK', ctrl), false, 'mod+k', null],
    ['Cmd and a letter on a Mac', press('k', 'KeyK', { metaKey: true }), true, 'mod+k', null],
    ['Ctrl on a Mac is not mod', press('k', 'KeyK', ctrl), true, 'ctrl+k', null],
    ['Meta elsewhere is not mod', press('k', 'KeyK', { metaKey: true }), false, 'meta+k', null],
    ['AZERTY: the key with a on it is where QWERTY has q', press('a', 'KeyQ'), false, 'a', 'a'],
    ['QWERTZ: the key with z on it is where QWERTY has y', press('z', 'KeyY'), false, 'z', 'z'],
    ['Dvorak: the key with p on it is where QWERTY has r', press('p', 'KeyR'), false, 'p', 'p'],
    ['QWERTY: ?', press('?', 'Slash', shift), false, 'shift+?', '?'],
    ['AZERTY: ? is Shift and the key of m', press('?', 'KeyM', shift), false, 'shift+?', '?'],
    ['QWERTZ: ? is Shift and ß', press('?', 'Minus', shift), false, 'shift+?', '?'],
    ['Dvorak: ? is Shift and the key of [', press('?', 'BracketLeft', shift), false, 'shift+?', '?'],
    ['QWERTZ: / is Shift and 7', press('/', 'Digit7', shift), false, 'shift+7', '/'],
    ['AZERTY: a digit without Shift', press('&', 'Digit1'), false, '1', '&'],
    ['AZERTY: a digit with Shift', press('1', 'Digit1', shift), false, 'shift+1', '1'],
    ['a digit of the number pad', press('7', 'Numpad7'), false, '7', '7'],
    ['the number pad without Num Lock', press('Home', 'Numpad7'), false, 'Home', null],
    [
      'QWERTZ: [ is AltGr and 8',
      press('[', 'Digit8', { ...ctrl, altKey: true, altGraph: true }),
      false,
      '[',
      '[',
    ],
    ['German Mac: [ is Option and 5', press('[', 'Digit5', { altKey: true }), true, 'alt+5', '['],
    [
      'Option in Firefox on a Mac, which it also calls AltGr',
      press('£', 'Digit3', { altKey: true, altGraph: true }),
      true,
      'alt+3',
      '£',
    ],
    [
      'Option and an arrow in Firefox on a Mac',
      press('ArrowDown', 'ArrowDown', { altKey: true, altGraph: true }),
      true,
      'alt+ArrowDown',
      null,
    ],
    ['Alt and a digit', press('3', 'Digit3', { altKey: true }), false, 'alt+3', null],
    [
      'mod, Shift and a named key',
      press('Backspace', 'Backspace', { ...ctrl, ...shift }),
      false,
      'mod+shift+Backspace',
      null,
    ],
    ['the space bar', press(' ', 'Space'), false, 'Space', ' '],
    // PRD-7
    ['the separator of a scanner', press(']', 'BracketRight', ctrl), false, 'mod+]', null],
    ['AltGr and 9', press(']', 'Digit9', { ...ctrl, altKey: true, altGraph: true }), false, ']', ']'],
  ])('%s', (_, given, mac, chord, character) => {
    expect(strokeOf(given, mac)).toEqual({ chord, character, repeat: false })
  })

  test.each([
    ['Shift alone', press('Shift', 'ShiftLeft', shift)],
    ['AltGr alone', press('AltGraph', 'AltRight')],
    ['Caps Lock', press('CapsLock', 'CapsLock')],
    ['a dead key', press('Dead', 'Quote')],
    ['an input method composing', press('a', 'KeyA', { isComposing: true })],
    ['an input method taking the key', press('Process', 'KeyA')],
  ])('ignores %s', (_, given) => expect(strokeOf(given, false)).toBeNull())

  test.each([
    [strokeOf(press('?', 'KeyM', shift), false), '?', true],
    [strokeOf(press('[', 'Digit8', { ...ctrl, altKey: true, altGraph: true }), false), '[', true],
    [strokeOf(press('[', 'Digit5', { altKey: true }), true), 'alt+5', true],
    [strokeOf(press('/', 'Slash', ctrl), false), '/', false],
    [strokeOf(press('g', 'KeyG', shift), false), 'g', false],
    [strokeOf(press('&', 'Digit1'), false), '1', true],
    [strokeOf(press('1', 'Digit1', shift), false), '1', true],
  ])('%o is %s: %s', (pressed, named, expected) => {
    expect(pressed && matches(pressed, named)).toBe(expected)
  })

  test.each([
    ['p', true],
    ['g o', true],
    ['shift+g', true],
    ['?', true],
    ['Enter', false],
    ['mod+k', false],
    ['alt+1', false],
  ])('%s is a single key: %s', (key, expected) => expect(isSingleKey(strokesOf(key))).toBe(expected))
})

const BINDINGS: Binding[] = [
  { id: 'orders', strokes: ['g', 'o'], movement: false },
  { id: 'products', strokes: ['g', 'p'], movement: false },
  { id: 'first', strokes: ['g', 'g'], movement: true },
  { id: 'open', strokes: ['o'], movement: false },
  { id: 'pack', strokes: ['p'], movement: false },
  { id: 'next', strokes: ['j'], movement: true },
  { id: 'palette', strokes: ['mod+k'], movement: false },
]

/** The commands that a series of strokes runs. */
function runs(names: readonly string[], bindings: readonly Binding[] = BINDINGS): string[] {
  let pending: readonly Stroke[] = []
  return names.flatMap((name) => {
    const outcome = meaningOf(pending, stroke(name), bindings)
    pending = outcome.type === 'wait' ? outcome.pending : []
    return outcome.type === 'run' ? [outcome.id] : []
  })
}

// KEY-3
describe('meaningOf', () => {
  test.each([
    ['o', ['open']],
    ['g o', ['orders']],
    ['g p', ['products']],
    ['g g', ['first']],
    ['mod+g o', ['open']],
    ['x g o', ['orders']],
    ['g x o', ['open']],
    ['g j', ['next']],
    ['g Escape o', ['open']],
    ['mod+k g o', ['palette', 'orders']],
    ['g mod+k o', ['palette', 'open']],
  ])('%s', (strokes, expected) => expect(runs(strokes.split(' '))).toEqual(expected))

  test('a repeated prefix starts the sequence again', () => {
    const noFirst = BINDINGS.filter(({ id }) => id !== 'first')
    expect(runs(['g', 'g', 'o'], noFirst)).toEqual(['orders'])
  })

  test('a key held down repeats movement and nothing else, and the browser gets neither', () => {
    expect(meaningOf([], stroke('j', true), BINDINGS)).toEqual({ type: 'run', id: 'next' })
    expect(meaningOf([], stroke('p', true), BINDINGS)).toEqual({ type: 'wait', pending: [] })
    expect(meaningOf([], stroke('mod+k', true), BINDINGS)).toEqual({ type: 'wait', pending: [] })
    expect(meaningOf([], stroke('x', true), BINDINGS)).toEqual({ type: 'pass' })
  })

  test('a held prefix neither runs nor ends its sequence', () => {
    const pending = [stroke('g')]
    expect(meaningOf(pending, stroke('g', true), BINDINGS)).toEqual({ type: 'wait', pending })
  })

  test('lists the keys that can continue a pending sequence', () => {
    expect(following([], BINDINGS)).toEqual([])
    expect(following([stroke('g')], BINDINGS)).toEqual([
      { stroke: 'o', id: 'orders' },
      { stroke: 'p', id: 'products' },
      { stroke: 'g', id: 'first' },
    ])
  })

  test('a sequence runs after any other strokes', () => {
    const names = fc.constantFrom('g', 'o', 'p', 'j', 'x', 'mod+k', 'mod+g', 'Escape')
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), fc.constantFrom('o', 'p'), (before, last) => {
        // Escape cancels any pending sequence.
        const ran = runs([...before, 'Escape', 'g', last])
        expect(ran.at(-1)).toBe(last === 'o' ? 'orders' : 'products')
      }),
    )
  })
})

describe('the real keys', () => {
  const bound = COMMANDS.filter(({ handledBy }) => handledBy === 'listener').flatMap((command) =>
    command.keys.map((key) => ({ command, strokes: strokesOf(key) })),
  )

  test.each(bound.map(({ command, strokes }) => [strokes.join(' '), command.id] as const))(
    '%s alone runs %s',
    (keys, id) => {
      const binding = { id, strokes: strokesOf(keys), movement: false }
      expect(runs(strokesOf(keys), [binding])).toEqual([id])
    },
  )

  test('no key of a layer makes another key of it unreachable', () => {
    for (const layer of ['page', 'menu', 'dialog', 'palette'] as const) {
      const here = bound
        .filter(({ command }) => command.layers.includes(layer) && command.hiddenWith === null)
        .filter(({ command }) => command.fields !== 'inside')
        .map(({ command, strokes }) => ({ id: command.id, strokes, movement: command.movement }))
      for (const { id, strokes } of here) expect(runs(strokes, here)).toEqual([id])
    }
  })
})
