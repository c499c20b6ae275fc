import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { contextWith, listTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fc } from '../../properties.ts'
import { setUp } from './listener-harness.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<input id="field">'
})
afterEach(() => vi.useRealTimers())

interface Key {
  name: string
  /** Milliseconds since the previous key. */
  gap: number
}

interface Typing {
  keys: readonly Key[]
  /**
   * When the page handles neither keys nor timers, in milliseconds after the first key. Keys pressed then are
   * handled afterwards.
   */
  busy: { from: number; for: number }
  /** Milliseconds until the palette focuses its input. */
  opensFor: number
}

/** Shared by all runs, because making its functions takes longer than typing a code. */
const CONTEXT = contextWith({ order: exampleOrder(), list: listTarget() })

/**
 * Types without a focused field.
 * @returns the text in the palette, and the code of a scan or null
 */
function typeAll({ keys, busy, opensFor }: Typing, letters = true) {
  const context: CommandContext = { ...CONTEXT, singleKeys: letters }
  const { deps, listener } = setUp(context)
  const start = Date.now()
  const shown: { text: string | null; readyAt: number; jumped: string | null } = {
    text: null,
    readyAt: 0,
    jumped: null,
  }
  const append = (character: string | null) => {
    if (shown.text !== null && character !== null) shown.text += character
  }
  deps.openPalette.mockImplementation((text: string) => {
    shown.text = text
    shown.readyAt = Date.now() + opensFor
    context.layer = 'palette'
  })
  deps.jump.mockImplementation((code: string) => {
    shown.jumped = code
  })
  deps.isPaletteOpening.mockImplementation(() => shown.text !== null && Date.now() < shown.readyAt)
  deps.typeAhead.mockImplementation(({ character }) => {
    append(character)
    return true
  })
  let at = start
  for (const { name, gap } of keys) {
    at += gap
    const isLate = at - start >= busy.from && at - start < busy.from + busy.for
    vi.advanceTimersByTime(Math.max(0, (isLate ? start + busy.from + busy.for : at) - Date.now()))
    const character = [...name].length === 1 ? name : null
    const focused = shown.text !== null && !deps.isPaletteOpening()
    const target = focused ? document.getElementById('field') : document.body
    const chord = /[A-Z]/.test(name) && character ? `shift+${name.toLowerCase()}` : name
    const verdict = listener.press({ chord, character, repeat: false }, target, at)
    if (focused && verdict === 'leave') append(character)
  }
  vi.advanceTimersByTime(300)
  return { text: shown.text, jumped: shown.jumped, deps }
}

const keysOf = (text: string, gaps: readonly number[], end: string | null = null): Key[] =>
  [...text, ...(end === null ? [] : [end])].map((name, index) => ({
    name,
    gap: index === 0 ? 0 : (gaps[index - 1] ?? 20),
  }))

const CALM = { busy: { from: 0, for: 0 }, opensFor: 30 }

describe('a code that begins with a letter, typed fast by hand with nothing focused', () => {
  test.each([[[14, 49, 14, 102, 27, 20]], [[35, 99, 87, 10, 12, 23]]])(
    'loses no digit: gaps of %j ms',
    (gaps) => {
      const { text, deps } = typeAll({ keys: keysOf('W104151', gaps), ...CALM })
      expect(text).toBe('W104151')
      expect(deps.run).not.toHaveBeenCalled()
    },
  )

  test('opens the palette with all of it, though the Enter comes too late for a scan', () => {
    const { text, jumped, deps } = typeAll({
      keys: keysOf('W1041', [30, 40, 40, 40, 40], 'Enter'),
      ...CALM,
      opensFor: 300,
    })
    expect([text, jumped]).toEqual(['W1041', null])
    expect(deps.typeAhead).toHaveBeenLastCalledWith(expect.objectContaining({ chord: 'Enter' }))
  })

  test('leaves out a letter that has run as a key', () => {
    const { text, deps } = typeAll({ keys: keysOf('p104', [60, 20, 20]), ...CALM })
    expect(text).toBe('104')
    expect(deps.run.mock.calls).toEqual([['order.pack']])
  })

  test('opens nothing while single keys are switched off', () => {
    const keys = keysOf('W104151', [20, 60, 20, 20, 20, 20])
    expect(typeAll({ keys, ...CALM }, false)).toMatchObject({ text: null, jumped: null })
  })
})

test('six characters at a scanner’s pace that no Enter ends open the palette and run nothing', () => {
  const { text, deps } = typeAll({ keys: keysOf('packpa', [15, 15, 15, 15, 15]), ...CALM })
  expect(text).toBe('packpa')
  expect(deps.run).not.toHaveBeenCalled()
})

const typing = fc.record({
  keys: fc
    .tuple(
      fc.stringMatching(/^[A-Zjkgx]{0,3}[0-9]{1,8}[A-Z]?$/),
      fc.array(fc.integer({ min: 1, max: 160 }), { minLength: 12, maxLength: 12 }),
      fc.constantFrom('Enter', 'Tab', null),
    )
    .map(([text, gaps, end]) => ({ text, keys: keysOf(text, gaps, end) })),
  busy: fc.record({ from: fc.integer({ min: 0, max: 300 }), for: fc.integer({ min: 0, max: 200 }) }),
  opensFor: fc.integer({ min: 1, max: 150 }),
})

test('no digit is lost or moved, whatever the pace', () => {
  fc.assert(
    fc.property(typing, ({ keys: { text, keys }, busy, opensFor }) => {
      const { text: shown, jumped } = typeAll({ keys, busy, opensFor })
      const opened = jumped ?? shown ?? ''
      expect(text.endsWith(opened), `${text} ends with ${opened}`).toBe(true)
      expect(opened.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
    }),
    { numRuns: 2_000 },
  )
})
