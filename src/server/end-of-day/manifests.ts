import type { Kysely } from 'kysely'
import type { ManifestOutcome, ManifestRequest } from '../../contract/end-of-day.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { ManifestRow } from '../db/consignment-tables.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'

type Deps = { db: Kysely<Database>; clock: Clock }

export async function findManifest(db: Kysely<Database>, id: string): Promise<ManifestRow | null> {
  const row = await db.selectFrom('manifests').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Stores a new manifest before it is sent. From then on its consignments can be neither deleted nor added to another
 * manifest, unless a user sends them again.
 * @param unconfirmed ids of the manifests that the user sends again, whose consignments may be in the new one
 * @returns null if another request has the id
 * @throws Refusal 409 if a consignment has been deleted, picked up or added to another manifest in the meantime
 */
export async function claimManifest(
  { db, clock }: Deps,
  { id, courier, provider, branch, consignments }: Omit<ManifestRequest, 'again'>,
  unconfirmed: readonly string[],
  staff: Staff,
): Promise<ManifestRow | null> {
  const row: ManifestRow = {
    ...{ id, courier, provider, branch },
    staff_id: staff.id,
    staff_name: staff.name,
    sent_at: timestamp(clock()),
    outcome: null,
    pickup: null,
  }
  return db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('manifests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return null
    const { numUpdatedRows } = await within
      .updateTable('consignments')
      .set({ manifest_id: id })
      .where(isAmong(within, 'tracking_code', consignments))
      .where('deleting_since', 'is', null)
      .where('picked_at', 'is', null)
      .where('manifested_at', 'is', null)
      .where((where) =>
        where.or([where('manifest_id', 'is', null), isAmong(within, 'manifest_id', unconfirmed)]),
      )
      .executeTakeFirst()
    if (numUpdatedRows !== BigInt(consignments.length)) {
      throw new Refusal(409, 'The consignments have changed. Look at the list again.')
    }
    await noteConsignments(within, consignments)
    return row
  })
}

/** Takes back a manifest that the courier refused. */
export async function dropManifest(db: Kysely<Database>, { id }: ManifestRow): Promise<void> {
  await db.transaction().execute(async (within) => {
    const rows = await within
      .updateTable('consignments')
      .set({ manifest_id: null })
      .where('manifest_id', '=', id)
      .where('manifested_at', 'is', null)
      .returning('tracking_code')
      .execute()
    await within.deleteFrom('manifests').where('id', '=', id).execute()
    await noteConsignments(
      within,
      rows.map(({ tracking_code }) => tracking_code),
    )
  })
}

/** Records consignments as manifested now, unless they were before. */
export async function recordManifested({ db, clock }: Deps, codes: readonly string[]): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('consignments')
      .set({ manifested_at: timestamp(clock()) })
      .where(isAmong(within, 'tracking_code', codes))
      .where('manifested_at', 'is', null)
      .execute()
    await noteConsignments(within, codes)
  })
}

export async function recordOutcome(
  db: Kysely<Database>,
  { id }: ManifestRow,
  outcome: ManifestOutcome,
): Promise<void> {
  await db.updateTable('manifests').set({ outcome }).where('id', '=', id).execute()
}

/** Records what is known about the pick-up that was requested with a manifest, in a sentence. */
export async function recordPickup(
  db: Kysely<Database>,
  { id }: ManifestRow,
  pickup: string | null,
): Promise<void> {
  await db.updateTable('manifests').set({ pickup }).where('id', '=', id).execute()
}

function noteConsignments(
  within: Parameters<typeof noteChanges>[0],
  codes: readonly string[],
): Promise<void> {
  return noteChanges(
    within,
    codes.map((code) => ({ kind: 'consignment', code, is_new: false })),
  )
}
