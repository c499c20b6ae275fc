import { type Kysely, sql } from 'kysely'
import { aucklandDayStart, daysBefore } from '../../domain/calendar/nz-calendar.ts'
import type { ConsignmentEventRow, ConsignmentPartRow, ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

export interface FoundConsignment {
  row: ConsignmentRow
  parts: ConsignmentPartRow[]
  /** Oldest first. */
  events: ConsignmentEventRow[]
}

export interface ConsignmentFilter {
  /** A day in Auckland, 'yyyy-MM-dd'. It has 23 hours or 25 when the clocks change. */
  day: string
  /** From `searchTerms`. */
  terms: readonly string[]
  /** A courier's slug; null for all couriers. */
  provider: string | null
}

/** All consignments of one day, newest first. */
export async function listConsignments(
  db: Kysely<Database>,
  { day, terms, provider }: ConsignmentFilter,
): Promise<FoundConsignment[]> {
  let query = db
    .selectFrom('consignments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', timestamp(aucklandDayStart(day)))
    .where('created_at', '<', timestamp(aucklandDayStart(daysBefore(day, -1))))
  if (provider !== null) query = query.where('provider_slug', '=', provider)
  for (const term of terms) query = query.where(sql<boolean>`search_text like ${`%${term}%`}`)
  return withParts(db, await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute())
}

/** The consignment with this code in upper or lower case, even if deleted; null if there is none. */
export async function findConsignmentRow(
  db: Kysely<Database>,
  trackingCode: string,
): Promise<ConsignmentRow | null> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('tracking_code', 'in', [trackingCode, trackingCode.toUpperCase()])
    .execute()
  return rows.find((row) => row.tracking_code === trackingCode) ?? rows[0] ?? null
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

/** The consignment with this id, even if deleted; null if there is none. */
export async function findConsignmentById(
  db: Kysely<Database>,
  id: number,
): Promise<FoundConsignment | null> {
  const rows = await db.selectFrom('consignments').selectAll().where('id', '=', id).execute()
  return (await withParts(db, rows))[0] ?? null
}

/**
 * The consignment of the piece with this barcode, because a scanner reads pieces. Null if it does not exist, was
 * deleted, or is ambiguous because several have such a piece.
 */
export async function findConsignmentOfPiece(
  db: Kysely<Database>,
  barcode: string,
): Promise<FoundConsignment | null> {
  const pieces = db
    .selectFrom('consignment_parts')
    .select('consignment_id')
    .where('label', 'in', [barcode, barcode.toUpperCase()])
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('id', 'in', pieces)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  return rows.length === 1 ? ((await withParts(db, rows))[0] ?? null) : null
}

/** Consignments in transit with these couriers: first those never tracked, then those tracked longest ago. */
export async function consignmentsToTrack(
  db: Kysely<Database>,
  due: { couriers: readonly string[]; bookedAfter: string; askedBefore: string; limit: number },
): Promise<ConsignmentRow[]> {
  if (due.couriers.length === 0) return []
  const trackedAt = sql<string>`coalesce(tracked_at, '')`
  return db
    .selectFrom('consignments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('created_at', '>', due.bookedAfter)
    .where('courier', 'in', due.couriers)
    .where(trackedAt, '<', due.askedBefore)
    .orderBy(trackedAt)
    .limit(due.limit)
    .execute()
}

async function withParts(db: Kysely<Database>, rows: ConsignmentRow[]): Promise<FoundConsignment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const parts = await db
    .selectFrom('consignment_parts')
    .selectAll()
    .where('consignment_id', 'in', ids)
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('consignment_events')
    .selectAll()
    .where('consignment_id', 'in', ids)
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
