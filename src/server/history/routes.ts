import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { getConsignmentHistory, getOrderHistory, recordPrinting } from '../../contract/history.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { findConsignmentRow } from '../consignments/store.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { meantCode } from '../orders/store.ts'
import { presentHistory } from './present.ts'
import { historyOfConsignment, historyOfOrder, notePrinted } from './store.ts'

/** Serves the calls of the capability `history`. */
export function historyRoutes(
  app: Hono<SessionEnv>,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): void {
  serveCall(app, getOrderHistory, async ({ parameter }) => {
    const rows = await historyOfOrder(db, await meantCode(db, parameter('code')))
    if (rows === null) throw new Refusal(404, MESSAGES.orderNotFound)
    return presentHistory(rows)
  })

  serveCall(app, getConsignmentHistory, async ({ parameter }) => {
    const rows = await historyOfConsignment(db, parameter('trackingCode'))
    if (rows === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
    return presentHistory(rows)
  })

  serveCall(app, recordPrinting, async ({ parameter, staff }) => {
    const row = await findConsignmentRow(db, parameter('trackingCode'))
    if (row === null || row.deleted_at !== null) throw new Refusal(404, MESSAGES.consignmentNotFound)
    await notePrinted({ db, clock }, [row], staff)
    return { success: true, message: null }
  })
}
