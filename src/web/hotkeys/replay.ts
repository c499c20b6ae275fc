import { flushSync } from 'react-dom'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { breaksLine, isField, presses, strokesTyping } from '../commands/key-press.ts'
import { IS_MAC } from '../commands/key-text.ts'
import { ARRIVED, beginWait, endWait } from '../state/key-queue.ts'

/** A key that the focused element gets in place of one that the browser gives to none. The listener has handled it. */
export class ReplayedKey extends KeyboardEvent {
  constructor(stroke: Stroke, at: number) {
    super('keydown', eventOf(stroke))
    // When the key was pressed.
    Object.defineProperty(this, 'timeStamp', { value: at })
  }
}

/**
 * Carries out a key on the focused element, for example one that has waited: what handles keys itself, such as a menu or
 * a date field, gets it as an event; of what the browser would do, the part that matters in forms is done here.
 * @param at when it was pressed, in ms
 * @returns whether anything took it
 */
export function replay(stroke: Stroke, at: number): boolean {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement)) return false
  const isTaken = flushSync(() => !element.dispatchEvent(new ReplayedKey(stroke, at)))
  if (element.matches(MOVED_LATE)) awaitMove()
  return isTaken || flushSync(() => actAsBrowser(element, stroke.chord))
}

/** In these, Radix moves the focus in a timer. */
const MOVED_LATE = '[role=menu], [role=menuitem], [role=tab]'

/** Keys behind one that moves the focus wait until it has. */
function awaitMove(): void {
  const wait = beginWait({ label: 'the focus', record: null, holds: 'all' })
  setTimeout(() => endWait(wait, ARRIVED))
}

function eventOf({ chord, character }: Stroke): KeyboardEventInit {
  const [name = '', ...held] = chord.split('+').toReversed()
  return {
    key: character ?? (name === 'Space' ? ' ' : name),
    code: /^\d$/.test(name) ? `Digit${name}` : name,
    ctrlKey: held.includes(IS_MAC ? 'ctrl' : 'mod'),
    metaKey: held.includes(IS_MAC ? 'mod' : 'meta'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
    bubbles: true,
    cancelable: true,
  }
}

const EDITS: Partial<Record<string, string>> = {
  Backspace: 'delete',
  Delete: 'forwardDelete',
  'mod+a': 'selectAll',
}
const STEPS: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

function actAsBrowser(element: HTMLElement, chord: string): boolean {
  const edit = EDITS[chord]
  const step = STEPS[chord]
  // Radix has opened a tab already.
  if (element.matches('[role=tab]') && (chord === 'Enter' || chord === 'Space')) return true
  if (chord === 'Tab' || chord === 'shift+Tab') focusBeside(element, chord === 'Tab' ? 1 : -1)
  else if (
    presses(chord, element) ||
    (chord === 'Enter' && element.matches('button, a[href], [role=button]'))
  )
    element.click()
  else if (chord === 'Enter' && element instanceof HTMLInputElement && element.form)
    element.form.requestSubmit()
  else if (breaksLine(element, chord)) document.execCommand('insertText', false, '\n')
  else if (edit !== undefined && isField(element) && !(element instanceof HTMLSelectElement))
    document.execCommand(edit)
  else if (step !== undefined && element instanceof HTMLSelectElement)
    choose(element, element.options[element.selectedIndex + step])
  else if (step !== undefined && element instanceof HTMLInputElement && element.type === 'radio')
    chooseBeside(element, step)
  else return false
  return true
}

const TABBABLE = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex]']
  .map((one) => `${one}:not(:disabled, [tabindex="-1"], [aria-hidden=true], [type=radio]:not(:checked))`)
  .join()

/** Moves the focus as Tab does, and selects the text of a field; within a dialog if the element is in one. */
function focusBeside(element: HTMLElement, step: 1 | -1): void {
  const layer = element.closest('[role=dialog], [role=alertdialog]') ?? document.body
  const shown = [...layer.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (one) => one.checkVisibility() && one.closest('[inert]') === null,
  )
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const beside = shown.filter((one) => (element.compareDocumentPosition(one) & side) !== 0)
  const next = step === 1 ? (beside[0] ?? shown[0]) : (beside.at(-1) ?? shown.at(-1))
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/** Chooses the next radio button of a group, as arrows do. */
function chooseBeside(button: HTMLInputElement, step: 1 | -1): void {
  const layer = button.form ?? document
  const group = [...layer.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled')].filter(
    ({ name }) => name === button.name,
  )
  const next = group.at((group.indexOf(button) + step) % group.length)
  next?.focus()
  next?.click()
}

function choose(select: HTMLSelectElement, option: HTMLOptionElement | undefined): void {
  if (!option || option.disabled || option.selected) return
  option.selected = true
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Letters typed into a select within this time follow each other, as in browsers. */
const OPTION_SEARCH_MS = 1_000

/** Returns a function that types into the focused field as a hand does, so that its form hears of it, and undo works. */
export function createTyping(): (text: string) => void {
  let search = { text: '', at: Number.NEGATIVE_INFINITY }
  return (text) => {
    const { activeElement: field } = document
    const at = performance.now()
    if (field instanceof HTMLInputElement && field.readOnly) {
      for (const stroke of strokesTyping(text)) replay(stroke, at)
      return
    }
    if (!(field instanceof HTMLSelectElement)) {
      flushSync(() => document.execCommand('insertText', false, text))
      return
    }
    search = { text: (at - search.at < OPTION_SEARCH_MS ? search.text : '') + text, at }
    flushSync(() => choose(field, optionFor(field, search.text.toLowerCase())))
  }
}

/** The option that begins with these letters: for one letter, also repeated, the next one, as in browsers. */
function optionFor(select: HTMLSelectElement, letters: string): HTMLOptionElement | undefined {
  const isRepeated = [...letters].every((letter) => letters.startsWith(letter))
  const start = isRepeated ? letters.slice(0, 1) : letters
  const from = select.selectedIndex + (isRepeated ? 1 : 0)
  const options = [...select.options]
  return [...options.slice(from), ...options.slice(0, from)].find(
    ({ text, disabled }) => !disabled && text.toLowerCase().startsWith(start),
  )
}
