import type { Hono } from 'hono'
import * as calls from '../../contract/end-of-day.ts'
import type { ConsignmentDeps } from '../consignments/deps.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { sharedBoard } from './board.ts'
import { closeCourierDay } from './close-day.ts'
import { courierDays, type DayDeps, runSheetOf } from './courier-days.ts'
import { lateConsignments } from './late.ts'

type EndOfDayDeps = DayDeps & ConsignmentDeps & { db: Connections }

/** Serves the calls of the capabilities `end-of-day` and `board`. */
export function endOfDayRoutes(app: Hono<SessionEnv>, deps: EndOfDayDeps): void {
  const boardOf = sharedBoard(deps)
  serveCall(app, calls.listCourierDays, async () => courierDays(deps))
  serveCall(app, calls.listLate, async () => lateConsignments(deps))
  serveCall(app, calls.getRunSheet, async ({ query, signal }) =>
    Buffer.from(await runSheetOf(deps, query, signal)).toString('base64'),
  )
  serveCall(app, calls.closeDay, async ({ body, staff }) => closeCourierDay(deps, body, staff))
  serveCall(app, calls.getBoard, ({ query }) => boardOf(query.branch))
}
