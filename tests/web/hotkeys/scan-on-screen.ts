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

/** A key that chooses a value in a date field or select, as in a browser. */
function choose(picker: HTMLElement, key: string, value: string, at: number): void {
  press(key, at)
  Reflect.set(Object.getPrototypeOf(picker), 'value', value, picker)
  for (const name of ['input', 'change']) picker.dispatchEvent(new Event(name, { bubbles: true }))
}

/**
 * Presses characters at a scanner's pace in the focused date field or select, each of which chooses a value.
 * @returns the time of the next key
 */
export function typeChoosing(
  picker: HTMLElement,
  code: string,
  values: readonly string[],
  start = performance.now(),
): number {
  for (const [index, key] of [...code].entries()) {
    choose(picker, key, values[index] ?? values.at(-1) ?? '', start + index * PACE)
  }
  return start + code.length * PACE
}
