import { type KeyObject, randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { UNATTENDED_HEADER } from '../../contract/changes.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Identity, SessionEnv, Staff } from '../http/session.ts'
import { logSecurity } from '../platform/log.ts'
import {
  endSessions,
  lastSeen,
  lastSeenOf,
  openSessions,
  type StoredSession,
  saveLastSeen,
  saveSession,
  storedKey,
} from './session-store.ts'

/** A shift (SIGN-6), in seconds. */
const SESSION_SECONDS = 12 * 60 * 60

/** Resolution of the stored time of the last request, in milliseconds, because one write per request is too costly. */
const SEEN_TO_MS = 60_000

const ALGORITHM = 'HS256'
const ISSUER = 'dispatch-console/identity'
const AUDIENCE = 'dispatch-console'

const Claims = z.object({
  jti: z.string(),
  exp: z.number(),
  sub: z.string(),
  name: z.string(),
  given_name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
})

/** A session proved by a token. */
interface Session extends Identity {
  id: string
}

/** The console's own sessions. */
export interface Sessions {
  /**
   * Begins a session and returns its signed token, valid for at most 12 hours.
   * @param browser such as 'Firefox on Windows'
   */
  begin(identity: Identity, browser: string): Promise<string>
  /** The session of an unexpired token of this server, even if the session has ended. */
  read(token: string): Promise<Session | null>
  /**
   * The active session of a token. A session idle for too long ends here.
   * @param isUse whether the request counts as use of the session; true by default
   */
  active(token: string, isUse?: boolean): Promise<Session | null>
  /** The active sessions of one staff member or of all, last seen first. */
  list(staffId?: string): Promise<StoredSession[]>
  /** Which of these sessions are active. */
  activeAmong(ids: readonly string[]): Promise<Set<string>>
  /** Ends sessions on every process that shares the database. */
  end(ids: readonly string[]): Promise<void>
}

interface SessionDependencies {
  db: Kysely<Database>
  clock: Clock
  /** Each identity provider has its own key, so that a token of one is invalid under another. */
  keyId: string
  /** Milliseconds after which a session without requests ends. */
  sessionIdleMs: number
  /** A monotonic clock in milliseconds. */
  elapsed?: Clock
}

/** Sessions are rows, and a token is valid only with its row, so that an end holds across restarts and processes. */
export function createConsoleSessions(deps: SessionDependencies): Sessions {
  const { db, clock, keyId } = deps
  const signingKey = storedKey(db, keyId, clock)
  const activity = createActivity(deps)

  const read = async (token: string) => readToken(token, await signingKey(), clock())

  return {
    async begin({ staff, roles }, browser) {
      const key = await signingKey()
      const id = randomUUID()
      const createdAt = clock()
      const issued = Math.floor(createdAt / 1000)
      const expires = issued + SESSION_SECONDS
      const token = await new SignJWT(claimsOf(staff, roles))
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(staff.id)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(key)
      await saveSession(db, { id, staff, userAgent: browser, createdAt, expiresAt: expires * 1000 })
      return token
    },
    read,
    async active(token, isUse = true) {
      const session = await read(token)
      if (session === null) return null
      const seenAt = await lastSeen(db, session.id, clock())
      if (seenAt === null) return null
      if (activity.isIdle(session.id, seenAt)) {
        await endSessions(db, [session.id], clock())
        logSecurity('session-ended', { reason: 'idle', sessions: [session.id] }, session.staff)
        return null
      }
      if (isUse) activity.note(session.id, seenAt)
      return session
    },
    async list(staffId) {
      const open = await openSessions(db, clock(), staffId)
      return open.filter(({ id, lastSeenAt }) => !activity.isIdle(id, lastSeenAt))
    },
    async activeAmong(ids) {
      const seen = [...(await lastSeenOf(db, ids, clock()))]
      return new Set(seen.flatMap(([id, seenAt]) => (activity.isIdle(id, seenAt) ? [] : id)))
    },
    end: (ids) => endSessions(db, ids, clock()),
  }
}

/** The session of a token; null for a token that is invalid or has expired. */
async function readToken(token: string, key: KeyObject, now: number): Promise<Session | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['iat'],
      currentDate: new Date(now),
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success) return null
    const { jti, sub, name, given_name, email, roles } = claims.data
    return { id: jti, staff: { id: sub, name, givenName: given_name, email }, roles }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function claimsOf({ name, givenName, email }: Staff, roles: readonly string[]) {
  return { name, given_name: givenName, email, roles: [...roles] }
}

/** Times of last requests: to the minute in the database, exact for requests that this process handled. */
function createActivity({
  db,
  clock,
  sessionIdleMs,
  elapsed = () => performance.now(),
}: SessionDependencies) {
  const lastRequests = new Map<string, number>()
  const writing = new Set<string>()

  const forgetIdle = () => {
    for (const [id, at] of lastRequests) if (elapsed() - at >= sessionIdleMs) lastRequests.delete(id)
  }

  return {
    /** After a clock jump ahead, sessions that this process has seen recently do not count as idle. */
    isIdle(id: string, seenAt: number): boolean {
      if (clock() - seenAt < sessionIdleMs) return false
      const here = lastRequests.get(id)
      return here === undefined || elapsed() - here >= sessionIdleMs
    },
    /** Not awaited, so that no response waits for the disk. The next request repeats a lost write. */
    note(id: string, seenAt: number): void {
      if (!lastRequests.has(id)) forgetIdle()
      lastRequests.set(id, elapsed())
      const now = clock()
      if (Math.abs(now - seenAt) < SEEN_TO_MS || writing.has(id)) return
      writing.add(id)
      saveLastSeen(db, id, now)
        .catch(() => undefined)
        .finally(() => writing.delete(id))
    },
  }
}

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
