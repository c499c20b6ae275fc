import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Collection } from '../../contract/end-of-day.ts'
import { aucklandDayStart, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { originBranch } from '../../domain/freight/branch.ts'
import type { LateLimits } from '../../domain/freight/late-consignments.ts'
import { type FoundConsignment, isNotStopped, stoppedOrder, withParts } from '../consignments/store.ts'
import type { ConsignmentRow, ManifestRow } from '../db/consignment-tables.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** How long an undelivered consignment is followed, as by tracking. */
const FOLLOWED_MS = 60 * 24 * 60 * 60_000

/** A courier at a branch, as stored. */
export type OfCourier = Pick<ManifestRow, keyof Collection>

/** The columns that decide which courier collects a consignment, and at which branch. */
type Collected = Pick<ConsignmentRow, 'courier' | 'provider_slug' | 'branch'>

export function collectionOf({ courier, provider_slug, branch }: Collected): Collection {
  return { courier, provider: provider_slug, branch: originBranch(branch) }
}

/** Whether a manifest, or the total of a courier, is of a courier at a branch. */
export function isOf({ courier, provider, branch }: OfCourier, collection: OfCourier): boolean {
  return courier === collection.courier && provider === collection.provider && branch === collection.branch
}

/** PostgreSQL answers sums as text. */
type Sum = number | string

/** The first instant of today in Auckland, as stored. */
export function startOfToday(now: number): string {
  return timestamp(aucklandDayStart(todayInAuckland(now)))
}

/** Neither deleted nor delivered, nor being deleted. */
function live(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('consignments')
    .where('deleted_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('deleting_since', 'is', null)
    .where('consignments.created_at', '>', timestamp(now - FOLLOWED_MS))
}

/** Consignments that couriers are handed today: not picked up, not handed over before today, and of no stopped order. */
function handedToday(db: Kysely<Database>, now: number) {
  return live(db, now)
    .where('picked_at', 'is', null)
    .where(isNotStopped)
    .where(({ or, eb }) =>
      or([eb('manifested_at', 'is', null), eb('manifested_at', '>=', startOfToday(now))]),
    )
}

/** What couriers are handed today, added up; a courier has a total for each spelling of a branch. */
export async function handedTotals(db: Kysely<Database>, now: number) {
  return handedToday(db, now)
    .leftJoin('consignment_parts as part', 'part.consignment_id', 'consignments.id')
    .select(({ fn }) => [
      'courier',
      'provider_slug',
      'branch',
      fn.max('provider_name').as('provider_name'),
      fn.count<Sum>('consignments.id').distinct().as('consignments'),
      fn.count<Sum>('part.id').as('pieces'),
      fn.sum<Sum | null>('part.weight').as('weight'),
    ])
    .groupBy(['courier', 'provider_slug', 'branch'])
    .execute()
}

/** Consignments that are handed over today and not manifested, oldest first. */
export async function notManifested(db: Kysely<Database>, now: number) {
  return handedToday(db, now)
    .select(['courier', 'provider_slug', 'branch', 'tracking_code', 'manifest_id'])
    .where('manifested_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Consignments of stopped orders in manifests that their couriers have not confirmed. */
export async function stoppedInManifests(db: Kysely<Database>, now: number) {
  return live(db, now)
    .innerJoin('manifests', 'manifests.id', 'manifest_id')
    .where('picked_at', 'is', null)
    .where('manifested_at', 'is', null)
    .where(sql<SqlBool>`(select 1 ${stoppedOrder}) = 1`)
    .select(['consignments.courier', 'tracking_code', 'manifests.id as manifest', 'sent_at'])
    .execute()
}

/** The consignments that a courier is handed at a branch today, oldest first. */
export async function consignmentsOf(
  db: Kysely<Database>,
  collection: OfCourier,
  now: number,
): Promise<FoundConsignment[]> {
  const rows = await handedToday(db, now)
    .selectAll()
    .where('courier', '=', collection.courier)
    .where('provider_slug', '=', collection.provider)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return withParts(
    db,
    rows.filter((row) => isOf(collectionOf(row), collection)),
  )
}

/** The latest limits of all couriers at all branches, and the couriers that report pick-ups. */
interface LatestLimits extends LateLimits {
  reporting: readonly string[]
}

/**
 * What decides whether a live consignment is late, with its last event, as 'time type': of all that are late, and a
 * few others. Most are on their way, and are not read.
 */
export async function progressRows(db: Kysely<Database>, now: number, limits: LatestLimits) {
  const { lastCutOff, heardAfter, reporting } = limits
  return live(db, now)
    .where(({ or, and, eb }) =>
      or([
        eb('picked_at', '<=', timestamp(heardAfter)),
        and([
          eb('picked_at', 'is', null),
          eb('created_at', '<=', lastCutOff === null ? '' : timestamp(lastCutOff)),
          or([eb('manifested_at', 'is', null), isAmong(db, 'courier', reporting)]),
        ]),
        // For `exists`, PostgreSQL would read the exceptions and stopped orders of all years.
        sql<SqlBool>`(select 1 from consignment_events
          where consignment_id = consignments.id and consignment_events.type = 'exception' limit 1) = 1`,
        sql<SqlBool>`(select 1 ${stoppedOrder}) = 1`,
      ]),
    )
    .select(['id', 'courier', 'provider_slug', 'branch', 'created_at', 'manifested_at', 'picked_at'])
    .select(({ selectFrom }) =>
      selectFrom('consignment_events')
        .select(sql<string>`at || ' ' || type`.as('last'))
        .whereRef('consignment_id', '=', 'consignments.id')
        .orderBy('at', 'desc')
        .orderBy('consignment_events.id', 'desc')
        .limit(1)
        .as('last_event'),
    )
    .select(
      sql<
        string | null
      >`(select coalesce(cancelled_at, refunded_at, consignments.created_at) ${stoppedOrder})`.as(
        'stopped_at',
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Consignments by their ids. */
export async function consignmentsById(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, FoundConsignment>> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map((await withParts(db, rows)).map((found) => [found.row.id, found]))
}

/** Manifests sent since a time, oldest first. */
export async function manifestsSince(db: Kysely<Database>, since: string): Promise<ManifestRow[]> {
  return db
    .selectFrom('manifests')
    .selectAll()
    .where('sent_at', '>=', since)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
}
