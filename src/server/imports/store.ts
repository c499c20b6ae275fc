import type { Insertable, Kysely, Transaction } from 'kysely'
import type { ImportRow } from '../db/intake-tables.ts'
import type { Database } from '../db/schema.ts'
import { CLOCKS_APART_MS, timestamp } from '../db/times.ts'

type NewImport = Omit<Insertable<Database['imports']>, 'id'>

export async function insertImport(within: Transaction<Database>, row: NewImport): Promise<number> {
  const { id } = await within.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The import that is read or loaded now, of any user. */
export async function runningImport(db: Kysely<Database>): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('is_running', '=', 1).executeTakeFirst()
}

export async function importWithId(db: Kysely<Database>, id: number): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest import of a user since a time, unless it was given up. */
export async function lastImportOf(
  db: Kysely<Database>,
  staffId: string,
  since: string,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('created_at', '>', since)
    .where((is) =>
      is.or([is('state', '!=', 'ended'), is('result', 'is not', null), is('failure', 'is not', null)]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The imports of a user that wait for an answer. */
export async function previewedImportsOf(db: Kysely<Database>, staffId: string): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('state', '=', 'previewed')
    .execute()
}

export async function updateImport(
  db: Kysely<Database>,
  id: number,
  changes: Partial<Omit<ImportRow, 'id'>>,
): Promise<void> {
  await db.updateTable('imports').set(changes).where('id', '=', id).execute()
}

/**
 * Reports that an import runs, and how far it is.
 * @returns whether it was asked to stop; null if it no longer is this run of this holder, or was discarded
 */
export async function beat(
  db: Kysely<Database>,
  { id, holder, run, progress }: Pick<ImportRow, 'id' | 'holder' | 'run' | 'progress'>,
  now: number,
): Promise<{ isStopping: boolean } | null> {
  const row = await db
    .updateTable('imports')
    .set({ beat_at: timestamp(now), progress })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('run', '=', run)
    .where('is_running', '=', 1)
    .returning('is_stopping')
    .executeTakeFirst()
  return row ? { isStopping: row.is_stopping === 1 } : null
}

/**
 * Ends a run, unless it is over or no longer at this holder. The preview goes with the import. Returns whether it did.
 */
export async function endRun(
  within: Transaction<Database>,
  { id, holder, run }: Pick<ImportRow, 'id' | 'holder' | 'run'>,
  changes: Partial<Pick<ImportRow, 'state' | 'preview' | 'result' | 'failure'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await within
    .updateTable('imports')
    .set({ ...changes, is_running: 0, progress: null, ...(changes.state === 'ended' && { preview: null }) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('run', '=', run)
    .where('is_running', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the holder of a running import has not reported for longer than `length` (ms). */
export function isSilent({ beat_at }: Pick<ImportRow, 'beat_at'>, length: number, now: number): boolean {
  // A time far ahead was written before the clock was set back.
  return beat_at <= timestamp(now - length) || beat_at > timestamp(now + length + CLOCKS_APART_MS)
}

/** Gives up an import that has loaded nothing. Its row stays, so that its number is never another one's. */
export async function giveUpImport(within: Transaction<Database>, id: number): Promise<void> {
  await updateImport(within, id, { state: 'ended', is_running: 0, progress: null, preview: null })
}

/** Deletes an import and its list of orders, unless it was begun meanwhile. Returns whether it did. */
export async function removeImport(within: Transaction<Database>, id: number): Promise<boolean> {
  const { numDeletedRows } = await within
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('is_running', '=', 0)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await within.deleteFrom('import_orders').where('import_id', '=', id).execute()
  return true
}

/** The imports that wait for an answer since before `unanswered`, and those that were made before `over`. */
export async function oldImports(
  db: Kysely<Database>,
  { unanswered, over }: { unanswered: string; over: string },
): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('is_running', '=', 0)
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'previewed'), is('created_at', '<', unanswered)]),
        is('created_at', '<', over),
      ]),
    )
    .limit(100)
    .execute()
}
