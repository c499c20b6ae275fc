import type { Stroke } from '../../../commands/engine/keymap.ts'
import { isField, strokeOfEvent } from '../commands/key-press.ts'
import { ENTER, isText, NO_BURST, scannedCode, typed } from './scanner.ts'

declare global {
  interface Window {
    /** The keys that were pressed before the console's code ran, see `index.html`, and until it takes them. */
    earlyKeys?: { pressed: KeyboardEvent[]; stop(): void }
  }
}

/** Older keys are no longer what the user wants: the console takes this long only on a bad network. */
const KEPT_MS = 10_000

/**
 * Records a key as an early one if these are not taken yet: the listener exists from React's first commit, and takes them
 * in the effects of that commit, which follow after the next frame. Handled at once, the key would overtake them.
 * @returns whether it was recorded
 */
export function recordEarlyKey(event: KeyboardEvent): boolean {
  const { earlyKeys } = window
  if (!earlyKeys || (event.target instanceof Element && isField(event.target))) return false
  if (!earlyKeys.pressed.includes(event)) earlyKeys.pressed.push(event)
  // The screen is there, so this key is for it.
  window.firstRowsAt ??= event.timeStamp
  return true
}

interface EarlyKey {
  stroke: Stroke
  /** When it was pressed, in ms on the clock of key presses. */
  at: number
}

interface EarlyKeys {
  /** A code, which is typed into the palette. */
  code: readonly Stroke[]
  /** Keys for the rows that the page has drawn, and those that lead to another list (`g c`). */
  forRows: readonly EarlyKey[]
}

/**
 * Returns the keys that were pressed before the console's code ran, and stops recording them. A text that was begun
 * before the page drew rows is a code with all of its keys; without rows, a single key must not act on a screen that
 * was not there when it was pressed. Keys pressed since then are for the rows, and `g` with the key behind it leads to
 * a list whatever is on the screen.
 * @param now in ms, as the time stamps of events
 */
export function takeEarlyKeys(now: number): EarlyKeys {
  const { earlyKeys, firstRowsAt = Number.POSITIVE_INFINITY } = window
  delete window.earlyKeys
  earlyKeys?.stop()
  const recent = earlyKeys?.pressed.filter(({ timeStamp }) => now - timeStamp < KEPT_MS) ?? []
  const keys = recent.flatMap((event): EarlyKey[] => {
    const stroke = strokeOfEvent(event)
    return stroke ? [{ stroke, at: event.timeStamp }] : []
  })
  const before = keys.filter(({ at }) => at < firstRowsAt)
  if (isText(before.map(({ stroke }) => stroke.character ?? '').join('')))
    return { code: withEnter(keys), forRows: [] }
  const [leading = ''] = LEADING.exec(before.map(({ stroke: { chord } }) => chord.slice(0, 1)).join('')) ?? []
  return { code: [], forRows: keys.slice(before.length - leading.length) }
}

/** The strokes of a code. In the palette, Tab does not open it: a scan that ends with Tab ends with Enter instead. */
function withEnter(keys: readonly EarlyKey[]): Stroke[] {
  let burst = NO_BURST
  return keys.map(({ stroke, at }) => {
    if (stroke.chord === 'Tab' && scannedCode(burst, at) !== null) return ENTER
    if (stroke.character !== null) burst = typed(burst, stroke.character, at)
    return stroke
  })
}

/** The `g` of a list and its letter, or the `g` alone if the letter follows later; of each key its first character. */
const LEADING = /(?:g[a-z])*g?$/
