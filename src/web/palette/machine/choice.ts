import { parseInstant } from '../../../domain/calendar/nz-time.ts'
import { fold } from '../../../domain/format/text.ts'
import { ordersMeant } from '../../../domain/orders/order-code.ts'
import { hasReference, type IndexedRecord } from '../../../domain/records/indexed-record.ts'
import { type PaletteState, queryOf, type RecordRow, type Row, type RowGroup } from './state.ts'

/** The chosen row: the one selected with the arrows, otherwise the default one. */
export function chosenRow(state: PaletteState, rows: readonly Row[]): Row | null {
  return rows.find(({ id }) => id === state.choice) ?? defaultRow(rows, queryOf(state).code)
}

/** The id of the group of the actions of a record. */
export const ACTIONS = 'actions'

/**
 * The row that is chosen until the user selects another one: never a fuzzy match, nor a row on which Enter would do
 * nothing. A blocked command, which shows its reason, is preferred to the search of all records.
 */
export function defaultRow(rows: readonly Row[], code: string | null): Row | null {
  if (code !== null) return defaultForCode(rows, code)
  const [top] = rows
  // The command that the text names, even if it is blocked: Enter must not run another one.
  if (top?.kind === 'command' && top.asked) return top
  const leads = (row: Row): boolean => {
    if (row.kind === 'record') return !row.fuzzy
    if (row.kind === 'command') return row.blocked === null
    // A single match of the search has a row of its own below.
    if (row.kind === 'server') return row.others === null || row.others > 1
    return row.kind !== 'code'
  }
  const first = rows.find(leads) ?? null
  if (first !== null && first.kind !== 'server') return first
  return rows.find(({ kind }) => kind === 'command') ?? first
}

/**
 * For a code: the record with this code, otherwise the one with these digits, otherwise the newest match of this
 * browser, otherwise the request to the server, otherwise the first result of the server's search. Later responses
 * never change the choice, because they only add late rows and rows below.
 */
function defaultForCode(rows: readonly Row[], code: string): Row | null {
  const server = rows.findIndex(({ kind }) => kind === 'server')
  const own = (server === -1 ? rows : rows.slice(0, server)).filter(isMatch)
  const known = own.filter(({ late }) => !late).map(({ record }) => record)
  const best = bestMatch(known, code)
  if (isAmbiguous(known, code)) return null
  return (
    own.find(({ record, late }) => !late && record.code === code) ??
    own.find(({ record, late }) => !late && hasCode(record, code)) ??
    own.find(({ record }) => record === best) ??
    rows.find(({ kind }) => kind === 'code') ??
    rows.find(isMatch) ??
    null
  )
}

/** Whether the code may mean several of these orders (ORD-60): then none is chosen for the user. */
export function isAmbiguous(records: readonly IndexedRecord[], code: string): boolean {
  return ordersNamed(records, code).length > 1 && !records.some((record) => hasCode(record, code))
}

/** The orders that the code may mean. */
export function ordersNamed(records: readonly IndexedRecord[], code: string): IndexedRecord[] {
  return ordersMeant(
    code,
    records.filter(({ kind }) => kind === 'order'),
  )
}

/**
 * The best match for part of a code: the only order that it means, otherwise the newest record with exactly its digits,
 * otherwise the newest of all. Null if it means several orders.
 */
export function bestMatch(records: readonly IndexedRecord[], part: string): IndexedRecord | null {
  const named = ordersNamed(records, part)
  if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  const digits = digitsIn(part)
  const newest = records.toSorted((one, other) => instantOf(other) - instantOf(one))
  return newest.find(({ code }) => digitsIn(code) === digits) ?? newest[0] ?? null
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}

function isMatch(row: Row): row is RecordRow {
  return row.kind === 'record' && !row.fuzzy
}

function instantOf({ at }: IndexedRecord): number {
  return parseInstant(at) ?? 0
}

/** Whether a record has exactly this code, in any case of its letters. Only codes of orders have a number sign. */
export function hasCode(record: IndexedRecord, text: string): boolean {
  const code = record.kind === 'order' ? text : text.replace(/^#/, '')
  return fold(record.code) === fold(code) || hasReference(record, code)
}

/**
 * The rows that Alt and a digit pick: all except blocked commands and late rows, which would change the digits of
 * other rows. An action keeps its digit when it becomes blocked.
 */
export function pickable(groups: readonly RowGroup[]): Row[] {
  const hasDigit = (row: Row, group: string): boolean => {
    if (row.kind === 'record') return !row.late
    return group === ACTIONS || row.kind !== 'command' || row.blocked === null
  }
  return groups.flatMap(({ id, rows }) => rows.filter((row) => hasDigit(row, id))).slice(0, 9)
}
