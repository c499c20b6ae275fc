import type { Hono } from 'hono'
import * as calls from '../../contract/orders.ts'
import { listOrderBarcodes } from '../../contract/products.ts'
import { takeBackStep, undoSteps } from '../../contract/taking-back.ts'
import { orderCan } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { barcodesOfOrders } from '../products/products.ts'
import { ORDER_CHANGES } from './actions.ts'
import { type ChangeDeps, changeOrder } from './change.ts'
import { orderQueryOf } from './filter.ts'
import { holdByStaff, releaseByStaff } from './hold.ts'
import { presentOrder } from './present.ts'
import { keepChanges, takeChanges } from './source-decisions.ts'
import { findMeantOrder, meantCode, ordersOfPage, ordersWithCodes } from './store.ts'
import { takeBack, undo } from './taking-back.ts'

/** Serves the calls about orders (API-1), and those of the capability `taking-back`. */
export function orderRoutes(app: Hono<SessionEnv>, deps: ChangeDeps & { db: Connections }): void {
  const { db, clock, creditStop } = deps

  serveCall(app, calls.listOrders, async ({ query, staff }) => {
    const now = clock()
    if (query.codes !== undefined) {
      const found = await ordersWithCodes(db, calls.splitCodes(query.codes))
      return found.map((order) => presentOrder(order, now, creditStop))
    }
    const filter = orderQueryOf(db, query, now, staff.id)
    if (filter === null) return []
    const found = await ordersOfPage(db, filter, rowsOfPage(query.page))
    return found.map((order) => presentOrder(order, now, creditStop))
  })

  serveCall(app, calls.getOrder, async ({ parameter }) => {
    const found = await findMeantOrder(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
    return presentOrder(found, clock(), creditStop)
  })

  serveCall(app, listOrderBarcodes, async ({ parameter }) =>
    barcodesOfOrders(db.reads.record, [await meantCode(db.reads.record, parameter('code'))]),
  )

  for (const action of calls.ORDER_ACTION_NAMES) serveAction(app, deps, action)
  serveCall(app, calls.holdOrder, ({ parameter, body, staff }) =>
    holdByStaff(deps, parameter('code'), body, staff),
  )
  serveCall(app, calls.releaseOrder, ({ parameter, body, staff }) =>
    releaseByStaff(deps, parameter('code'), body, staff),
  )
  serveCall(app, calls.takeSourceChanges, ({ parameter, staff }) =>
    takeChanges(deps, parameter('code'), staff),
  )
  serveCall(app, calls.keepSourceChanges, ({ parameter, staff }) =>
    keepChanges(deps, parameter('code'), staff),
  )
  serveCall(app, undoSteps, async ({ body, staff }) => ({ orders: await undo(deps, body.steps, staff) }))
  serveCall(app, takeBackStep, ({ parameter, body, staff }) => takeBack(deps, parameter('code'), body, staff))
}

function serveAction<Action extends calls.OrderAction>(
  app: Hono<SessionEnv>,
  deps: ChangeDeps,
  action: Action,
): void {
  serveCall(app, calls.ORDER_CALLS[action], ({ parameter, body, staff }) =>
    changeOrder(deps, {
      code: parameter('code'),
      action,
      allowed: (order) => orderCan(action, order),
      staff,
      details: body,
      decide: (order, now) => ORDER_CHANGES[action].decide(body, order, now),
    }),
  )
}
