import { type Stroke, strokeOf } from '../../../commands/engine/keymap.ts'
import { IS_MAC } from './key-text.ts'

/** The stroke of a browser event; null if it is ignored. */
export function strokeOfEvent(event: KeyboardEvent): Stroke | null {
  return strokeOf(
    {
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      repeat: event.repeat,
      isComposing: event.isComposing || event.keyCode === 229,
      altGraph: event.getModifierState('AltGraph'),
    },
    IS_MAC,
  )
}

/**
 * A pasted text for a field of one line, with spaces in place of line breaks. The field would leave these out, and so turn a
 * column of codes into one code.
 */
export function pastedInLine(pasted: string): string {
  return /[\r\n]/.test(pasted) ? pasted.trim().replace(/\s+/g, ' ') : pasted
}

/** The strokes that type a text. */
export function strokesTyping(text: string): Stroke[] {
  return [...text].map((character) => ({ chord: character, character, repeat: false }))
}

const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Whether an element takes typed text. Single-letter keys are text there and run no commands. */
export function isField(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !NO_TEXT.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  if (!(element instanceof HTMLElement)) return false
  return (
    element.isContentEditable ||
    /^(textbox|searchbox|combobox|spinbutton)$/.test(element.getAttribute('role') ?? '')
  )
}

/** A control in which keys choose a value. */
type Picker = HTMLInputElement | HTMLSelectElement

/** Whether an element is a date field or a select. Neither takes codes, so a scan is never meant for it. */
export function isPicker(element: Element | null): element is Picker {
  return element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && isDay(element))
}

function isDay(element: Element): boolean {
  return element.matches('[data-day]')
}

const PRESSED =
  'button, a[href], summary, input, [role=button], [role=link], [role=tab], [role=switch], [role=option]'
/** Enter breaks the line in a multi-line field; Alt and an arrow opens a select or a calendar. */
const LINE_BREAK = /^(shift\+)?Enter$/
const LIST_OPENS = /^alt\+Arrow(Up|Down)$/
const MOVED_IN =
  '[data-day], input[type=radio], input[type=range], [role=tab], [role=radio], [role=slider], [role=listbox], [role=tree]'
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/

/** Whether a key breaks the line in a multi-line field. */
export function breaksLine(element: Element | null, chord: string): boolean {
  return element instanceof HTMLTextAreaElement && LINE_BREAK.test(chord)
}

const PRESSED_BY_SPACE =
  'input[type=checkbox], input[type=radio], button:not([role=tab]), summary, [role=button]'

/** Whether a key presses or ticks an element. Browsers do so when Space is released, which may be after the next key. */
export function presses(chord: string, element: Element | null): boolean {
  return chord === 'Space' && element !== null && element.matches(PRESSED_BY_SPACE)
}

/** Whether the focused element handles a key itself, as a button handles Enter and tabs handle arrows. */
export function ownsKey(element: Element | null, chord: string): boolean {
  if (element === null) return false
  if (breaksLine(element, chord)) return true
  if (isPicker(element) && LIST_OPENS.test(chord)) return true
  // Space and arrows choose a radio button, while Enter belongs to the dialog around it.
  if (chord === 'Enter' && element.matches('input[type=radio]')) return false
  if (chord === 'Enter' || chord === 'Space') return element.matches(PRESSED)
  return MOVES.test(chord) && element.matches(MOVED_IN)
}
