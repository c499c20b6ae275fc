import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** Milliseconds that a used sign-in is kept after it expired, so that a clock set back does not revive it. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * Marks the sign-in of this id as used. Of two concurrent callbacks, only one succeeds.
 * @param expiresAt when its state expires, in milliseconds since 1970
 * @returns false if it was used before
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
