import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/schema.ts'
import { receiveBody } from '../../http/receive-body.ts'
import { Refusal } from '../../http/refusal.ts'
import { boundRequests } from '../../http/requests-in-progress.ts'
import { parsedJson } from '../../platform/json.ts'
import { log, logSecurity } from '../../platform/log.ts'
import { withSmallNames } from './gateway.ts'

/** Limit of a body in MiB. */
const LONGEST_BODY_MIB = 1

/** Bodies in memory at once, of at most 64 MiB: whether one is signed is known only after it has arrived. */
const MOST_BODIES = 64

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
export function webhookRoutes({ db }: { db: Kysely<Database> }, secret: string | null): Hono {
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
  const bodies = boundRequests(MOST_BODIES, 0, () => '')
  const places = boundRequests(AT_A_TIME, MOST_WAITING, () => '')
  routes.post('/', maySend, bodies, receiveBody(LONGEST_BODY_MIB), isSigner, places, async (c) => {
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

const Shipment = z.object({ consignmentno: z.string().min(1) })
const Shipments = z.array(z.unknown())

/** An HMAC-SHA256 in base64. A plus sign that was not encoded is read as a space. */
const SIGNATURE = /^[A-Za-z0-9+/ ]{43}=$/

/** Whether one of the values in the query can be a signature, so that the body is worth receiving. */
function mayBeSigned(values: readonly string[]): boolean {
  return values.some((value) => SIGNATURE.test(value))
}

/**
 * Whether a body sent by the webhook is signed: one of the values in the query is its HMAC-SHA256 in base64. The
 * documentation does not name the parameter.
 */
export function isSigned(secret: string, body: string, values: readonly string[]): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('base64'))
  return values.some((value) => {
    const given = Buffer.from(value.replaceAll(' ', '+'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/**
 * The tracking codes of the shipments that changed. The older webhook sends the JSON as a JSON string; unreadable
 * shipments are left out.
 * @returns null if the body is not a list
 */
export function readPushed(body: string): string[] | null {
  const read = parsedJson(body)
  const list = Shipments.safeParse(withSmallNames(typeof read === 'string' ? parsedJson(read) : read)).data
  return list?.flatMap((one) => Shipment.safeParse(one).data?.consignmentno ?? []) ?? null
}
