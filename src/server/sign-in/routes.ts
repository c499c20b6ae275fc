import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { endSession, listSessions } from '../../contract/sessions.ts'
import { exchangeCode, signOut, startSignIn, validateToken } from '../../contract/sign-in.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { answerError, answerRefusal } from '../http/api-answers.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { logSecurity } from '../platform/log.ts'
import { createAttempts } from './attempts.ts'
import { describeBrowser } from './describe-browser.ts'
import type { RelyingParty } from './relying-party.ts'
import { bearerToken, requireSession, unauthorised } from './require-session.ts'
import { sessionRoutes } from './session-routes.ts'
import type { Sessions } from './sessions.ts'
import { SignInRefusal } from './sign-in-refusal.ts'
import { storedKey } from './stored-key.ts'
import { redeemSignIn } from './used-sign-ins.ts'

export interface SignInRouteDependencies {
  db: Kysely<Database>
  clock: Clock
  sessions: Sessions
  relyingParty: RelyingParty
}

/** The sign-in calls of section 7 and of the capability `sessions`, below the base of the authentication host. */
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

  for (const { path } of [validateToken, listSessions, endSession]) {
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
