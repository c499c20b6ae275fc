import type { Hono } from 'hono'
import * as calls from '../../contract/arrivals.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Connections } from '../db/named-connections.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { log } from '../platform/log.ts'
import { arrivalsOfPage, countWaiting } from './list.ts'
import { getKept, leaveOutKept, takeKept } from './settle.ts'

/** Serves the calls of the capability `arrivals`. */
export function arrivalRoutes(app: Hono<SessionEnv>, deps: { db: Connections; clock: Clock }): void {
  const { db, clock } = deps
  serveCall(app, calls.listArrivals, async ({ query: { page = 1, ...filter } }) =>
    arrivalsOfPage(db, filter, page, clock()),
  )
  serveCall(app, calls.countArrivals, async () => ({ waiting: await countWaiting(db, clock()) }))
  serveCall(app, calls.getArrival, async ({ parameter }) => getKept(db.reads.record, parameter('id')))
  serveCall(app, calls.takeArrival, async ({ parameter, body: { revision, fields }, staff }) => {
    const id = parameter('id')
    const taken = await takeKept(deps, { id, revision, by: staff.name }, fields)
    if (taken.success) log.info({ arrival: id, code: taken.code, by: staff.id }, 'An arrival was taken')
    return taken
  })
  serveCall(app, calls.leaveOutArrival, async ({ parameter, body: { revision, reason }, staff }) => {
    const id = parameter('id')
    await leaveOutKept(deps, { id, revision, by: staff.name }, reason)
    log.info({ arrival: id, by: staff.id }, 'An arrival was left out')
    return { success: true, message: null }
  })
}
