import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { isSigned, mayBeSigned, readPushed } from '../couriers/go-sweet-spot/webhook.ts'
import type { Database } from '../db/schema.ts'
import { receiveBody } from '../http/receive-body.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import { log, logSecurity } from '../platform/log.ts'

/** Limit of a body in MiB. */
const LONGEST_BODY_MIB = 1

/** Signed requests handled at once, and waiting. */
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
  const refuse = () => {
    logSecurity('unauthorised', { webhook: 'gosweetspot', signature: 'not valid' })
    return new Refusal(401, 'The signature is not valid.')
  }
  // Anybody can send requests: only signed ones are handled, and only those that may be are received.
  const maySend: MiddlewareHandler = async (c, next) => {
    if (secret === null) throw new Refusal(404, 'There is no such address.')
    if (!mayBeSigned(Object.values(c.req.query()))) throw refuse()
    return await next()
  }
  const isSigner: MiddlewareHandler = async (c, next) => {
    const values = Object.values(c.req.query())
    if (secret === null || !isSigned(secret, await c.req.text(), values)) throw refuse()
    return await next()
  }
  const places = boundRequests(AT_A_TIME, MOST_WAITING, () => '')
  routes.post('/', maySend, receiveBody(LONGEST_BODY_MIB), isSigner, places, async (c) => {
    const body = await c.req.text()
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
