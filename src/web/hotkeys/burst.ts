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
const LONGEST_GAP_MS = 100
/** How long a single letter is held. */
const HOLD_MS = 40

export const NO_BURST: Burst<never> = {
  text: '',
  startedAt: Number.NEGATIVE_INFINITY,
  lastAt: Number.NEGATIVE_INFINITY,
  held: [],
}

/** Whether the characters so far were typed as fast as by a scanner. */
export function isFast(burst: Burst<unknown>): boolean {
  const gaps = burst.text.length - 1
  return gaps > 0 && (burst.lastAt - burst.startedAt) / gaps <= MEAN_GAP_MS
}

/** Whether the characters so far are a scan's, so that Enter or Tab would end a code. */
export function isScan(burst: Burst<unknown>): boolean {
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

/** When held keys are released if no other key follows, in ms: later if they were typed at a scanner's pace. */
export function waitsUntil(burst: Burst<unknown>): number {
  return burst.lastAt + (isFast(burst) ? LONGEST_GAP_MS : HOLD_MS)
}

/** Whether held characters of a hand are a text, such as part of a code, and not single keys. */
export function isText(held: string): boolean {
  return /\d/.test(held) || [...held].length >= LEAST_CHARACTERS
}

/**
 * Whether held characters are the first letters of a scan whose rest is late: several capitals at a scanner's pace. They
 * must not run the commands of Shift and a letter, and no hand presses two of these so quickly.
 */
export function isStartOfScan(burst: Burst<unknown>, held: string): boolean {
  return isFast(burst) && /^[A-Z]{2,}$/.test(held)
}

/** The scanned code when Enter or Tab is pressed; null if the characters were typed by hand. */
export function scannedCode(burst: Burst<unknown>, at: number): string | null {
  const ended = at - burst.lastAt <= LONGEST_GAP_MS
  return ended && isScan(burst) ? burst.text : null
}
