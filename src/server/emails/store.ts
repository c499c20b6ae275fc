import type { Kysely } from 'kysely'
import { countUpTo, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Database, EmailEventRow } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'

/** What became of an e-mail. Recipient and subject are the e-mail's own. */
export interface EmailNews {
  emailId: string
  /** 'queued', 'sent', 'delivered', 'rejected', 'soft-bounced', 'hard-bounced' or another word. */
  event: string
  /** When, as in `db/times.ts`. */
  date: string
  recipient: string
  subject: string
}

/** Adds to what is known of an e-mail. In a transaction it stands if and only if that commits. */
export async function recordEmailEvent(db: Kysely<Database>, news: EmailNews): Promise<void> {
  await db.insertInto('email_events').values(emailEventOf(news)).execute()
}

/** The row that keeps it. An e-mail is found by whom it went to and what it is about. */
export function emailEventOf({ emailId, event, date, recipient, subject }: EmailNews) {
  const search_text = searchTextOf({ texts: [recipient, subject] })
  return { email_id: emailId, event, date, recipient, subject, search_text }
}

/** Which events a page has: those with all the terms, from below the id `before` on where there is one. */
export interface EmailEventQuery {
  terms: string[]
  before: number | null
}

/** The events, the last one recorded first. */
export async function listEmailEvents(
  db: Kysely<Database>,
  query: EmailEventQuery,
  limit: number,
): Promise<EmailEventRow[]> {
  const ids = await pageOfIds(db, { ...idsQuery(query), limit })
  if (ids.length === 0) return []
  return db.selectFrom('email_events').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** How many events there are, counted no further than `most`: to count millions takes longer than to list them. */
export async function countEmailEvents(
  db: Kysely<Database>,
  query: EmailEventQuery,
  most: number,
): Promise<number> {
  return countUpTo(db, most, idsQuery(query))
}

function idsQuery({ terms, before }: EmailEventQuery) {
  return { from: 'email_events', terms, ...(before === null ? {} : { beforeId: before }) } as const
}
