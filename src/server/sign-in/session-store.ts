import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Staff } from '../http/session.ts'

/**
 * Milliseconds that a row outlives its token, at least a day. With a week, a clock that is
 * days ahead for a moment deletes no session in use.
 */
const KEPT_MS = 7 * 24 * 60 * 60_000

/** A stored session. Times are milliseconds since 1970. */
export interface StoredSession {
  id: string
  staff: Pick<Staff, 'id' | 'name' | 'email'>
  userAgent: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
  endedAt: number | null
}

/** Stores a new session and deletes those whose tokens expired long ago. */
export async function saveSession(
  db: Kysely<Database>,
  session: Omit<StoredSession, 'lastSeenAt' | 'endedAt'>,
): Promise<void> {
  const { id, staff, userAgent, createdAt, expiresAt } = session
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<=', timestamp(createdAt - KEPT_MS))
    .execute()
  await db
    .insertInto('sessions')
    .values({
      token_id: id,
      staff_id: staff.id,
      staff_name: staff.name,
      email: staff.email,
      user_agent: userAgent,
      created_at: timestamp(createdAt),
      last_seen_at: timestamp(createdAt),
      expires_at: timestamp(expiresAt),
    })
    .execute()
}

/** Sessions that have neither ended nor expired at `now` (ms). */
function open(db: Kysely<Database>, now: number) {
  return db.selectFrom('sessions').where('ended_at', 'is', null).where('expires_at', '>', timestamp(now))
}

/** When a session was last seen; null if it has ended, has expired at `now` (ms) or does not exist. */
export async function lastSeen(db: Kysely<Database>, id: string, now: number): Promise<number | null> {
  const row = await open(db, now).select('last_seen_at').where('token_id', '=', id).executeTakeFirst()
  return row === undefined ? null : Date.parse(row.last_seen_at)
}

/** When each of these sessions was last seen, without those that have ended or expired at `now` (ms). */
export async function lastSeenOf(
  db: Kysely<Database>,
  ids: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await open(db, now)
    .select(['token_id', 'last_seen_at'])
    .where(isAmong(db, 'token_id', ids))
    .execute()
  return new Map(rows.map(({ token_id, last_seen_at }) => [token_id, Date.parse(last_seen_at)]))
}

export async function saveLastSeen(db: Kysely<Database>, id: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: timestamp(now) })
    .where('token_id', '=', id)
    .execute()
}

/** All sessions that have neither ended nor expired, last seen first. */
export async function openSessions(
  db: Kysely<Database>,
  now: number,
  staffId?: string,
): Promise<StoredSession[]> {
  const rows = await open(db, now)
    .selectAll()
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId ?? ''))
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_id')
    .execute()
  return rows.map((row) => ({
    id: row.token_id,
    staff: { id: row.staff_id, name: row.staff_name, email: row.email },
    userAgent: row.user_agent,
    createdAt: Date.parse(row.created_at),
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: Date.parse(row.expires_at),
    endedAt: null,
  }))
}

/** Ends sessions for good. A session that ended earlier keeps that time. */
export async function endSessions(db: Kysely<Database>, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('sessions')
    .set({ ended_at: timestamp(now) })
    .where(isAmong(db, 'token_id', ids))
    .where('ended_at', 'is', null)
    .execute()
}

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
