import { isSentElsewhere } from '../../../domain/orders/item-check.ts'
import { statusOf } from '../../../domain/orders/order-status.ts'
import { sourceSentence } from '../../../domain/orders/source-changes.ts'
import { isStopped, standingOfWord, usualStatus } from '../../../domain/orders/standing.ts'
import { noteBySource, type SourceDeed } from '../../orders/change.ts'
import { presentOrder } from '../../orders/present.ts'
import { areSameWants, readWants } from '../../orders/source-changes.ts'
import { findOrder } from '../../orders/store.ts'
import type { Incoming, Lot, Prepared, Row, Stored } from './kind.ts'
import { type Cells, hasCell, type RawRecord } from './raw-record.ts'

const FACTS = [
  'dates.cancelled_at',
  'dates.refunded_at',
  'cancelled_at',
  'refunded_at',
  'cancelled_by',
] as const

/**
 * The row with what its source says of the order's standing, whatever staff have done with the order (ORD-44). Only a hold
 * that staff have released stays released until the source changes its word.
 * @param now formatted by `db/times.ts`
 */
export function withStanding(row: Row, { raw, before }: Pick<Incoming, 'raw' | 'before'>, now: string): Row {
  const stored = before?.row ?? null
  const word = textIn(row.status)
  const is = standingOfWord(word)
  const known = textIn(stored?.source_status)
  const isReleased =
    is === 'held' && stored?.is_held === 0 && known !== null && usualStatus(known) === usualStatus(word)
  const isRefund = usualStatus(word) === 'refunded'
  const since = is === 'stopped' && stored?.is_stopped === 0 ? now : null
  const cancelled_at = row.cancelled_at ?? (isRefund ? null : since)
  const refunded_at = row.refunded_at ?? (isRefund ? since : null)
  const dates = { cancelled_at: textIn(cancelled_at), refunded_at: textIn(refunded_at) }
  return {
    ...row,
    status: isReleased ? calculatedStatus(row) : word,
    cancelled_at,
    refunded_at,
    is_stopped: isStopped({ status: word, dates }) ? 1 : 0,
    source_status: hasCell(raw.cells, 'status') ? (is === 'open' ? null : word) : known,
    ...holdOf(row, stored, { isHeld: is === 'held' && !isReleased, now }),
  }
}

/** An order whose items were all sent elsewhere is shipped, at the latest when this was first told (ORD-91). */
export function sentElsewhere<One extends Pick<Prepared, 'row' | 'items'>>(
  one: One,
  before: Stored | null,
  now: string,
): One {
  const { row, items } = one
  if (row.shipped_at !== null || !isAllSent(items)) return one
  const status = row.status === calculatedStatus(row)
  const told = (column: 'source_changes' | 'source_kept') =>
    textIn(readWants(textIn(before?.row[column])).shipped?.columns.shipped_at)
  const at = textIn(before?.row.shipped_at) ?? told('source_changes') ?? told('source_kept') ?? now
  const shipped = { ...row, shipped_at: at }
  return { ...one, row: status ? { ...shipped, status: calculatedStatus(shipped) } : shipped }
}

function isAllSent(items: readonly Row[]): boolean {
  const counted = items.flatMap(({ quantity, fulfilled_quantity: sent }) =>
    Number(quantity) > 0
      ? { quantity: Number(quantity), fulfilled_quantity: typeof sent === 'number' ? sent : null }
      : [],
  )
  return counted.length > 0 && counted.every(isSentElsewhere)
}

/** The given cells about its standing, which an order takes over from its source in any case. */
export function standingCells(raw: RawRecord, before: Row): Cells {
  const cells: Record<string, string> = {}
  for (const field of FACTS) if (hasCell(raw.cells, field)) cells[field] = raw.cells[field] ?? ''
  const status = raw.cells.status
  if (status === undefined) return cells
  if (standingOfWord(status) !== 'open') return { ...cells, status }
  // The source takes its word back: the order is again what staff have made of it.
  return before.source_status === null ? cells : { ...cells, status: '' }
}

/** The given cells by which a source stops or holds an order; none if it does neither. */
export function stoppingCells({ cells }: RawRecord): Cells {
  const { status = '' } = cells
  const own: Record<string, string> = standingOfWord(status) === 'open' ? {} : { status }
  for (const field of FACTS) if (cells[field]) own[field] = cells[field]
  return own
}

/** Whether two rows of an order have the same standing. */
export function hasSameStanding(one: Row, other: Row): boolean {
  return STANDING_COLUMNS.every((column) => one[column] === other[column])
}

const STANDING_COLUMNS = ['is_stopped', 'is_held', 'held_by', 'source_status'] as const

/** Records how the sources of stored orders have changed their standing. */
export async function noteStandings({ within, incoming, now }: Lot): Promise<void> {
  for (const { key: code, row, before } of incoming) {
    if (before === null) continue
    const action = changeOf(row, before.row)
    const [by, status] = [textIn(row.cancelled_by), textIn(row.status)]
    const told = { id: before.id, code, by, status, at: now }
    if (action !== null) await noteBySource(within, { ...told, action })
    const wants = textIn(row.source_changes)
    if (wants === null || areSameWants(wants, textIn(before.row.source_changes))) continue
    const found = await findOrder(within, code)
    const notes = found === null ? '' : sourceSentence(presentOrder(found, Date.parse(now)))
    await noteBySource(within, { ...told, action: 'source-change', by: null, notes })
  }
}

/** The history entry for a change by the source; null if the standing is unchanged. */
function changeOf(row: Row, before: Row): SourceDeed['action'] | null {
  if (row.is_stopped === 1) return before.is_stopped === 1 && row.status === before.status ? null : 'cancel'
  if (before.is_stopped === 1) return 'reopen'
  if (row.is_held === before.is_held) return null
  return row.is_held === 1 ? 'hold' : 'release'
}

/** A new order has the hold of its source, which cannot change a hold by staff later. */
function holdOf(row: Row, before: Row | null, { isHeld, now }: { isHeld: boolean; now: string }): Row {
  const { held_at = null, held_by = null, hold_reason = null } = before ?? row
  const isOfStaff = held_by !== null
  if (before === null || (isOfStaff && before.is_held === 1)) {
    return { is_held: isHeld || isOfStaff ? 1 : 0, held_at, held_by, hold_reason }
  }
  const since = before.is_held === 1 ? held_at : now
  return { is_held: isHeld ? 1 : 0, held_at: isHeld ? since : null, held_by: null, hold_reason: null }
}

/** The status that the dates of a row amount to. */
export function calculatedStatus(row: Row): string {
  const dates = {
    paid_at: textIn(row.paid_at),
    ready_at: textIn(row.ready_at),
    shipped_at: textIn(row.shipped_at),
  }
  return statusOf(dates, { is_pickup: row.is_pickup === 1, tracking_code: textIn(row.tracking_code) })
}

/** A cell of a text column. */
export function textIn(cell: Row[string] | undefined): string | null {
  return typeof cell === 'string' ? cell : null
}
