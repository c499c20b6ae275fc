import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** How long a used sign-in is remembered after it ran out, in milliseconds: a clock set back must not revive it. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * Uses up the sign-in of this id: of two callbacks at once only one does.
 * @param expiresAt when its state runs out, in milliseconds since 1970
 * @returns false where it was used before
 */
export async function redeemSignIn(
  db: Kysely<Database>,
  { id, expiresAt }: { id: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom('used_sign_ins')
    .where('expires_at', '<=', timestamp(now - KEPT_MS))
    .execute()
  const used = await db
    .insertInto('used_sign_ins')
    .values({ id, expires_at: timestamp(expiresAt) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
