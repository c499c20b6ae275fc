import type { Stroke } from '../../../commands/engine/keymap.ts'
import { pastedInLine, strokeOfEvent, strokesTyping } from '../commands/key-press.ts'
import { type Burst, isStartOfScan, isText, NO_BURST, typed } from './scanner.ts'

declare global {
  interface Window {
    /** The keys that were pressed, and the texts pasted, before the console's code ran, see `index.html`. */
    earlyKeys?: { pressed: readonly (KeyboardEvent | EarlyPaste)[]; stop(): void }
  }
}

/** A pasted text, which is read from its event at once: a browser gives it to nobody later. */
interface EarlyPaste {
  pasted: string
  timeStamp: number
}

/** Older keys are no longer what the user wants: the console takes this long only on a bad network. */
const KEPT_MS = 10_000
/** A longer pause is no longer within a text. */
const PAUSE_MS = 2_000

export interface EarlyKey {
  stroke: Stroke
  /** When it was pressed, in ms on the clock of key presses. */
  at: number
  /** Whether it stands for a character of a pasted text, which only a field takes. */
  isPasted: boolean
}

export interface EarlyKeys {
  /** All keys before that of the palette: where a field takes every text. */
  all: readonly EarlyKey[]
  /** Those of them that are a code, which is typed into the palette. */
  code: readonly EarlyKey[]
  /** Those of them for the rows that the page has drawn, and those that lead to another list (`g c`). */
  forRows: readonly EarlyKey[]
  /** The key of the palette, and all that were pressed after it. */
  forPalette: readonly EarlyKey[]
}

/**
 * Returns the keys that were pressed before the console's code ran, and stops recording them:
 * - Those from the key of the palette on are for the palette.
 * - If those before the page drew rows begin a text or a scan, all are one code.
 * - Otherwise those after it act on the rows. Those before it are dropped, because the user saw nothing that they could
 *   act on; only `g` and a letter behind it are kept, which lead to a list from every screen.
 * @param now in ms, as the time stamps of events
 */
export function takeEarlyKeys(now: number, opensPalette: (stroke: Stroke) => boolean): EarlyKeys {
  const { earlyKeys, firstRowsAt = Number.POSITIVE_INFINITY } = window
  delete window.earlyKeys
  earlyKeys?.stop()
  const pressed = earlyKeys?.pressed ?? []
  const keys = pressed.slice(firstKept(pressed, now)).flatMap(earlyKeysOf)
  const opening = keys.findIndex(({ stroke }) => opensPalette(stroke))
  const all = opening === -1 ? keys : keys.slice(0, opening)
  const forPalette = keys.slice(all.length)
  const ofHand = all.filter(({ isPasted }) => !isPasted)
  const before = ofHand.filter(({ at }) => at < firstRowsAt)
  if (isCode(before)) return { all, code: ofHand, forRows: [], forPalette }
  const [leading = ''] = LEADING.exec(before.map(({ stroke: { chord } }) => chord.slice(0, 1)).join('')) ?? []
  return { all, code: [], forRows: ofHand.slice(before.length - leading.length), forPalette }
}

/** The key of an event, or those that type a pasted text. */
function earlyKeysOf(event: KeyboardEvent | EarlyPaste): EarlyKey[] {
  const at = event.timeStamp
  if ('pasted' in event) {
    return strokesTyping(pastedInLine(event.pasted)).map((stroke) => ({ stroke, at, isPasted: true }))
  }
  const stroke = strokeOfEvent(event)
  return stroke ? [{ stroke, at, isPasted: false }] : []
}

/** The first key that is recent enough and does not continue what older keys have begun: half a code is another one. */
function firstKept(pressed: readonly { timeStamp: number }[], now: number): number {
  const first = pressed.findIndex(({ timeStamp }, index) => {
    const before = pressed[index - 1]
    const isApart = before === undefined || timeStamp - before.timeStamp > PAUSE_MS
    return isApart && now - timeStamp < KEPT_MS
  })
  return first === -1 ? pressed.length : first
}

/** Whether the keys begin a text, or are the first letters of a scan whose rest is still to come. */
function isCode(keys: readonly EarlyKey[]): boolean {
  const burst = keys.reduce<Burst<never>>(
    (before, { stroke: { character }, at }) => (character === null ? before : typed(before, character, at)),
    NO_BURST,
  )
  return isText(keys.map(({ stroke }) => stroke.character ?? '').join('')) || isStartOfScan(burst)
}

/** The `g` of a list and its letter, or the `g` alone if the letter follows later; of each key its first character. */
const LEADING = /(?:g[a-z])*g?$/
