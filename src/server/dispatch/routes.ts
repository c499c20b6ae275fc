import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { PACKAGE_TYPES } from '../../contract/consignments.ts'
import { getNextToShip, getPacking } from '../../contract/dispatch.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { findOrder } from '../orders/store.ts'
import { lastPieces, nextToShip, weightOfItems } from './store.ts'

/** Serves the calls of the capability `dispatch`. */
export function dispatchRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, getPacking, async ({ parameter }) => {
    const found = await findOrder(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    const { id, customer_code } = found.record
    const pieces = await lastPieces(db, customer_code)
    return {
      weight: await weightOfItems(db, id),
      last: pieces.map(({ package_type, height, length, width, weight }) => ({
        package_type: PACKAGE_TYPES.find((type) => type === package_type) ?? null,
        height,
        length,
        width,
        weight,
      })),
    }
  })

  serveCall(app, getNextToShip, async ({ query }) => ({ code: await nextToShip(db, query.after) }))
}
