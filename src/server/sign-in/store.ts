import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** A sign-in under way: what its callback must match. Times are milliseconds since 1970. */
export interface Attempt {
  state: string
  nonce: string
  codeVerifier: string
  expiresAt: number
}

/** Keeps a new attempt and drops those that ran out, so that the table stays as small as its traffic. */
export async function saveAttempt(db: Kysely<Database>, attempt: Attempt, now: number): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', timestamp(now)).execute()
  await db
    .insertInto('sign_in_attempts')
    .values({
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      expires_at: timestamp(attempt.expiresAt),
    })
    .execute()
}

/**
 * Takes the attempt that `state` names: one statement, so that of two callbacks at once only one gets it.
 * @returns null where there is none, or it ran out
 */
export async function takeAttempt(db: Kysely<Database>, state: string, now: number): Promise<Attempt | null> {
  const row = await db
    .deleteFrom('sign_in_attempts')
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const expiresAt = Date.parse(row.expires_at)
  if (expiresAt <= now) return null
  return { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier, expiresAt }
}

/** Ends a session for good. Again for the same session changes nothing. */
export async function saveEndedSession(
  db: Kysely<Database>,
  session: { tokenId: string; expiresAt: number },
  now: number,
): Promise<void> {
  await db.deleteFrom('ended_sessions').where('expires_at', '<=', timestamp(now)).execute()
  await db
    .insertInto('ended_sessions')
    .values({ token_id: session.tokenId, expires_at: timestamp(session.expiresAt) })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .execute()
}

export async function isEnded(db: Kysely<Database>, tokenId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ended_sessions')
    .select('token_id')
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The secret stored under `id`; `fresh` becomes it where there is none. Processes that start together agree on
 * the first one written.
 */
export async function signingSecret(
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
