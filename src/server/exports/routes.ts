import { createHash, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { downloadExport, ExportRequest, prepareExport } from '../../contract/exports.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { logFailure } from '../db/log-failure.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { CSV } from '../http/api-answers.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import { createPlaces } from '../http/requests-in-progress.ts'
import type { SessionEnv } from '../http/session.ts'
import { refuseHead, textStream } from '../http/text-stream.ts'
import { lastSeen } from '../sign-in/session-store.ts'
import { exportedList } from './exported-lists.ts'

interface ExportDeps {
  db: Connections
  clock: Clock
}

/** The maximum number of simultaneous downloads of all sessions; further downloads are queued. */
const AT_A_TIME = 4
const MOST_WAITING = 50
const ALL = 'all'

const EXPIRED = 'The link to this file has expired. Export the list again.'

/** Serves the call of the capability `csv` that needs a session. */
export function exportRoutes(app: Hono<SessionEnv>, { db, clock }: ExportDeps): void {
  serveCall(app, prepareExport, async ({ body, sessionId, staff }) => {
    const now = clock()
    // Creating the generator reads no rows, but refuses an invalid search now, where staff see the reason.
    exportedList(db, body, now, staff.id)
    const ticket = await issueTicket(db, { sessionId, request: body }, now)
    return { ticket, file: fileName(body.list, now) }
  })
}

/** Serves the file of an export, where a ticket replaces the session token. Mount it outside the calls that require a session. */
export function downloadRoutes({ db, clock }: ExportDeps): Hono {
  const routes = new Hono()
  const places = createPlaces(AT_A_TIME, MOST_WAITING)
  routes.on(downloadExport.method, '/', refuseHead, async (c) => {
    // Held until the file is sent, which takes longer than the request.
    const leave = await places.take(ALL, c.req.raw.signal)
    try {
      const now = clock()
      const redeemed = await redeemTicket(db, c.req.query('ticket') ?? '', now)
      if (redeemed === null) throw new Refusal(404, EXPIRED)
      const { request, staffId } = redeemed
      const { list } = request
      const stream = textStream(c, () => exportedList(db, request, now, staffId), {
        onFailure: (error) => logFailure(error, { list }, 'An export broke off'),
        onEnd: leave,
      })
      return c.body(stream, 200, {
        'Content-Type': CSV,
        'Content-Disposition': `attachment; filename="${fileName(list, now)}"`,
      })
    } catch (error) {
      leave()
      throw error
    }
  })
  return routes
}

/** 'orders-2026-11-20.csv', by the day in Auckland. */
function fileName(list: string, now: number): string {
  return `${list}-${todayInAuckland(now)}.csv`
}

/** Milliseconds within which the browser must follow the link. It does so at once. */
const GOOD_FOR_MS = 60_000

/**
 * Stores an export until its download begins, and deletes expired ones.
 * @returns the ticket, of which only the hash is stored
 */
async function issueTicket(
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
 * The export of a ticket, and its user. Of several downloads, also in other processes, one gets it. Null if the ticket is unknown,
 * used or too old, or if its session has ended or expired.
 */
async function redeemTicket(
  db: Kysely<Database>,
  ticket: string,
  now: number,
): Promise<{ request: ExportRequest; staffId: string } | null> {
  const row = await db
    .deleteFrom('export_tickets')
    .where('id', '=', hashOf(ticket))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= timestamp(now)) return null
  const isActive = (await lastSeen(db, row.session_id, now)) !== null
  if (!isActive) return null
  const session = db.selectFrom('sessions').select('staff_id').where('token_id', '=', row.session_id)
  const { staff_id: staffId } = await session.executeTakeFirstOrThrow()
  return { request: ExportRequest.parse(JSON.parse(row.request)), staffId }
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}
