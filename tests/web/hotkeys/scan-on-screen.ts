import { createEvent, fireEvent } from '@testing-library/react'

/** Milliseconds between two keys of a scanner. */
const PACE = 5

/** A key on what has the focus, pressed at a time however busy the machine is. */
export function press(key: string, at: number): void {
  const target = document.activeElement ?? document.body
  const event = createEvent.keyDown(target, { key, code: /\d/.test(key) ? `Digit${key}` : key })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(target, event)
}

/** The characters and then the keys of a scanner, on what has the focus. */
export function scan(code: string, ...end: string[]): void {
  const start = performance.now()
  for (const [index, key] of [...code, ...end].entries()) press(key, start + index * PACE)
}

/** A key in a date or a select that chooses a value there, as the browser has it. */
function choose(picker: HTMLElement, key: string, value: string, at: number): void {
  press(key, at)
  Reflect.set(Object.getPrototypeOf(picker), 'value', value, picker)
  for (const name of ['input', 'change']) picker.dispatchEvent(new Event(name, { bubbles: true }))
}

/**
 * Characters in the date or select that has the focus, at a scanner's pace from a time on, and what each of them chooses
 * there. Returns the time of a next one.
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
