import type { Kysely } from 'kysely'
import { inTurn } from '../../../domain/orders/item-check.ts'
import { isAmong } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import {
  haveSameLines,
  isSameWanted,
  readWants,
  SOURCE_GROUP_NAMES,
  SOURCE_GROUPS,
  type SourceGroup,
  type Wanted,
  writeWants,
} from '../../orders/source-changes.ts'
import { ItemValues, isEffective } from '../../orders/steps.ts'
import { isGiven } from './complete.ts'
import {
  type ImportKind,
  type Incoming,
  type JudgedLot,
  OWNER_CODE,
  type Prepared,
  type Reference,
  type Row,
  type Stored,
} from './kind.ts'
import { isChanged } from './load-lot.ts'
import { asFinished } from './order-finished.ts'
import { hasSameStanding, sentElsewhere, standingCells, textIn, withStanding } from './order-standing.ts'
import { hasCell, ITEMS, type RawRecord, type Unreadable } from './raw-record.ts'
import { readRecord } from './read-record.ts'
import { areOther, storedRecords } from './rows.ts'

/** Why a stored order keeps its fields. */
interface Keeping {
  /** Fields, and groups of fields, that follow the source nevertheless. */
  follows: readonly string[]
  reason: string
}

const ACTED_ON: Keeping = {
  follows: ['delivery_address', 'notes'],
  reason: 'is kept as it is here: staff have acted on this order',
}
const SENT: Keeping = {
  follows: [],
  reason: 'is kept as it is here: the order has a consignment or has left',
}

/**
 * Actions of staff are newer than any source, so the fields of such orders stay as they are stored and are reported.
 * Address and notes still follow the source until the order is booked with a courier or shipped.
 * @param columnsOf the columns that are calculated from the referenced record
 * @param finished the ids of orders that were taken in as finished
 */
export async function keepFields(
  lot: JudgedLot,
  reference: Reference,
  columnsOf: (order: Prepared, owner: Row & { id: number }) => Row,
  finished: ReadonlySet<number>,
): Promise<void> {
  const { db, kind, replaces } = lot
  const changing = lot.incoming.filter((one) => isChanged(one) || hasWants(one))
  if (changing.length === 0) return
  const keepings = await keepingsOf(
    lot,
    changing.flatMap(({ before }) => before?.id ?? []),
  )
  // Read again, because staff may have changed them before they were locked.
  const keys = changing.map(({ key }) => key)
  const fresh = await storedRecords(db, kind, keys)
  const codes = [...fresh.values()].map(({ row }) => String(row[OWNER_CODE] ?? ''))
  codes.push(...changing.flatMap(({ reference }) => reference ?? []))
  const owners = await lot.findOwners(reference, codes)
  for (const one of changing) {
    const before = fresh.get(one.key)
    if (!before || !one.before) continue
    const keeping = keepings.get(before.id)
    if (keeping) one.isFinished = false
    if (!keeping && isSameAs(before, one.before) && !hasWants({ before })) continue
    const whole = sentElsewhere(readable(kind, one.raw, replaces ? null : before), before, lot.now)
    const { prepared, kept } = keeping
      ? followed(kind, one.raw, before, { keeping, replaces, whole })
      : { prepared: whole, kept: [] }
    one.result.faults.push(...kept)
    one.before = before
    const standing = withStanding(prepared.row, one, lot.now)
    const isFinished = !keeping && (one.isFinished || finished.has(before.id))
    prepared.row = isFinished ? asFinished(standing) : standing
    const owner = owners.get(prepared.reference ?? '')
    const wanted = owners.get(whole.reference ?? '') ?? owner
    const wants = wantsOf({ raw: one.raw, whole, prepared, before, replaces, customerId: wanted?.id ?? null })
    const row = { ...prepared.row, ...wants }
    one.row = { ...row, ...(owner && columnsOf({ ...prepared, row }, owner)) }
    one.items = prepared.items
    if (kept.length > 0 && hasSameStanding(one.row, before.row)) one.result.outcome = 'kept'
  }
}

/** Whether staff have left a stored order as it was: what is missing in a record is completed by what was read. */
function isSameAs(fresh: Stored, read: Stored): boolean {
  return !areOther([fresh.row], [read.row]) && !areOther(fresh.items, read.items)
}

async function keepingsOf({ db, lock }: JudgedLot, ids: number[]): Promise<Map<number, Keeping>> {
  // Staff may act at the same time: this waits for actions that have begun, and later ones see the source's data.
  await lock(ids)
  const acted = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.id', 'orders.code', 'orders.shipped_at'])
    .distinct()
    .where(isAmong(db, 'orders.id', ids))
    // What was undone or taken back counts as never done.
    .where(isEffective)
    // These change nothing that a source knows, or are the source's own.
    .where('order_events.action', 'not in', NO_KEEPING)
    .execute()
  const booked = await bookedOrders(db, ids)
  const keepings = new Map<number, Keeping>()
  for (const { id, shipped_at } of acted) keepings.set(id, shipped_at === null ? ACTED_ON : SENT)
  for (const id of booked) keepings.set(id, SENT)
  return keepings
}

const NO_KEEPING = [
  ...['skip', 'unskip', 'hold', 'release', 'cancel', 'reopen'],
  ...['source-change', 'take-source-changes', 'keep-source-changes', 'finish'],
]

/** The orders that have a consignment, or of which one is being booked. */
async function bookedOrders(db: Kysely<Database>, ids: number[]): Promise<number[]> {
  const booked = await db
    .selectFrom('orders')
    .innerJoin('consignments', 'consignments.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(db, 'orders.id', ids))
    .where('consignments.deleted_at', 'is', null)
    .execute()
  const claimed = await db
    .selectFrom('orders')
    .innerJoin('claims', 'claims.order_code', 'orders.code')
    .select('orders.id')
    .where(isAmong(db, 'orders.id', ids))
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
  { keeping, replaces, whole }: { keeping: Keeping; replaces: boolean; whole: Prepared },
): { prepared: Prepared; kept: Unreadable[] } {
  const follows = only(raw, keeping.follows)
  const cells = { ...follows.cells, ...standingCells(raw, before.row) }
  const prepared = withFulfilled(readable(kind, { ...follows, cells }, before), whole)
  const keptFields = Object.entries(kind.columns).flatMap(([field, column]) => {
    const isSame =
      field === kind.references?.field
        ? whole.reference === prepared.reference
        : whole.row[column] === prepared.row[column]
    return isSame || !(replaces || isGiven(raw, field, kind.completion)) ? [] : field
  })
  if ((replaces || raw.items !== null) && areOther(whole.items, prepared.items)) keptFields.push(ITEMS)
  return { prepared, kept: keptFields.map((field) => ({ line: raw.line, field, reason: keeping.reason })) }
}

/** What was sent elsewhere is a fact, whatever staff have done. Of several lines of a product, each is that in its place. */
function withFulfilled(prepared: Prepared, whole: Prepared): Prepared {
  const next = inTurn(whole.items, ({ product_code }) => product_code)
  const items = prepared.items.map((item) => ({
    ...item,
    fulfilled_quantity: next(item.product_code)?.fulfilled_quantity ?? item.fulfilled_quantity ?? null,
  }))
  return { ...prepared, items }
}

/** Whether it is stored what its source wants, or what staff have left of that. */
function hasWants({ before }: Pick<Incoming, 'before'>): boolean {
  return before !== null && (before.row.source_changes !== null || before.row.source_kept !== null)
}

interface Compared {
  raw: RawRecord
  /** The order as its source wants it, and as it is stored now. */
  whole: Prepared
  prepared: Prepared
  before: Stored
  replaces: boolean
  /** The id of the customer that the source names; null if there is none. */
  customerId: number | null
}

/**
 * What the source wants that the order does not get (ORD-80). A group that the record does not mention stays as it was; one
 * that staff have left before is noted again only if the source wants something else.
 */
function wantsOf(compared: Compared): Row {
  const { before } = compared
  const open = readWants(textIn(before.row.source_changes))
  const kept = readWants(textIn(before.row.source_kept))
  for (const group of SOURCE_GROUP_NAMES) {
    if (!isMentioned(group, compared)) continue
    const wanted = wantedIn(group, compared)
    delete open[group]
    if (wanted === null) delete kept[group]
    else if (!isSameWanted(wanted, kept[group])) {
      open[group] = wanted
      delete kept[group]
    }
  }
  return { source_changes: writeWants(open), source_kept: writeWants(kept) }
}

/** The fields of each group in a record. */
const GROUP_FIELDS: Record<SourceGroup, readonly string[]> = {
  money: ['freight.subtotal', 'costs.subtotal', 'costs.tax', 'costs.total'],
  address: ['street', 'suburb', 'city', 'region', 'postcode', 'country'].map(
    (name) => `delivery_address.${name}`,
  ),
  customer: ['customer.code'],
  reference: ['reference'],
  notes: ['notes'],
  branch: ['freight.branch'],
  pickup: ['freight.is_pickup'],
  paid: ['dates.paid_at', 'paid_at', 'status'],
  shipped: ['dates.shipped_at', 'shipped_at', 'status', 'freight.tracking_code'],
}

function isMentioned(group: SourceGroup, { raw, replaces }: Compared): boolean {
  if (replaces || GROUP_FIELDS[group].some((field) => hasCell(raw.cells, field))) return true
  return (group === 'money' || group === 'shipped') && raw.items !== null
}

/** Null if the order has what the source wants in a group, or staff know more than the source. */
function wantedIn(group: SourceGroup, { whole, prepared, customerId }: Compared): Wanted | null {
  const { columns: names, unless } = SOURCE_GROUPS[group]
  if (group === 'customer') {
    if (whole.reference === prepared.reference || customerId === null) return null
    return { columns: { customer_id: customerId }, customer: whole.reference ?? '' }
  }
  const columns = Object.fromEntries(
    names.flatMap((name) =>
      whole.row[name] === prepared.row[name] ? [] : [[name, whole.row[name] ?? null]],
    ),
  )
  if (unless !== null && (prepared.row[unless] !== null || whole.row[unless] === null)) return null
  if (group !== 'money') return Object.keys(columns).length === 0 ? null : { columns }
  const [items, here] = [whole, prepared].map((one) => one.items.map(itemOf))
  const isOther = !haveSameLines(items, here)
  if (!isOther && Object.keys(columns).length === 0) return null
  return { columns, ...(isOther && { items }) }
}

function itemOf(item: Row): ItemValues {
  return ItemValues.parse({ ...item, fulfilled_quantity: item.fulfilled_quantity ?? null })
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
