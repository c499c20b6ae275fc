import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import {
  endOtherSessions,
  exchangeCode,
  listSessions,
  revokeSession,
  signOut,
  startSignIn,
  validateToken,
} from '../../contract/sign-in.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { answerError, answerRefusal } from '../http/api-answers.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { logSecurity } from '../platform/log.ts'
import { createAttempts, redeemSignIn } from './attempts.ts'
import { SignInRefusal } from './provider.ts'
import type { RelyingParty } from './relying-party.ts'
import { storedKey } from './session-store.ts'
import { bearerToken, requireSession, type Sessions, unauthorised } from './sessions.ts'

interface SignInRouteDependencies {
  db: Kysely<Database>
  clock: Clock
  sessions: Sessions
  relyingParty: RelyingParty
}

/** The sign-in calls (API-2) and those of the capability `sessions`, below the base of the authentication host. */
export function signInRoutes({
  db,
  clock,
  sessions,
  relyingParty,
}: SignInRouteDependencies): Hono<SessionEnv> {
  const routes = new Hono<SessionEnv>()
  const attempts = createAttempts(storedKey(db, 'sign-in-attempts', clock), clock)

  routes.onError((error, c) => {
    if (!(error instanceof SignInRefusal)) return answerError(error, c)
    logSecurity('sign-in-refused', { reason: error.message, cause: error.reason })
    return answerRefusal(error, c)
  })

  serveCall(routes, startSignIn, async () => ({
    login_url: await relyingParty.loginUrl(await attempts.start()),
  }))

  serveCall(routes, exchangeCode, async ({ body, userAgent }) => {
    const attempt = await attempts.read(body.state)
    if (attempt === null || !(await redeemSignIn(db, attempt, clock()))) {
      const message =
        'This sign-in was not started here, took too long or was used before. Please sign in again.'
      throw new SignInRefusal(400, message, 'the state is not valid or was used before')
    }
    const identity = await relyingParty.identify(body.code, attempt)
    const token = await sessions.begin(identity, describeBrowser(userAgent))
    logSecurity('sign-in', {}, identity.staff)
    return { access_token: token }
  })

  for (const { path } of [validateToken, listSessions, revokeSession]) {
    routes.use(path, requireSession(sessions))
  }
  serveCall(routes, validateToken, async () => ({ success: true, message: null }))
  sessionRoutes(routes, sessions)

  // Not behind `requireSession`, because signing out twice is not an error.
  routes.on(signOut.method, signOut.path, async (c) => {
    const session = await sessions.read(bearerToken(c) ?? '')
    if (session === null) return unauthorised(c)
    await sessions.end([session.id])
    logSecurity('sign-out', {}, session.staff)
    return c.json({ success: true, message: null })
  })

  return routes
}

/** The calls of the capability `sessions`. Users see and end only their own sessions. */
function sessionRoutes(routes: Hono<SessionEnv>, sessions: Sessions): void {
  serveCall(routes, listSessions, async ({ staff, sessionId }) =>
    (await sessions.list(staff.id)).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      user_agent: userAgent,
      created_at: timestamp(createdAt),
      last_seen_at: timestamp(lastSeenAt),
      is_current: id === sessionId,
    })),
  )

  serveCall(routes, revokeSession, async ({ staff, parameter }) => {
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

/** The first match counts, because most browsers name others too. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A short description of a browser for the list of sessions: 'Firefox on Windows'. The header itself is not stored,
 * because it reveals more than the list needs.
 * @param userAgent the User-Agent header, or an empty string
 */
export function describeBrowser(userAgent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(userAgent))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}
