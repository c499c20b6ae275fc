import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { contextWith, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<input id="field"><input id="box" type="checkbox"><input id="date" data-day=""><select id="select"></select><button id="button"></button><div role="menu"><a id="item" href="#"></a></div><div role="dialog"><button id="cancel"></button></div>'
})
afterEach(() => vi.useRealTimers())

describe('keys', () => {
  test('a letter waits 40 ms and runs', () => {
    const { deps, press } = setUp()
    press('p')
    vi.advanceTimersByTime(39)
    expect(deps.run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(deps.run).toHaveBeenCalledWith('order.pack')
  })

  test('movement runs at once, and again while it is held', () => {
    const { deps, press } = setUp()
    expect(press('j')).toBe('prevent')
    press('j', '', { repeat: true })
    expect(deps.run.mock.calls).toEqual([['list.next']])
    expect(deps.runHeld.mock.calls).toEqual([['list.next']])
  })

  test('the next key ends a held movement before it runs', () => {
    const { deps, press } = setUp()
    press('j')
    press('j', '', { repeat: true })
    deps.endHold.mockClear()
    press('mod+k')
    const [ended = 0] = deps.endHold.mock.invocationCallOrder
    expect(ended).toBeLessThan(deps.run.mock.invocationCallOrder.at(-1) ?? 0)
  })

  test('a held movement ends by itself if its release is not seen', () => {
    const { deps, press } = setUp()
    press('j')
    press('j', '', { repeat: true })
    deps.endHold.mockClear()
    vi.advanceTimersByTime(199)
    expect(deps.endHold).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(deps.endHold).toHaveBeenCalledOnce()
  })

  test.each(['Enter', 'mod+Enter', 'shift+Enter'])(
    'a held %s is one press, wherever the focus moves',
    (chord) => {
      const { press } = setUp()
      for (const target of ['field', 'button', 'item', 'cancel', ''])
        expect(press(chord, target, { repeat: true })).toBe('stop')
    },
  )

  test('a held Enter repeats in a multi-line field', () => {
    document.body.innerHTML = '<textarea id="notes"></textarea>'
    expect(setUp().press('Enter', 'notes', { repeat: true })).toBe('leave')
  })

  test('another key makes waiting letters run first, in order', () => {
    const { deps, press } = setUp()
    press('y')
    press('ArrowDown')
    expect(deps.run.mock.calls).toEqual([['order.copy-code'], ['list.next']])
  })

  test('a sequence typed fast or slowly', () => {
    const { deps, type } = setUp()
    type('go', 30)
    settle()
    type('gc', 300)
    expect(deps.run.mock.calls).toEqual([['go.orders'], ['go.customers']])
  })

  test('a sequence is dropped after two seconds, and the hint with it', () => {
    const { deps, press } = setUp()
    press('g')
    vi.advanceTimersByTime(50)
    expect(deps.showPending).toHaveBeenLastCalledWith([expect.objectContaining({ chord: 'g' })])
    vi.advanceTimersByTime(2_000)
    expect(deps.showPending).toHaveBeenLastCalledWith([])
    press('p')
    settle()
    expect(deps.run.mock.calls).toEqual([['order.pack']])
  })

  test('what is not bound is left to the browser', () => {
    const { deps, press } = setUp()
    expect([press('F2'), press('mod+c'), press('Tab')]).toEqual(['leave', 'leave', 'leave'])
    expect(deps.run).not.toHaveBeenCalled()
  })
})

// KEY-7
describe('behind a letter that opens a dialog, and was held until the next key', () => {
  /** The letter moves the focus to this field of a dialog. The next key is pressed so many ms later. */
  function behindLetter(field: string, gap: number) {
    const context = contextWith({ order: exampleOrder(), list: listTarget() })
    const listening = setUp(context)
    const { deps, listener } = listening
    listening.press('p')
    deps.run.mockImplementationOnce(() => {
      context.layer = 'dialog'
      deps.focused.mockReturnValue(document.getElementById(field) ?? document.body)
    })
    deps.replay.mockImplementation(({ chord }) => /^(Space|Tab|Escape)$/.test(chord))
    // A busy page has not run the timer yet.
    vi.setSystemTime(Date.now() + gap)
    const press = (key: string) => {
      const character = [...key].length === 1 ? key : null
      return listener.press({ chord: key, character, repeat: false }, document.body, Date.now())
    }
    return { deps, press, replayed: () => deps.replay.mock.calls.map(([{ chord }]) => chord) }
  }
  const GAPS = [0, 20, 90]

  test.each(
    GAPS.flatMap((gap) => [
      ['Space', 'box', gap] as const,
      ['Tab', 'field', gap] as const,
      ['Escape', 'box', gap] as const,
    ]),
  )('%s is for the %s that has the focus now (%i ms)', (key, field, gap) => {
    const { deps, press, replayed } = behindLetter(field, gap)
    expect(press(key)).toBe('stop')
    expect(replayed()).toEqual([key])
    expect(deps.run.mock.calls).toEqual([['order.pack']])
    expect(deps.notify).not.toHaveBeenCalled()
  })

  test.each(GAPS)('a letter is typed into the field, once (%i ms)', (gap) => {
    const { deps, press } = behindLetter('field', gap)
    press('h')
    settle()
    expect(deps.insertText.mock.calls).toEqual([['h']])
    expect(deps.run.mock.calls).toEqual([['order.pack']])
  })

  test.each(['F5', 'Home', 'PageDown'])('%s, which nothing takes, is left to the browser', (key) => {
    const { deps, press } = behindLetter('field', 0)
    expect(press(key)).toBe('leave')
    expect(deps.notify).not.toHaveBeenCalled()
  })

  test.each(['box', 'date'])(
    'a scan that begins before the letter has run jumps whole, over a %s',
    (field) => {
      const { deps, press } = behindLetter(field, 200)
      for (const digit of '104823') {
        press(digit)
        vi.advanceTimersByTime(10)
      }
      expect(press('Enter')).toBe('stop')
      settle()
      expect(deps.jump.mock.calls).toEqual([['104823']])
      expect(deps.run.mock.calls).toEqual([['order.pack']])
    },
  )
})

test.each(['box', 'button'])('Space acts on a %s when it is pressed, however long it is held', (control) => {
  const { deps, press } = setUp()
  expect(press('Space', control)).toBe('stop')
  // Its repeats do not act on what has the focus by then either.
  for (const target of [control, 'field']) expect(press('Space', target, { repeat: true })).toBe('stop')
  expect(deps.replay.mock.calls).toEqual([[expect.objectContaining({ chord: 'Space' }), Date.now()]])
  press('Tab', 'field')
  expect(press(' ', 'field', { chord: 'Space', repeat: true })).toBe('leave')
})

// KEY-2
describe('where the focus is', () => {
  test('in a field letters are letters, and keys with mod still work', () => {
    const { deps, press, type } = setUp()
    type('jp1/?', 5, 'field')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    expect(deps.openPalette).not.toHaveBeenCalled()
    press('mod+k', 'field')
    expect(deps.run).toHaveBeenCalledWith('palette.open')
  })

  test('Esc in a field leaves the field; outside it goes back', () => {
    const { deps, press } = setUp(contextWith({ record: recordTarget('1') }))
    press('Escape', 'field')
    press('Escape')
    expect(deps.run.mock.calls).toEqual([['field.leave'], ['record.back']])
  })

  test('Enter presses the button that has the focus', () => {
    const { deps, press } = setUp()
    expect(press('Enter', 'button')).toBe('leave')
    expect(press('Enter')).toBe('prevent')
    expect(deps.run.mock.calls).toEqual([['list.open']])
  })

  test.each(['item', 'cancel'])('in a menu or dialog (%s) the page’s keys rest', (target) => {
    const { deps, press, type } = setUp()
    type('jpg', 120, target)
    press('1', target)
    press('Escape', target)
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    expect(deps.openPalette).not.toHaveBeenCalled()
  })

  test('with single keys switched off only the others work, and digits open nothing', () => {
    const { deps, press, type } = setUp(contextWith({ list: listTarget() }, { singleKeys: false }))
    type('jg?1', 120)
    press('ArrowDown')
    expect(deps.run.mock.calls).toEqual([['list.next']])
    expect(deps.openPalette).not.toHaveBeenCalled()
  })
})

test('over a dialog the palette does not open, and the browser does not get its key either', () => {
  const { deps, press } = setUp()
  expect(press('mod+k', 'cancel')).toBe('prevent')
  expect(deps.run).not.toHaveBeenCalled()
})

describe('the palette', () => {
  test('a digit opens it with that digit', () => {
    const { deps, press } = setUp()
    expect(press('1')).toBe('prevent')
    expect(deps.openPalette).toHaveBeenCalledWith('1')
  })

  test('while it opens it takes all keys', () => {
    const { deps, press } = setUp()
    deps.isPaletteOpening.mockReturnValue(true)
    expect(press('j')).toBe('stop')
    expect(deps.typeAhead).toHaveBeenCalledTimes(1)
    expect(deps.run).not.toHaveBeenCalled()
  })
})

test('a scan whose first digit opened the palette may end with Tab, typing by hand may not', () => {
  const context = contextWith()
  const { deps, press, type } = setUp(context)
  type('104823', 20)
  context.layer = 'palette'
  expect(press('Tab', 'field')).toBe('stop')
  expect(deps.typeAhead).toHaveBeenLastCalledWith(expect.objectContaining({ chord: 'Enter' }))
  type('104823', 80, 'field')
  expect(press('Tab', 'field')).toBe('leave')
  expect(deps.typeAhead).toHaveBeenCalledTimes(1)
})

describe('a scan', () => {
  test.each(['', 'button', 'item', 'cancel', 'date', 'select'])(
    'jumps from anywhere but a field (%j) and runs nothing',
    (target) => {
      const { deps, press, type } = setUp()
      type('COC00014123', 20, target)
      expect(press('Enter', target)).toBe('stop')
      settle()
      expect(deps.jump).toHaveBeenCalledWith('COC00014123')
      expect(deps.run).not.toHaveBeenCalled()
      expect(deps.openPalette).not.toHaveBeenCalled()
    },
  )

  test.each(['COC00014123', '104823'])('of %s jumps also with single keys switched off', (code) => {
    const { deps, press, type } = setUp(contextWith({ list: listTarget() }, { singleKeys: false }))
    type(code, 20)
    expect(press('Enter')).toBe('stop')
    expect(deps.jump).toHaveBeenCalledWith(code)
    expect(deps.openPalette).not.toHaveBeenCalled()
  })

  test('in a field is typing', () => {
    const { deps, press, type } = setUp()
    type('COC00014123', 20, 'field')
    expect(press('Enter', 'field')).toBe('leave')
    expect(deps.jump).not.toHaveBeenCalled()
  })

  test('without a final key runs nothing over a dialog', () => {
    const { deps, type } = setUp()
    type('packpa', 15, 'cancel')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    expect(deps.openPalette).not.toHaveBeenCalled()
  })

  test('six fast movements and Enter are none', () => {
    const { deps, press, type } = setUp()
    type('jjjkjj', 5)
    press('Enter')
    expect(deps.jump).not.toHaveBeenCalled()
    expect(deps.run).toHaveBeenCalledTimes(7)
    expect(deps.run).toHaveBeenLastCalledWith('list.open')
  })

  test('may begin with the capital of a movement key', () => {
    const { deps, press, type } = setUp()
    press('shift+j', '', { character: 'J' })
    type('D00014123', 20)
    press('Enter')
    expect(deps.jump).toHaveBeenCalledWith('JD00014123')
    expect(deps.run).not.toHaveBeenCalled()
  })

  /** Presses keys at a scanner's pace; `from` is the index of the first one in the scan. */
  function scanOn({ listener }: ReturnType<typeof setUp>) {
    const at = Date.now()
    return (text: string, from: number) => {
      for (const [index, character] of [...text].entries()) {
        const chord = /[A-Z]/.test(character) ? `shift+${character.toLowerCase()}` : character
        listener.press({ chord, character, repeat: false }, document.body, at + (from + index) * 10)
      }
      return at
    }
  }

  test('is recognised although a busy page has released its first letter', () => {
    const harness = setUp()
    const { deps, listener } = harness
    const pressAll = scanOn(harness)
    pressAll('P', 0)
    vi.advanceTimersByTime(300)
    const at = pressAll('RC1J.4', 1)
    listener.press({ chord: 'Enter', character: null, repeat: false }, document.body, at + 70)
    settle()
    expect(deps.jump).toHaveBeenCalledWith('PRC1J.4')
    expect(deps.run).not.toHaveBeenCalled()
    expect(deps.openPalette).not.toHaveBeenCalled()
  })

  test('opens the palette for its first capitals, which a busy page has released, and runs no command', () => {
    const harness = setUp()
    scanOn(harness)('PRC', 0)
    vi.advanceTimersByTime(300)
    expect(harness.deps.openPalette).toHaveBeenCalledWith('PRC')
    expect(harness.deps.run).not.toHaveBeenCalled()
  })

  test('of digits over a menu is one too', () => {
    const { deps, press, type } = setUp()
    type('104823', 20, 'item')
    expect(press('Enter', 'item')).toBe('stop')
    expect(deps.jump).toHaveBeenCalledWith('104823')
  })

  test('a held key is not a scan', () => {
    const { deps, press } = setUp()
    press('p')
    for (let count = 0; count < 10; count += 1) {
      vi.advanceTimersByTime(30)
      press('p', '', { repeat: true })
    }
    press('Enter')
    expect(deps.jump).not.toHaveBeenCalled()
    expect(deps.run.mock.calls).toEqual([['order.pack'], ['list.open']])
  })
})

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
  vi.advanceTimersByTime(400)
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

test('no digit is lost or moved, whatever the pace', MODEL, () => {
  fc.assert(
    fc.property(typing, ({ keys: { text, keys }, busy, opensFor }) => {
      const { text: shown, jumped } = typeAll({ keys, busy, opensFor })
      const opened = jumped ?? shown ?? ''
      expect(text.endsWith(opened), `${text} ends with ${opened}`).toBe(true)
      expect(opened.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
    }),
    { numRuns: casesOf(300, 5_000) },
  )
})
