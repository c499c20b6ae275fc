import { statusOf } from '../../../domain/orders/order-status.ts'
import { standingOfWord, usualStatus } from '../../../domain/orders/standing.ts'
import { noteBySource, type SourceChange } from '../../orders/change.ts'
import type { Incoming, Lot, Row } from './kind.ts'
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
  const isStopped = is === 'stopped' || cancelled_at !== null || refunded_at !== null
  return {
    ...row,
    status: isReleased ? calculatedStatus(row) : word,
    cancelled_at,
    refunded_at,
    is_stopped: isStopped ? 1 : 0,
    source_status: hasCell(raw.cells, 'status') ? (is === 'open' ? null : word) : known,
    ...holdOf(row, stored, { isHeld: is === 'held' && !isReleased, now }),
  }
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

/** Whether two rows of an order have the same standing. */
export function hasSameStanding(one: Row, other: Row): boolean {
  return STANDING_COLUMNS.every((column) => one[column] === other[column])
}

const STANDING_COLUMNS = ['is_stopped', 'is_held', 'held_by', 'source_status'] as const

/** Records how the sources of stored orders have changed their standing. */
export async function noteStandings({ within, incoming, now }: Lot): Promise<void> {
  for (const { key: code, row, before } of incoming) {
    const action = before && changeOf(row, before.row)
    if (!action) continue
    const [by, status] = [textIn(row.cancelled_by), textIn(row.status)]
    await noteBySource(within, { id: before.id, code, action, by, status, at: now })
  }
}

/** The history entry for a change by the source; null if the standing is unchanged. */
function changeOf(row: Row, before: Row): SourceChange['action'] | null {
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
