import { createEvent, fireEvent } from '@testing-library/react'

/** Milliseconds between two keys of a scanner. */
const PACE = 5

/** Presses a key on the focused element at a given time, independent of the machine's speed. */
export function press(key: string, at: number): void {
  const target = document.activeElement ?? document.body
  const event = createEvent.keyDown(target, { key, code: /\d/.test(key) ? `Digit${key}` : key })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(target, event)
}

/** Presses the characters of a code and the final keys of a scanner on the focused element. */
export function scan(code: string, ...end: string[]): void {
  const start = performance.now()
  for (const [index, key] of [...code, ...end].entries()) press(key, start + index * PACE)
}
