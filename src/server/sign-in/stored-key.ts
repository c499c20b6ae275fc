import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** Length of a key for HS256 or A256GCM. */
const KEY_BYTES = 32

/** The key stored under `id`, created on first use: the same after a restart and on every process. */
export function storedKey(db: Kysely<Database>, id: string, clock: Clock): () => Promise<KeyObject> {
  let cached: KeyObject | undefined
  return async () => {
    if (cached === undefined) {
      const secret = await storedSecret(db, id, randomBytes(KEY_BYTES).toString('base64url'), clock())
      cached = createSecretKey(secret, 'base64url')
    }
    return cached
  }
}

/**
 * The secret stored under `id`; if there is none, stores `fresh`. Processes that start at the same time agree on
 * the first one stored.
 */
export async function storedSecret(
  db: Kysely<Database>,
  id: string,
  fresh: string,
  now: number,
): Promise<string> {
  await db
    .insertInto('signing_keys')
    .values({ id, secret: fresh, created_at: timestamp(now) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await db
    .selectFrom('signing_keys')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.secret
}
