import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { PAGE_SIZE } from '../../contract/call.ts'
import * as calls from '../../contract/emails.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { termsOf } from '../http/list-query.ts'
import type { SessionEnv } from '../http/session.ts'
import { continueToken, readContinueToken } from './continue-token.ts'
import { presentEmailEvent } from './present.ts'
import { countEmailEvents, listEmailEvents } from './store.ts'

/** Number of pages counted ahead. A longer list reports this many, and more as the user pages on. */
const PAGES_AHEAD = 100

const NOTHING = { data: [], metadata: { total_pages: 1, next_page_token: null } }

/**
 * Serves the call about e-mails (section 7). A page continues after the last event of the previous page, so events that
 * arrive meanwhile shift nothing; they are on the first page when it is requested again.
 */
export function emailRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listEmails, async ({ query: given }) => {
    const query = given.query.trim()
    const terms = termsOf(query)
    const place = readContinueToken(given.continue_token, query)
    if (terms === null) return NOTHING
    const page = place?.page ?? 0
    const filter = { terms, before: place?.before ?? null }
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
