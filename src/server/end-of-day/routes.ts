import type { Hono } from 'hono'
import * as calls from '../../contract/end-of-day.ts'
import type { ConsignmentDeps } from '../consignments/deps.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { closeCourierDay } from './close-day.ts'
import { courierDays, type DayDeps } from './courier-days.ts'
import { lateConsignments } from './late-list.ts'
import { runSheetOf } from './run-sheet.ts'

/** Serves the calls of the capability `end-of-day`. */
export function endOfDayRoutes(app: Hono<SessionEnv>, deps: DayDeps & ConsignmentDeps): void {
  serveCall(app, calls.listCourierDays, async () => courierDays(deps))
  serveCall(app, calls.listLate, async () => lateConsignments(deps))
  serveCall(app, calls.getRunSheet, async ({ query, signal }) =>
    Buffer.from(await runSheetOf(deps, query, signal)).toString('base64'),
  )
  serveCall(app, calls.closeDay, async ({ body, staff }) => closeCourierDay(deps, body, staff))
}
