import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { PAGE_SIZE } from '../../contract/call.ts'
import * as calls from '../../contract/emails.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { termsOf } from '../http/list-query.ts'
import type { SessionEnv } from '../sign-in/staff.ts'
import { continueToken, readContinueToken } from './continue-token.ts'
import { presentEmailEvent } from './present.ts'
import { countEmailEvents, listEmailEvents } from './store.ts'

const NOTHING = { data: [], metadata: { total_pages: 1, next_page_token: null } }

/**
 * Serves the call about e-mails (section 7). A page goes on below the last event of the page before, so events that
 * arrive meanwhile move nothing; they are on a first page that is asked for anew.
 */
export function emailRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listEmails, async ({ query: given }) => {
    const query = given.query.trim()
    const terms = termsOf(query)
    const place = readContinueToken(given.continue_token, query)
    if (terms === null) return NOTHING
    const pages = place?.pages ?? Math.max(1, Math.ceil((await countEmailEvents(db, terms)) / PAGE_SIZE))
    // One more than is given tells whether there is more.
    const found = await listEmailEvents(db, terms, { before: place?.before ?? null, limit: PAGE_SIZE + 1 })
    const events = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? events.at(-1) : undefined
    return {
      data: events.map(presentEmailEvent),
      metadata: {
        total_pages: pages,
        next_page_token: last ? continueToken({ before: last.id, pages, query }) : null,
      },
    }
  })
}
