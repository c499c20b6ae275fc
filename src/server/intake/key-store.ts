import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

const SECRET_BYTES = 32
/** Makes a key recognisable, so that the log can redact it. */
const PREFIX = 'dck_'

export type ApiKey = Omit<Selectable<Database['api_keys']>, 'hash'>

const SHOWN = ['id', 'name', 'created_at', 'last_used_at', 'revoked_at'] as const

/**
 * Creates a key for another system. Only its hash is stored.
 * @param now in milliseconds since 1970
 */
export async function createKey(
  db: Kysely<Database>,
  name: string,
  now: number,
): Promise<{ id: string; key: string }> {
  const id = randomUUID()
  const key = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  await db
    .insertInto('api_keys')
    .values({
      ...{ id, name, hash: hashOf(key), created_at: timestamp(now) },
      ...{ last_used_at: null, revoked_at: null },
    })
    .execute()
  return { id, key }
}

/** The valid key, or null. It is looked up by its hash, so that response times reveal nothing about stored keys. */
export async function findKey(db: Kysely<Database>, key: string): Promise<ApiKey | null> {
  const found = await db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('hash', '=', hashOf(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** The keys that have not been revoked, oldest first. */
export async function validKeys(db: Kysely<Database>): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Revokes keys on every process at once. */
export async function revokeKeys(db: Kysely<Database>, ids: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: timestamp(now) })
    .where('id', 'in', ids)
    .execute()
}

/** Stores the time of the last request with a key. */
export async function saveUse(db: Kysely<Database>, id: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: timestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** A random secret of 256 bits cannot be guessed, so a fast hash protects it. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
