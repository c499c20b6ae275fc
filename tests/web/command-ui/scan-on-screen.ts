import { createEvent, fireEvent } from '@testing-library/react'

/** Milliseconds between two keys of a scanner. */
const PACE = 5

/** The characters and then the keys of a scanner, on what has the focus, each at its time however busy the machine is. */
export function scan(code: string, ...end: string[]): void {
  const start = performance.now()
  for (const [index, key] of [...code, ...end].entries()) {
    const target = document.activeElement ?? document.body
    const event = createEvent.keyDown(target, { key, code: /\d/.test(key) ? `Digit${key}` : key })
    Object.defineProperty(event, 'timeStamp', { value: start + index * PACE })
    fireEvent(target, event)
  }
}
