import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { isSigned, readPushed } from '../couriers/go-sweet-spot/pushed.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import { log, logSecurity } from '../platform/log.ts'

/** Requests handled at once, and waiting. Their bodies are in memory. */
const AT_A_TIME = 2
const MOST_WAITING = 50

/** Far more than GoSweetSpot sends at once (50). */
const MOST_SHIPMENTS = 1000

/**
 * Receives GoSweetSpot's webhook, which only names the consignments to track next. Their status is requested from the
 * gateway, so a repeated or late notification changes nothing.
 * @param secret null if no webhook is configured
 */
export function pushedTrackingRoutes({ db }: { db: Kysely<Database> }, secret: string | null): Hono {
  const routes = new Hono()
  routes.use(boundRequests(AT_A_TIME, MOST_WAITING, () => ''))
  routes.post('/', async (c) => {
    if (secret === null) throw new Refusal(404, 'There is no such address.')
    const body = await c.req.text()
    if (!isSigned(secret, body, Object.values(c.req.query()))) {
      logSecurity('unauthorised', { webhook: 'gosweetspot', signature: 'not valid' })
      throw new Refusal(401, 'The signature is not valid.')
    }
    const codes = readPushed(body)
    if (codes === null || codes.length > MOST_SHIPMENTS) {
      throw new Refusal(422, `The body must be a list of at most ${MOST_SHIPMENTS} shipments.`)
    }
    log.info({ shipments: codes.length }, 'GoSweetSpot reported changes')
    await trackSoon(db, codes)
    return c.json({ success: true })
  })
  return routes
}

/** Makes consignments due for the next round of tracking. */
async function trackSoon(db: Kysely<Database>, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await db
    .updateTable('consignments')
    .set({ tracked_at: null })
    .where('tracking_code', 'in', codes)
    .where('courier', 'like', 'gosweetspot%')
    .where('delivered_at', 'is', null)
    .execute()
}
