import type { Context, MiddlewareHandler } from 'hono'
import type { Sessions } from './sessions.ts'
import type { SessionEnv } from './staff.ts'

/** Lets only active sessions through, and says who it is: `c.get('staff')`. Everyone else is answered 401. */
export function requireSession(sessions: Sessions): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const token = bearerToken(c)
    const session = token === null ? null : await sessions.active(token)
    if (session === null) return unauthorised(c)
    c.set('staff', session.staff)
    return await next()
  }
}

/** The token of `Authorization: Bearer {token}`, or null. */
export function bearerToken(c: Context): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

export function unauthorised(c: Context): Response {
  c.header('WWW-Authenticate', 'Bearer')
  return c.json({ success: false, message: 'Your session is not valid or has ended. Sign in again.' }, 401)
}
