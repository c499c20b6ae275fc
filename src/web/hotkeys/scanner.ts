import { isSeparator, isShiftedDigit, type Stroke } from '../../../commands/engine/keymap.ts'
import { SEPARATOR } from '../../domain/records/barcode.ts'
import type { KeyQueue } from '../state/key-queue.ts'
import { chain, next, type Transition } from '../state/machine.ts'

/**
 * Distinguishes a scanner from a hand. A scanner types 6 or more characters with a mean gap of at most 35 ms and none
 * over 100 ms, and ends with Enter or Tab. Letters are held until it is decided, so that the first letter of a scan
 * runs no command. Time is passed in, in ms.
 */
export interface Burst<Key> {
  text: string
  startedAt: number
  lastAt: number
  /** Keys that are held until it is known whether a hand or a scanner typed them. */
  held: readonly Key[]
}

const LEAST_CHARACTERS = 6
const MEAN_GAP_MS = 35
/** The longest time between two characters of a scanner. */
export const LONGEST_GAP_MS = 100
/** How long a single letter is held. */
const HOLD_MS = 40
/** No hand types this many characters at a scanner's pace. */
const SURE_CHARACTERS = 3
/** How long the rest of a sure scan is waited for: a busy machine hands it over late, with the times of its keys. */
const REST_OF_SCAN_MS = 250
/** A busy machine hands keys over late; it may hand over the next key of a scan as late as the last one, up to this. */
const LONGEST_LATENESS_MS = 60

export const NO_BURST: Burst<never> = {
  text: '',
  startedAt: Number.NEGATIVE_INFINITY,
  lastAt: Number.NEGATIVE_INFINITY,
  held: [],
}

/** A pressed key. */
export interface Key {
  stroke: Stroke
  /** The element that had the focus; null when unknown. */
  target: Element | null
  /** When it was pressed, in ms. A busy page handles it later. */
  at: number
  /** The queue when it was pressed. What it waits for may be there before it is known who typed it. */
  queue: KeyQueue
}

export interface ScannerState {
  /** Characters typed outside of text fields, with the keys that are held until it is known who typed them. */
  burst: Burst<Key>
  /** Characters typed anywhere: the first digit of a scan may have opened the palette for the rest. */
  everything: Burst<never>
  /** Whether the held characters were typed into a date field or select. */
  inPicker: boolean
}

export type ScannerEvent =
  | {
      type: 'key'
      key: Key
      palette: 'closed' | 'opening' | 'open'
      /** The focused element's use of a character: takes it as text, chooses a value by it, or ignores it. */
      into: 'text' | 'picker' | 'commands'
      /** Whether a character may be the first of a scan, and how it is then treated: movement keys run at once. */
      first: 'held' | 'run'
      /** How long after it was pressed the key is handled, in ms. */
      late: number
    }
  /** The key is typed into the palette without a decision. */
  | { type: 'noted'; key: Key }
  /** A key was pressed at this time, so earlier keys may have waited long enough. */
  | { type: 'time'; at: number }
  /** The timer that `set-timer` started has run out. */
  | { type: 'timer' }
  /** The character passed last ran a command, so a hand typed it. */
  | { type: 'acted' }
  | { type: 'reset' }

export type ScannerEffect =
  /** A hand pressed the key, so the queue of keys gets it. `mayBeScan`: if it runs a command, `acted` must follow. */
  | { do: 'pass'; key: Key; mayBeScan: boolean }
  /** The key is held until it is known who typed it. */
  | { do: 'hold'; key: Key }
  /** A hand typed the held key into a date field or select. */
  | { do: 'type'; key: Key }
  /** A hand or an unfinished scan typed a text. */
  | { do: 'open-palette'; text: string; keys: readonly Key[]; isScan: boolean }
  /** The palette is opening or has the scan's characters already: it takes the key. */
  | { do: 'type-ahead'; stroke: Stroke }
  | { do: 'jump'; code: string }
  | { do: 'set-timer'; ms: number }

type ScannerTransition = Transition<ScannerState, ScannerEffect>

export const NO_SCAN: ScannerState = { burst: NO_BURST, everything: NO_BURST, inPicker: false }

export const ENTER: Stroke = { chord: 'Enter', character: null, repeat: false }

/** Tells a scanner from a hand: holds characters until it is known who typed them. */
export function reduceScanner(state: ScannerState, event: ScannerEvent): ScannerTransition {
  switch (event.type) {
    case 'key': {
      const key = asScanned(state, event.key)
      return pressed(noted(state, key), { ...event, key })
    }
    case 'noted':
      return next(noted(state, event.key))
    case 'time':
      return event.at > waitsUntil(state.burst) ? flushed(state) : next(state)
    case 'timer':
      return flushed(state)
    case 'acted':
      return next({ ...state, burst: NO_BURST })
    case 'reset': {
      const { inPicker } = state
      return chain(inPicker ? flushed(state) : next(state), (rest) => next({ ...rest, burst: NO_BURST }))
    }
  }
}

/** Within a scan, a separator is one of its characters. A hand that presses its keys types no character. */
function asScanned({ everything }: ScannerState, key: Key): Key {
  const { stroke, at } = key
  if (!isSeparator(stroke) || !isFast(typed(everything, SEPARATOR, at))) return key
  return { ...key, stroke: { ...stroke, character: SEPARATOR } }
}

function passing(state: ScannerState, key: Key, mayBeScan = false): ScannerTransition {
  return next(state, { do: 'pass', key, mayBeScan })
}

function noted(state: ScannerState, { stroke: { character, repeat }, at }: Key): ScannerState {
  if (character === null || repeat) return state
  return { ...state, everything: typed(state.everything, character, at) }
}

function pressed(state: ScannerState, event: Extract<ScannerEvent, { type: 'key' }>): ScannerTransition {
  const { key, palette, into } = event
  const { character, chord, repeat } = key.stroke
  // A scan that ends with Tab opens its code in the palette as one that ends with Enter does.
  if (palette !== 'closed' && chord === 'Tab' && scannedCode(state.everything, key.at) !== null) {
    return next(state, { do: 'type-ahead', stroke: ENTER })
  }
  if (palette === 'opening') return next(state, { do: 'type-ahead', stroke: key.stroke })
  if (into === 'text') return passing({ ...state, burst: NO_BURST }, key)
  if (repeat) return passing(state, key)
  if (character !== null && character !== ' ') return characterPressed(state, character, event)
  const code = chord === 'Enter' || chord === 'Tab' ? scannedCode(state.burst, key.at) : null
  if (code !== null) return next({ ...state, burst: NO_BURST }, { do: 'jump', code })
  return chain(flushed(state), (flushedState) => passing(flushedState, key))
}

function characterPressed(
  before: ScannerState,
  character: string,
  { key, into, first, late }: Extract<ScannerEvent, { type: 'key' }>,
): ScannerTransition {
  const burst = typed(before.burst, character, key.at)
  const state = { ...before, burst, inPicker: into === 'picker' }
  // A busy page may already have flushed the first letters of a scan; its digits must not open the palette.
  const held = state.inPicker || burst.held.length > 0 || isFast(burst) || first === 'held'
  if (!held) return passing(state, key, true)
  // The timer starts when the key is handled, so that a busy page handles waiting keys before it ends.
  const ms = heldFor(state) + Math.min(late, LONGEST_LATENESS_MS)
  return next({ ...state, burst: hold(burst, key) }, { do: 'set-timer', ms }, { do: 'hold', key })
}

/**
 * How long held characters wait for the next one if nothing delays it, in ms. In a date field or select, a letter that is
 * typed a little later disturbs nobody, while the first one of a scan would change the value.
 */
function heldFor({ burst, inPicker }: ScannerState): number {
  if (isFast(burst) && burst.text.length >= SURE_CHARACTERS) return REST_OF_SCAN_MS
  return inPicker ? LONGEST_GAP_MS : waitsUntil(burst) - burst.lastAt
}

/**
 * Flushes held keys that turned out not to be a scan: in a date field or select they are typed, elsewhere they open the
 * palette if they form a text, otherwise run one by one.
 */
function flushed({ burst, ...before }: ScannerState): ScannerTransition {
  const state = { ...before, burst: { ...burst, held: [] } }
  if (state.inPicker) return next(state, ...burst.held.map((key) => ({ do: 'type', key }) as const))
  const held = burst.held.map(({ stroke }) => stroke.character).join('')
  const isMixed = burst.held.length > 1 && burst.held.some(({ stroke }) => isShiftedDigit(stroke))
  if (isText(held) || isMixed || (held !== '' && isStartOfScan(burst))) {
    // A busy machine hands the keys of a scan over late: those that have run meanwhile are part of its code.
    const text = isFast(burst) ? burst.text : held
    return next(state, { do: 'open-palette', text, keys: burst.held, isScan: isScan(burst) })
  }
  return next(state, ...burst.held.map((key) => ({ do: 'pass', key, mayBeScan: false }) as const))
}

/** Whether the characters so far were typed as fast as by a scanner. */
function isFast(burst: Burst<unknown>): boolean {
  const gaps = burst.text.length - 1
  return gaps > 0 && (burst.lastAt - burst.startedAt) / gaps <= MEAN_GAP_MS
}

/** Whether the characters so far are a scan's, so that Enter or Tab would end a code. */
function isScan(burst: Burst<unknown>): boolean {
  return isFast(burst) && burst.text.length >= LEAST_CHARACTERS
}

/** Adds a typed character. */
export function typed<Key>(burst: Burst<Key>, character: string, at: number): Burst<Key> {
  if (at - burst.lastAt > LONGEST_GAP_MS) {
    return { text: character, startedAt: at, lastAt: at, held: burst.held }
  }
  return { ...burst, text: burst.text + character, lastAt: at }
}

/** Holds a key until it is known who typed it. */
export function hold<Key>(burst: Burst<Key>, key: Key): Burst<Key> {
  return { ...burst, held: [...burst.held, key] }
}

/** When held keys are flushed if no other key follows, in ms: later if they were typed at a scanner's pace. */
export function waitsUntil(burst: Burst<unknown>): number {
  return burst.lastAt + (isFast(burst) ? LONGEST_GAP_MS : HOLD_MS)
}

/** Whether held characters of a hand are a text, such as part of a code, and not single keys. */
export function isText(held: string): boolean {
  return /\d/.test(held) || [...held].length >= LEAST_CHARACTERS
}

/**
 * Whether the characters are the first letters of a scan whose rest is late: several capitals at a scanner's pace. They must
 * not run the commands of Shift and a letter, and no hand presses two of these so quickly.
 */
export function isStartOfScan(burst: Burst<unknown>): boolean {
  return isFast(burst) && /^[A-Z]{2,}$/.test(burst.text)
}

/** The scanned code when Enter or Tab is pressed; null if the characters were typed by hand. */
export function scannedCode(burst: Burst<unknown>, at: number): string | null {
  const ended = at - burst.lastAt <= LONGEST_GAP_MS
  return ended && isScan(burst) ? burst.text : null
}
