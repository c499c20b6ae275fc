import type { Kysely } from 'kysely'
import { shownEmailStatus } from '../../domain/records/email.ts'
import { countUpTo, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database, EmailEventRow } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'

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
