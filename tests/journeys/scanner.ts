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

function codeOf(character: string): string {
  return /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`
}

/** Milliseconds between two keys of a scanner. */
const PACE = 5

/** A letter, a digit, Enter or Tab going down and up again. */
function strokes(key: string): KeyEvent[] {
  if (key === 'Enter' || key === 'Tab') {
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : 9
    const down: KeyEvent = { type: 'keyDown', key, code: key, windowsVirtualKeyCode }
    return [key === 'Enter' ? { ...down, text: '\r' } : down, { ...down, type: 'keyUp' }]
  }
  const modifiers = /[A-Z]/.test(key) ? SHIFT : 0
  const windowsVirtualKeyCode = key.toUpperCase().charCodeAt(0)
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

async function dispatch(page: Page, events: readonly KeyEvent[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Each event says when its key was pressed, so that a busy machine does not make a hand of the scanner.
  const start = Date.now()
  const sent = events.map((event, index) =>
    session.send('Input.dispatchKeyEvent', { ...event, timestamp: (start + index * PACE) / 1_000 }),
  )
  await Promise.all(sent)
  await session.detach()
}

/** Scans a code as a scanner that is a keyboard does: all its keys in one go. Many scanners send no key at the end. */
export function scan(page: Page, code: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
  return dispatch(page, [...code, ...(end === null ? [] : [end])].flatMap(strokes))
}

/** Holds a key so long that it repeats, and leaves it. */
export function hold(page: Page, key: string, repeats: number): Promise<void> {
  const [down, up] = strokes(key)
  if (!down || !up) return Promise.resolve()
  const repeated = Array.from({ length: repeats }, () => ({ ...down, autoRepeat: true }))
  return dispatch(page, [down, ...repeated, up])
}
