import type { Stroke } from '../../../commands/engine/keymap.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { isText } from './scanner.ts'

declare global {
  interface Window {
    /** The keys that were pressed before the console's code ran, see `index.html`. */
    earlyKeys?: { pressed: readonly KeyboardEvent[]; stop(): void }
  }
}

/** Older keys are no longer what the user wants: the console takes this long only on a bad network. */
const KEPT_MS = 10_000

export interface EarlyKey {
  stroke: Stroke
  /** When it was pressed, in ms on the clock of key presses. */
  at: number
}

interface EarlyKeys {
  /** A code, which is typed into the palette. */
  code: readonly EarlyKey[]
  /** Keys for the rows that the page has drawn, and those that lead to another list (`g c`). */
  forRows: readonly EarlyKey[]
}

/**
 * Returns the keys that were pressed before the console's code ran, and stops recording them:
 * - If those before the page drew rows begin a text, all keys are one code.
 * - Otherwise those after it act on the rows. Those before it are dropped, because the user saw nothing that they could
 *   act on; only `g` and a letter behind it are kept, which lead to a list from every screen.
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
  if (isText(before.map(({ stroke }) => stroke.character ?? '').join(''))) return { code: keys, forRows: [] }
  const [leading = ''] = LEADING.exec(before.map(({ stroke: { chord } }) => chord.slice(0, 1)).join('')) ?? []
  return { code: [], forRows: keys.slice(before.length - leading.length) }
}

/** The `g` of a list and its letter, or the `g` alone if the letter follows later; of each key its first character. */
const LEADING = /(?:g[a-z])*g?$/
