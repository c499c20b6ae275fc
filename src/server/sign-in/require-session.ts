import type { Context, MiddlewareHandler } from 'hono'
import { UNATTENDED_HEADER } from '../../contract/changes.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { logSecurity } from '../platform/log.ts'
import type { Sessions } from './sessions.ts'

/** Requires an active session and sets `c.get('staff')`. Other requests get 401. */
export function requireSession(sessions: Sessions): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const token = bearerToken(c)
    const isUse = c.req.header(UNATTENDED_HEADER) === undefined
    const session = token === null ? null : await sessions.active(token, isUse)
    if (session === null) return unauthorised(c)
    c.set('staff', session.staff)
    c.set('session', session)
    return await next()
  }
}

/** Requires the app role to delete consignments, unless it is null. Other staff get 403. */
export function requireDeleteRole(role: string | null): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    if (role !== null && !c.get('session').roles.includes(role)) {
      throw new Refusal(403, 'Your account is not allowed to delete consignments.')
    }
    return await next()
  }
}

/** The token of `Authorization: Bearer {token}`, or null. */
export function bearerToken(c: Context): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

export function unauthorised(c: Context): Response {
  logSecurity('unauthorised', { bearer: bearerToken(c) === null ? 'missing' : 'not valid' })
  c.header('WWW-Authenticate', 'Bearer')
  return c.json({ success: false, message: 'Your session is not valid or has ended. Sign in again.' }, 401)
}
