import type { KeyboardEvent } from 'react'
import { strokeOfEvent } from '../../commands/key-press.ts'

const FIELDS = ':is(input, select, textarea):not(:disabled)'
const AFTER_FIELDS = '[data-after-fields] button'

/** Focuses a field and selects its text, so that typing replaces it. */
export function enterField(field: HTMLElement | null | undefined): void {
  field?.focus()
  if (field instanceof HTMLInputElement && field.type !== 'checkbox') field.select()
}

/** Whether the list of a select is open and handles the keys. */
export function isListOpen(element: Element): boolean {
  return element instanceof HTMLSelectElement && CSS.supports('selector(:open)') && element.matches(':open')
}

/** Enter moves to the next field, and from the last one to the button after it. */
export function onEnter(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  const stroke = strokeOfEvent(event.nativeEvent)
  if (stroke?.chord !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLElement)) return
  if (!field.matches('input, select') || isListOpen(field)) return
  event.preventDefault()
  if (!stroke.repeat) enterField(fieldAfter(event.currentTarget, field))
}

function fieldAfter(form: HTMLElement, field: HTMLElement): HTMLElement | null {
  const all = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter(
    (one) => one === field || (one.tabIndex >= 0 && one.closest('[inert]') === null && takesText(one)),
  )
  return all[all.indexOf(field) + 1] ?? form.querySelector<HTMLElement>(AFTER_FIELDS)
}

/** Skips read-only fields, except for one that opens a search. */
function takesText(field: HTMLElement): boolean {
  return !field.hasAttribute('readonly') || field.hasAttribute('data-opens')
}
