import type { Kysely } from 'kysely'
import type { Collection } from '../../contract/end-of-day.ts'
import { type FoundConsignment, withParts } from '../consignments/store.ts'
import type { Database } from '../db/schema.ts'
import type { ManifestRow } from '../db/tables/manifest-tables.ts'
import { timestamp } from '../db/times.ts'

/** How long an undelivered consignment is followed, as by tracking. */
const FOLLOWED_MS = 60 * 24 * 60 * 60_000

/** Consignments that are neither deleted nor delivered, oldest first. */
export async function liveConsignments(db: Kysely<Database>, now: number): Promise<FoundConsignment[]> {
  const rows = await db
    .selectFrom('consignments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('created_at', '>', timestamp(now - FOLLOWED_MS))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return withParts(db, rows)
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

/** Whether a manifest is of a courier at a branch. */
export function isOf(
  { courier, provider, branch }: Pick<ManifestRow, keyof Collection>,
  collection: Collection,
): boolean {
  return courier === collection.courier && provider === collection.provider && branch === collection.branch
}
