import type { Hono } from 'hono'
import { PACKAGE_TYPES } from '../../contract/consignments.ts'
import * as calls from '../../contract/dispatch.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import type { ChangeDeps } from '../orders/change.ts'
import { findMeantOrder } from '../orders/store.ts'
import { lastPieces, weightOfItems } from './expected-parcels.ts'
import { findNextToShip } from './next-to-ship.ts'
import { endSkipByStaff, skipByStaff } from './skip.ts'

/** Serves the calls of the capability `dispatch`. */
export function dispatchRoutes(app: Hono<SessionEnv>, deps: ChangeDeps & { db: Connections }): void {
  const { db, clock } = deps

  serveCall(app, calls.getPacking, async ({ parameter }) => {
    const found = await findMeantOrder(db, parameter('code'))
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

  serveCall(app, calls.getNextToShip, ({ query }) => findNextToShip(db, query, clock()))

  serveCall(app, calls.skipOrder, ({ parameter, body, staff }) =>
    skipByStaff(deps, parameter('code'), body, staff),
  )
  serveCall(app, calls.unskipOrder, ({ parameter, staff }) => endSkipByStaff(deps, parameter('code'), staff))
}
