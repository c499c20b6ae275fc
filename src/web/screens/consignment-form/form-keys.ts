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
function isListOpen(element: Element): boolean {
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

/** Cells that arrows reach in a row of the parcel table, in the order of the columns. */
const CELLS = '[data-cell]'
const ROWS = 'tr[data-row]'

/** The column of the focused cell, or null. */
export function parcelCellOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>(CELLS)?.dataset.cell ?? null
}

/** The id of the row that contains an element, or null. */
export function rowOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>(ROWS)?.dataset.row ?? null
}

/** A cell of the table by row and column. */
export function findCell(table: HTMLElement | null, row: string, cell: string): HTMLElement | null {
  const line = table?.querySelector(`tr[data-row="${CSS.escape(row)}"]`)
  return line?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`) ?? null
}

/** Moves between cells with the arrows; left and right only when the caret is at that end of the text. */
export function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target
  const stroke = strokeOfEvent(event.nativeEvent)
  if (!stroke || !(cell instanceof HTMLElement) || !cell.matches(CELLS) || isListOpen(cell)) return
  const next = adjacentCell(event.currentTarget, cell, stroke.chord)
  if (next === undefined) return
  event.preventDefault()
  enterField(next)
}

/** The cell that an arrow moves to; null at the edge of the table, undefined if the key is not for the table. */
function adjacentCell(table: HTMLElement, cell: HTMLElement, chord: string): HTMLElement | null | undefined {
  const rows = [...table.querySelectorAll<HTMLElement>(ROWS)]
  const row = cell.closest<HTMLElement>(ROWS)
  if (!row) return undefined
  const cells = [...row.querySelectorAll<HTMLElement>(CELLS)]
  const column = cells.indexOf(cell)
  const inRow = (index: number) => rows[index]?.querySelectorAll<HTMLElement>(CELLS)[column] ?? null
  switch (chord) {
    case 'ArrowUp':
      return inRow(rows.indexOf(row) - 1)
    case 'ArrowDown':
      return inRow(rows.indexOf(row) + 1)
    case 'ArrowLeft':
      return isAt(cell, 'start') ? (cells[column - 1] ?? null) : undefined
    case 'ArrowRight':
      return isAt(cell, 'end') ? (cells[column + 1] ?? null) : undefined
    default:
      return undefined
  }
}

/** Whether the caret is at this end of the cell's text, or all of the text is selected. */
function isAt(cell: HTMLElement, end: 'start' | 'end'): boolean {
  if (!(cell instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = cell
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (end === 'start' ? 0 : value.length)
}
