import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ExportRequest } from '../../contract/exports.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { lastSeen } from '../sign-in/session-store.ts'

/** Milliseconds within which the browser must follow the link. It does so at once. */
const GOOD_FOR_MS = 60_000

/**
 * Stores an export until its download begins, and deletes expired ones.
 * @returns the ticket, of which only the hash is stored
 */
export async function issueTicket(
  db: Kysely<Database>,
  { sessionId, request }: { sessionId: string; request: ExportRequest },
  now: number,
): Promise<string> {
  await db.deleteFrom('export_tickets').where('expires_at', '<=', timestamp(now)).execute()
  const ticket = randomBytes(32).toString('base64url')
  await db
    .insertInto('export_tickets')
    .values({
      id: hashOf(ticket),
      session_id: sessionId,
      request: JSON.stringify(request),
      expires_at: timestamp(now + GOOD_FOR_MS),
    })
    .execute()
  return ticket
}

/**
 * The export of a ticket. Of several downloads, also in other processes, one gets it. Null if the ticket is unknown,
 * used or too old, or if its session has ended or expired.
 */
export async function redeemTicket(
  db: Kysely<Database>,
  ticket: string,
  now: number,
): Promise<ExportRequest | null> {
  const row = await db
    .deleteFrom('export_tickets')
    .where('id', '=', hashOf(ticket))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= timestamp(now)) return null
  const isActive = (await lastSeen(db, row.session_id, now)) !== null
  return isActive ? ExportRequest.parse(JSON.parse(row.request)) : null
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}
