import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { PAGE_SIZE } from '../../contract/call.ts'
import type { EmailEvent } from '../../contract/emails.ts'
import * as calls from '../../contract/emails.ts'
import { shownEmailStatus } from '../../domain/records/email.ts'
import type { Connections } from '../db/named-connections.ts'
import { countUpTo, pageOfIds } from '../db/page-of-ids.ts'
import type { Database, EmailEventRow } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'
import { serveCall } from '../http/call-route.ts'
import { termsOf } from '../http/list-query.ts'
import { invalidField } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'

/** Number of pages counted ahead. A longer list reports this many, and more as the user pages on. */
const PAGES_AHEAD = 100

const NOTHING = { data: [], metadata: { total_pages: 1, next_page_token: null } }

/**
 * Serves the call about e-mails (API-1). A page continues after the last event of the previous page, so events that
 * arrive meanwhile shift nothing; they are on the first page when it is requested again.
 */
export function emailRoutes(app: Hono<SessionEnv>, { db }: { db: Connections }): void {
  serveCall(app, calls.listEmails, async ({ query: given }) => {
    const query = given.query.trim()
    const terms = termsOf(query)
    const position = readContinueToken(given.continue_token, query)
    if (terms === null) return NOTHING
    const page = position?.page ?? 0
    const filter = { terms, before: position?.before ?? null }
    // Requests one row more than a page has, to know whether there is another page.
    const found = await listEmailEvents(db, filter, PAGE_SIZE + 1)
    const events = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? events.at(-1) : undefined
    const count = last ? await countEmailEvents(db, filter, PAGES_AHEAD * PAGE_SIZE) : found.length
    return {
      data: events.map(presentEmailEvent),
      metadata: {
        total_pages: page + Math.max(1, Math.ceil(count / PAGE_SIZE)),
        next_page_token: last ? continueToken({ before: last.id, page: page + 1, query }) : null,
      },
    }
  })
}

/** A delivery event in the form of the contract, field by field. */
function presentEmailEvent(row: EmailEventRow): EmailEvent {
  return {
    email_id: row.email_id,
    date: row.date,
    event: row.event,
    recipient: row.recipient,
    subject: row.subject,
  }
}

/** A position in a list of e-mails. */
const ListPosition = z.strictObject({
  /** Id of the last event on the page before. */
  before: z.int().min(1).max(2_147_483_647),
  /** Number of pages before this one. */
  page: z.int().min(1),
  /** The search that the list belongs to. */
  query: z.string(),
})
type ListPosition = z.output<typeof ListPosition>

/** Encodes a position as opaque text. */
export function continueToken(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Decodes a token; null for a blank one, which is the beginning.
 * @throws Refusal 400 for an invalid token, or the token of another search
 */
function readContinueToken(token: string, query: string): ListPosition | null {
  if (token.trim() === '') return null
  const { data: position } = ListPosition.safeParse(decoded(token))
  // Node's base64 decoder is lenient, so a token is valid only if encoding it again gives the same text.
  if (position === undefined || continueToken(position) !== token) {
    throw invalidField(400, 'continue_token', 'was not issued by this list')
  }
  if (position.query !== query) throw invalidField(400, 'continue_token', 'belongs to another search')
  return position
}

/** Undefined if it cannot be decoded. */
function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** A delivery event with recipient and subject of its e-mail. */
export interface EmailNews {
  emailId: string
  /** 'queued', 'sent', 'delivered', 'rejected', 'soft-bounced', 'hard-bounced' or another word. */
  event: string
  /** Formatted by `db/times.ts`. */
  date: string
  recipient: string
  subject: string
}

/** Adds an event. In a transaction it is stored if and only if that commits. */
export async function recordEmailEvent(db: Kysely<Database>, news: EmailNews): Promise<void> {
  await db.insertInto('email_events').values(emailEventOf(news)).execute()
}

/** The row of an event. E-mails are searched by recipient and subject, and by the event if it is a failure. */
export function emailEventOf({ emailId, event, date, recipient, subject }: EmailNews) {
  const marks = shownEmailStatus(event).tone === 'red' ? [event] : []
  const search_text = searchTextOf({ texts: [recipient, subject], marks })
  return { email_id: emailId, event, date, recipient, subject, search_text }
}

/** Selects the events of a page: those with all terms and, if given, below the id `before`. */
interface EmailEventQuery {
  terms: string[]
  before: number | null
}

/** The events, newest first. */
export async function listEmailEvents(
  db: Connections,
  query: EmailEventQuery,
  limit: number,
): Promise<EmailEventRow[]> {
  const ids = await pageOfIds(db.reads, { ...idsQuery(query), limit })
  if (ids.length === 0) return []
  return db.selectFrom('email_events').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** The number of events, counted up to `most`: counting millions takes longer than listing them. */
export async function countEmailEvents(
  db: Connections,
  query: EmailEventQuery,
  most: number,
): Promise<number> {
  return countUpTo(db.reads.list, most, idsQuery(query))
}

function idsQuery({ terms, before }: EmailEventQuery) {
  return { from: 'email_events', terms, ...(before === null ? {} : { afterId: before }) } as const
}
