import type { Hono } from 'hono'
import { endOtherSessions, endSession, listSessions } from '../../contract/sessions.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { logSecurity } from '../platform/log.ts'
import type { Sessions } from './sessions.ts'

/** The calls of the capability `sessions`. Users see and end only their own sessions. */
export function sessionRoutes(routes: Hono<SessionEnv>, sessions: Sessions): void {
  serveCall(routes, listSessions, async ({ staff, sessionId }) =>
    (await sessions.list(staff.id)).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      user_agent: userAgent,
      created_at: timestamp(createdAt),
      last_seen_at: timestamp(lastSeenAt),
      is_current: id === sessionId,
    })),
  )

  serveCall(routes, endSession, async ({ staff, parameter }) => {
    const own = await sessions.list(staff.id)
    const ended = own.find(({ id }) => id === parameter('id'))
    if (ended === undefined) throw new Refusal(404, 'That session has ended already.')
    await sessions.end([ended.id])
    logSecurity('session-ended', { reason: 'by its owner', sessions: [ended.id] }, staff)
    return { success: true, message: null }
  })

  serveCall(routes, endOtherSessions, async ({ staff, sessionId }) => {
    const own = await sessions.list(staff.id)
    const others = own.map(({ id }) => id).filter((id) => id !== sessionId)
    await sessions.end(others)
    logSecurity('session-ended', { reason: 'by its owner', sessions: others }, staff)
    return { success: true, message: null }
  })
}
