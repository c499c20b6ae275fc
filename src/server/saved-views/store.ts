import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import { lockName } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'

type Changes = Pick<Updateable<Database['saved_views']>, 'name' | 'is_default' | 'place'>

/** The views of a user, in their order. */
export async function viewsOf(db: Kysely<Database>, staffId: string) {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/**
 * The views of a user, locked: until this transaction ends, no other call of this function reads or changes them,
 * because names and number are checked before a view is saved.
 */
export async function lockedViewsOf(within: Transaction<Database>, staffId: string) {
  await lockName(within, `saved views of ${staffId}`)
  return viewsOf(within, staffId)
}

export async function insertView(
  db: Kysely<Database>,
  view: Insertable<Database['saved_views']>,
): Promise<void> {
  await db.insertInto('saved_views').values(view).execute()
}

export async function updateView(db: Kysely<Database>, id: string, changes: Changes): Promise<void> {
  await db.updateTable('saved_views').set(changes).where('id', '=', id).execute()
}

/** Makes none of a user's views the default. */
export async function clearDefault(db: Kysely<Database>, staffId: string): Promise<void> {
  await db.updateTable('saved_views').set({ is_default: 0 }).where('staff_id', '=', staffId).execute()
}

/** Whether the user had this view. */
export async function deleteViewOf(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
