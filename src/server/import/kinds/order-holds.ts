import type { Transaction } from 'kysely'
import { isAmong, lockRows } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { isEffective } from '../../orders/steps.ts'
import { isGiven } from './complete.ts'
import {
  type ImportKind,
  type Lot,
  OWNER_CODE,
  type Prepared,
  type Reference,
  type Row,
  type Stored,
} from './kind.ts'
import { isChanged } from './load-lot.ts'
import { hasSameStanding, standingCells, withStanding } from './order-standing.ts'
import { ITEMS, type RawRecord, type Unreadable } from './raw-record.ts'
import { readRecord } from './read-record.ts'
import { areOther, ownersOf, storedRecords } from './rows.ts'

/** Why a stored order keeps its fields. */
interface Hold {
  /** Fields, and groups of fields, that follow the source nevertheless. */
  follows: readonly string[]
  reason: string
}

const ACTED_ON: Hold = {
  follows: ['delivery_address', 'notes'],
  reason: 'is kept as it is here: staff have acted on this order',
}
const SENT: Hold = { follows: [], reason: 'is kept as it is here: the order has a consignment or has left' }

/**
 * Actions of staff are newer than any source, so the fields of such orders stay as they are stored and are reported.
 * Address and notes still follow the source until the order is booked with a courier or shipped.
 * @param columnsOf the columns that are calculated from the referenced record
 */
export async function keepHeld(
  lot: Lot,
  reference: Reference,
  columnsOf: (order: Prepared, owner: Row & { id: number }) => Row,
): Promise<void> {
  const { within, kind, replaces } = lot
  const changing = lot.incoming.filter(isChanged)
  if (changing.length === 0) return
  const holds = await holdsOf(
    within,
    changing.flatMap(({ before }) => before?.id ?? []),
  )
  // Read again, because staff may have changed them before they were locked.
  const keys = changing.map(({ key }) => key)
  const fresh = await storedRecords(within, kind, keys)
  const codes = [...fresh.values()].map(({ row }) => String(row[OWNER_CODE] ?? ''))
  const owners = await ownersOf(within, reference, codes)
  for (const one of changing) {
    const before = fresh.get(one.key)
    if (!before || !one.before) continue
    const hold = holds.get(before.id)
    if (!hold && hasSameStanding(before.row, one.before.row)) continue
    const { prepared, kept } = hold
      ? followed(kind, one.raw, before, { hold, replaces })
      : { prepared: readable(kind, one.raw, replaces ? null : before), kept: [] }
    one.result.faults.push(...kept)
    one.before = before
    prepared.row = withStanding(prepared.row, one, lot.now)
    const owner = owners.get(prepared.reference ?? '')
    one.row = owner ? { ...prepared.row, ...columnsOf(prepared, owner) } : prepared.row
    one.items = prepared.items
    if (kept.length > 0 && hasSameStanding(one.row, before.row)) one.result.outcome = 'kept'
  }
}

async function holdsOf(within: Transaction<Database>, ids: number[]): Promise<Map<number, Hold>> {
  // Staff may act at the same time: this waits for actions that have begun, and later ones see the source's data.
  await lockRows(within, 'orders', ids)
  const acted = await within
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.id', 'orders.code', 'orders.shipped_at'])
    .distinct()
    .where(isAmong(within, 'orders.id', ids))
    // What was undone or taken back counts as never done.
    .where(isEffective)
    // These change nothing that a source knows, or are the source's own.
    .where('order_events.action', 'not in', ['skip', 'unskip', 'hold', 'release', 'cancel', 'reopen'])
    .execute()
  const booked = await bookedOrders(within, ids)
  const holds = new Map<number, Hold>()
  for (const { id, shipped_at } of acted) holds.set(id, shipped_at === null ? ACTED_ON : SENT)
  for (const id of booked) holds.set(id, SENT)
  return holds
}

/** The orders that have a consignment, or of which one is being booked. */
async function bookedOrders(within: Transaction<Database>, ids: number[]): Promise<number[]> {
  const booked = await within
    .selectFrom('orders')
    .innerJoin('consignments', 'consignments.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(within, 'orders.id', ids))
    .where('consignments.deleted_at', 'is', null)
    .execute()
  const claimed = await within
    .selectFrom('orders')
    .innerJoin('claims', 'claims.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(within, 'orders.id', ids))
    .execute()
  return [...booked, ...claimed].map(({ id }) => id)
}

/**
 * The record with only the fields that may still follow their source.
 * @returns also the other fields that differ from the stored ones, which stay as stored
 */
function followed(
  kind: ImportKind,
  raw: RawRecord,
  before: Stored,
  { hold, replaces }: { hold: Hold; replaces: boolean },
): { prepared: Prepared; kept: Unreadable[] } {
  const whole = readable(kind, raw, replaces ? null : before)
  const follows = only(raw, hold.follows)
  const cells = { ...follows.cells, ...standingCells(raw, before.row) }
  const prepared = readable(kind, { ...follows, cells }, before)
  const keptFields = Object.entries(kind.columns).flatMap(([field, column]) => {
    const isSame =
      field === kind.references?.field
        ? whole.reference === prepared.reference
        : whole.row[column] === prepared.row[column]
    return isSame || !(replaces || isGiven(raw, field, kind.completion)) ? [] : field
  })
  if ((replaces || raw.items !== null) && areOther(whole.items, prepared.items)) keptFields.push(ITEMS)
  return { prepared, kept: keptFields.map((field) => ({ line: raw.line, field, reason: hold.reason })) }
}

function only({ line, cells }: RawRecord, fields: readonly string[]): RawRecord {
  const isAmong = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`))
  return {
    line,
    cells: Object.fromEntries(Object.entries(cells).filter(([name]) => isAmong(name))),
    items: null,
  }
}

function readable(kind: ImportKind, raw: RawRecord, stored: Stored | null): Prepared {
  const read = readRecord(kind, raw, stored)
  if ('prepared' in read) return read.prepared
  const [fault] = read.faults
  throw new Error(`The stored record has a fault: ${fault?.field} ${fault?.reason}.`)
}
