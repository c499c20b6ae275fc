import type { Page } from 'playwright-core'

interface KeyEvent {
  type: 'keyDown' | 'rawKeyDown' | 'keyUp'
  key: string
  code: string
  text?: string
  modifiers?: number
  windowsVirtualKeyCode: number
  autoRepeat?: boolean
}

const SHIFT = 8

/** The virtual key code of the hyphen, which differs from its character code. */
const HYPHEN = 189

function codeOf(character: string): string {
  if (character === '-') return 'Minus'
  return /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`
}

/** Milliseconds between two keys of a scanner. */
const PACE = 1

/** The press and release of a letter, a digit, a hyphen, Enter or Tab. */
function strokes(key: string): KeyEvent[] {
  if (key === 'Enter' || key === 'Tab') {
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : 9
    const down: KeyEvent = { type: 'keyDown', key, code: key, windowsVirtualKeyCode }
    return [key === 'Enter' ? { ...down, text: '\r' } : down, { ...down, type: 'keyUp' }]
  }
  const modifiers = /[A-Z]/.test(key) ? SHIFT : 0
  const windowsVirtualKeyCode = key === '-' ? HYPHEN : key.toUpperCase().charCodeAt(0)
  const down: KeyEvent = {
    type: 'keyDown',
    key,
    code: codeOf(key),
    text: key,
    modifiers,
    windowsVirtualKeyCode,
  }
  const { text: _, ...up } = down
  return [down, { ...up, type: 'keyUp' }]
}

/** @param busy for how long the page is busy when the keys arrive, in ms: it handles them one right after another */
async function dispatch(page: Page, events: readonly KeyEvent[], busy = 0): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const work = `{ const start = performance.now(); while (performance.now() - start < ${busy}); }`
  await Promise.all([
    session.send('Runtime.evaluate', { expression: work }),
    ...events.map((event) => session.send('Input.dispatchKeyEvent', event)),
  ])
  await session.detach()
}

const BUSY_MS = 60

/** A scanner leaves at most this many milliseconds between two keys. */
const LONGEST_GAP = 100

/** Waits until the next keys, at a scanner's pace, are not read as one code with a key that a hand has pressed. */
export function afterHand(page: Page): Promise<void> {
  return page.waitForTimeout(LONGEST_GAP + 1)
}

/** Scans a code like a keyboard-wedge scanner: all keys in one burst. Many scanners send no key at the end. */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
  await afterHand(page)
  const keys = [...code, ...(end === null ? [] : [end])]
  const pace = { count: keys.length, gap: PACE }
  await page.evaluate(({ count, gap }) => {
    const start = performance.now()
    window.keyTimes = Array.from({ length: count }, (_, index) => start + index * gap)
  }, pace)
  // A machine that stalls between two keys would else deliver the second after the first counts as a hand's.
  await dispatch(page, keys.flatMap(strokes), BUSY_MS)
}

/** Presses keys at once, one after another: none waits until the page has handled the one before. */
export function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  return dispatch(page, keys.flatMap(strokes))
}

/** Holds a key until it repeats, then releases it. */
export function hold(page: Page, key: string, repeats: number): Promise<void> {
  const [down, up] = strokes(key)
  if (!down || !up) return Promise.resolve()
  const repeated = Array.from({ length: repeats }, () => ({ ...down, autoRepeat: true }))
  return dispatch(page, [down, ...repeated, up])
}
