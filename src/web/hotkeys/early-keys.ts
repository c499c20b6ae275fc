import type { Stroke } from '../../../commands/engine/keymap.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { isText } from './burst.ts'

declare global {
  interface Window {
    /** The keys that were pressed before the console's code ran, see `index.html`. */
    earlyKeys?: { pressed: readonly KeyboardEvent[]; stop(): void }
  }
}

/** Older keys are no longer what the user wants: the console takes this long only on a bad network. */
const KEPT_MS = 10_000

/**
 * Returns the strokes of a code that was typed before the console's code ran, and stops recording keys. Empty if they
 * are no code, because a single key must not act on a screen that was not there when it was pressed.
 * @param now in ms, as the time stamps of events
 */
export function takeEarlyCode(now: number): Stroke[] {
  const { earlyKeys } = window
  delete window.earlyKeys
  earlyKeys?.stop()
  const recent = earlyKeys?.pressed.filter(({ timeStamp }) => now - timeStamp < KEPT_MS) ?? []
  const strokes = recent.flatMap((event) => strokeOfEvent(event) ?? [])
  return isText(strokes.map(({ character }) => character ?? '').join('')) ? strokes : []
}
