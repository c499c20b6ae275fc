import type { Kysely } from 'kysely'
import { countFound, pageOfIds } from '../db/dialect.ts'
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
  const search_text = searchTextOf([recipient, subject])
  return { email_id: emailId, event, date, recipient, subject, search_text }
}

/** Events that have all the terms, the last one recorded first, from below the id `before` on. */
export async function listEmailEvents(
  db: Kysely<Database>,
  terms: string[],
  { before, limit }: { before: number | null; limit: number },
): Promise<EmailEventRow[]> {
  const below = before === null ? {} : { beforeId: before }
  const ids = await pageOfIds(db, { from: 'email_events', terms, limit, ...below })
  if (ids.length === 0) return []
  return db.selectFrom('email_events').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

export async function countEmailEvents(db: Kysely<Database>, terms: string[]): Promise<number> {
  return countFound(db, 'email_events', terms)
}
