import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ConsignmentCriterionName, ConsignmentListQuery } from '../../contract/consignments.ts'
import { aucklandDayStart, daysBefore } from '../../domain/calendar/nz-calendar.ts'
import { codesWithDigits, possibleCodes } from '../../domain/freight/couriers.ts'
import {
  CONSIGNMENT_CRITERIA,
  type ConsignmentCriteria,
  consignmentCriteria,
} from '../../domain/lists/consignment-filter.ts'
import type { ConsignmentEventRow, ConsignmentPartRow, ConsignmentRow } from '../db/consignment-tables.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { invalidField } from '../http/refusal.ts'

export interface FoundConsignment {
  row: ConsignmentRow
  parts: ConsignmentPartRow[]
  /** Oldest first. */
  events: ConsignmentEventRow[]
}

/** The stopped order of a consignment. */
export const stoppedOrder = sql`from orders where orders.code = consignments.order_code and orders.is_stopped = 1`

/** That the order of a consignment is not stopped. */
export const isNotStopped = sql<SqlBool>`not exists (select 1 ${stoppedOrder})`

interface ConsignmentFilter {
  /** A day in Auckland, 'yyyy-MM-dd'. It has 23 hours or 25 when the clocks change. */
  day: string
  /** From `searchTerms`. */
  terms: readonly string[]
  /** A courier's slug; null for all couriers. */
  provider: string | null
  /** Whether only those are selected that await pick-up, whose order is not stopped and whose labels were never printed. */
  isUnprinted?: boolean
  criteria?: readonly RawBuilder<SqlBool>[]
}

type CriterionSql<Value> = (value: Value) => readonly RawBuilder<SqlBool>[]

const CRITERION_SQL: {
  readonly [Name in ConsignmentCriterionName]: CriterionSql<ConsignmentCriteria[Name]>
} = {
  weight({ from, to }) {
    const grams = sql`(select round(sum(weight) * 1000) from consignment_parts where consignment_id = consignments.id)`
    return [
      ...(from === null ? [] : [sql<SqlBool>`${grams} >= ${from}`]),
      ...(to === null ? [] : [sql<SqlBool>`${grams} <= ${to}`]),
    ]
  },
  service: (service) => [sql<SqlBool>`lower(type) like ${`%${service}%`}`],
}

/**
 * The criteria of a list of consignments as conditions (CON-14).
 * @throws Refusal 400 that names an invalid one
 */
export function consignmentCriteriaSql(
  query: Pick<ConsignmentListQuery, ConsignmentCriterionName>,
): RawBuilder<SqlBool>[] {
  const of = <Name extends ConsignmentCriterionName>(name: Name) => {
    const value = CONSIGNMENT_CRITERIA[name].parse(query[name] ?? '')
    if (value === null) throw invalidField(400, name, 'is not a filter of consignments')
    return CRITERION_SQL[name](value)
  }
  return consignmentCriteria(query).flatMap(({ name }) => of(name))
}

/** A part of a list: at most `limit` consignments that follow `after`. */
interface ConsignmentPage {
  limit: number
  after: FoundConsignment | null
}

/** The consignments of one day, newest first: all of them, or one page. */
export async function consignmentsOfDay(
  db: Kysely<Database>,
  { day, terms, provider, isUnprinted = false, criteria = [] }: ConsignmentFilter,
  page?: ConsignmentPage,
): Promise<FoundConsignment[]> {
  let query = db
    .selectFrom('consignments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', timestamp(aucklandDayStart(day)))
    .where('created_at', '<', timestamp(aucklandDayStart(daysBefore(day, -1))))
  if (provider !== null) query = query.where('provider_slug', '=', provider)
  if (isUnprinted) {
    query = query
      .where('picked_at', 'is', null)
      .where('delivered_at', 'is', null)
      .where('deleting_since', 'is', null)
      .where(isNotStopped)
      .where(sql<boolean>`not exists (select 1 from label_prints where consignment_id = consignments.id)`)
  }
  for (const criterion of criteria) query = query.where(criterion)
  for (const term of terms) query = query.where(sql<boolean>`search_text like ${`%${term}%`}`)
  if (page?.after) {
    const { created_at, id } = page.after.row
    query = query.where(sql<boolean>`(created_at, id) < (${created_at}, ${id})`)
  }
  if (page) query = query.limit(page.limit)
  return withParts(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

/** The consignments with exactly these codes, in this order. Unknown and deleted ones are omitted. */
export async function consignmentsByCode(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<FoundConsignment[]> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where(isAmong(db, 'tracking_code', codes))
    .where('deleted_at', 'is', null)
    .execute()
  const found = await withParts(db, rows)
  return codes.flatMap((code) => found.find(({ row }) => row.tracking_code === code) ?? [])
}

/** The consignments with these codes in upper or lower case, in this order, even if deleted; null where there is none. */
export async function findConsignmentRows(
  db: Kysely<Database>,
  trackingCodes: readonly string[],
): Promise<(ConsignmentRow | null)[]> {
  const spelled = trackingCodes.flatMap((code) => [code, code.toUpperCase()])
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where(isAmong(db, 'tracking_code', spelled))
    .execute()
  const byCode = new Map(rows.map((row) => [row.tracking_code, row]))
  return trackingCodes.map((code) => byCode.get(code) ?? byCode.get(code.toUpperCase()) ?? null)
}

/** The consignment with this code in upper or lower case, even if deleted; null if there is none. */
export async function findConsignmentRow(
  db: Kysely<Database>,
  trackingCode: string,
): Promise<ConsignmentRow | null> {
  return (await findConsignmentRows(db, [trackingCode]))[0] ?? null
}

/** The consignment with this code in upper or lower case; null if there is none or it was deleted. */
export async function findConsignment(
  db: Kysely<Database>,
  trackingCode: string,
): Promise<FoundConsignment | null> {
  const row = await findConsignmentRow(db, trackingCode)
  if (row === null || row.deleted_at !== null) return null
  return (await withParts(db, [row]))[0] ?? null
}

/** All consignments of an order that are not deleted, oldest first. */
export async function consignmentsOfOrder(
  db: Kysely<Database>,
  orderCode: string,
): Promise<FoundConsignment[]> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('order_code', '=', orderCode)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return withParts(db, rows)
}

/** The consignment with this reference, such as '104823-2'; the newest if several have it. Null if none has. */
export async function findReferredConsignment(
  db: Kysely<Database>,
  reference: string,
): Promise<FoundConsignment | null> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('reference', 'in', [reference, reference.toUpperCase()])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  return (await withParts(db, rows))[0] ?? null
}

/** The consignment with this id, even if deleted; null if there is none. */
export async function findConsignmentById(
  db: Kysely<Database>,
  id: number,
): Promise<FoundConsignment | null> {
  const rows = await db.selectFrom('consignments').selectAll().where('id', '=', id).execute()
  return (await withParts(db, rows))[0] ?? null
}

/**
 * The consignment that a scanned barcode belongs to: the barcode of a piece, or a text that begins with a tracking code
 * or such a barcode; the longest one counts. Null if there is none, it was deleted, or several consignments have it.
 */
export async function findScannedConsignment(
  db: Kysely<Database>,
  barcode: string,
): Promise<FoundConsignment | null> {
  const codes = [...new Set([...possibleCodes(barcode), ...possibleCodes(barcode.toUpperCase())])]
  const pieces = await db
    .selectFrom('consignment_parts')
    .select(['consignment_id as id', 'label as code'])
    .where('label', 'in', codes)
    .execute()
  const ofPieces = db.selectFrom('consignment_parts').select('consignment_id').where('label', 'in', codes)
  const live = await db
    .selectFrom('consignments')
    .select(['id', 'tracking_code as code'])
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('tracking_code', 'in', codes), where('id', 'in', ofPieces)]))
    .execute()
  const found = [
    ...live.filter(({ code }) => codes.includes(code)),
    ...pieces.filter((piece) => live.some(({ id }) => id === piece.id)),
  ]
  const longest = Math.max(...found.map(({ code }) => code.length))
  const ids = new Set(found.filter(({ code }) => code.length === longest).map(({ id }) => id))
  const [id] = ids
  return id === undefined || ids.size > 1 ? null : findConsignmentById(db, id)
}

/**
 * The consignment whose tracking code has these digits after the prefix of its courier. Null if there is none, it was
 * deleted, or several couriers have one.
 */
export async function findConsignmentByDigits(
  db: Kysely<Database>,
  digits: string,
): Promise<FoundConsignment | null> {
  const codes = codesWithDigits(digits)
  if (codes.length === 0) return null
  const [found, other] = await consignmentsByCode(db, codes)
  return found && !other ? found : null
}

/**
 * Consignments in transit with a courier: first those never tracked, then by the time of the last tracking, oldest
 * first.
 */
export async function consignmentsToTrack(
  db: Kysely<Database>,
  due: { courier: string; bookedAfter: string; askedBefore: string; limit: number },
): Promise<FoundConsignment[]> {
  const trackedAt = sql<string>`coalesce(tracked_at, '')`
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('created_at', '>', due.bookedAfter)
    .where('courier', '=', due.courier)
    .where(trackedAt, '<', due.askedBefore)
    .orderBy(trackedAt)
    .limit(due.limit)
    .execute()
  return withParts(db, rows)
}

/** The consignments of these rows. */
export async function withParts(db: Kysely<Database>, rows: ConsignmentRow[]): Promise<FoundConsignment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const parts = await db
    .selectFrom('consignment_parts')
    .selectAll()
    .where(isAmong(db, 'consignment_id', ids))
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('consignment_events')
    .selectAll()
    .where(isAmong(db, 'consignment_id', ids))
    .orderBy('at')
    .orderBy('id')
    .execute()
  const [partsOf, eventsOf] = [byConsignment(parts), byConsignment(events)]
  return rows.map((row) => ({ row, parts: partsOf.get(row.id) ?? [], events: eventsOf.get(row.id) ?? [] }))
}

function byConsignment<Row extends { consignment_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.consignment_id)
    if (group) group.push(row)
    else groups.set(row.consignment_id, [row])
  }
  return groups
}
