import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import * as oidc from 'openid-client'
import { exchangeCode, signOut, startSignIn, validateToken } from '../../contract/sign-in.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../db/schema.ts'
import { answerError } from '../http/api-answers.ts'
import { serveCall } from '../http/call-route.ts'
import { writeLog } from '../log.ts'
import type { RelyingParty } from './relying-party.ts'
import { bearerToken, requireSession, unauthorised } from './require-session.ts'
import type { Sessions } from './sessions.ts'
import { SignInRefusal } from './sign-in-refusal.ts'
import type { SessionEnv } from './staff.ts'
import { type Attempt, saveAttempt, takeAttempt } from './store.ts'

/** How long a person may take at the provider's sign-in page. */
const ATTEMPT_MILLISECONDS = 10 * 60_000

export interface SignInRouteDependencies {
  db: Kysely<Database>
  clock: Clock
  sessions: Sessions
  relyingParty: RelyingParty
}

/** The sign-in calls of section 7, below the base of the authentication host. */
export function signInRoutes({
  db,
  clock,
  sessions,
  relyingParty,
}: SignInRouteDependencies): Hono<SessionEnv> {
  const routes = new Hono<SessionEnv>()

  routes.onError((error, c) => {
    if (error instanceof SignInRefusal) writeLog(`Sign-in refused: ${error.message} (${error.reason})`)
    return answerError(error, c)
  })

  serveCall(routes, startSignIn, async () => {
    const now = clock()
    const attempt: Attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      expiresAt: now + ATTEMPT_MILLISECONDS,
    }
    const loginUrl = await relyingParty.loginUrl(attempt)
    await saveAttempt(db, attempt, now)
    return { login_url: loginUrl }
  })

  serveCall(routes, exchangeCode, async ({ body }) => {
    const attempt = await takeAttempt(db, body.state, clock())
    if (attempt === null) {
      const message =
        'This sign-in was not started here, took too long or was used before. Please sign in again.'
      throw new SignInRefusal(400, message, 'no attempt has the state')
    }
    const staff = await relyingParty.identify(body.code, attempt)
    return { access_token: await sessions.issue(staff) }
  })

  routes.use(validateToken.path, requireSession(sessions))
  serveCall(routes, validateToken, async () => ({ success: true, message: null }))

  // Not behind `requireSession`: signing out twice is no failure.
  routes.on(signOut.method, signOut.path, async (c) => {
    const session = await sessions.read(bearerToken(c) ?? '')
    if (session === null) return unauthorised(c)
    await sessions.end(session)
    return c.json({ success: true, message: null })
  })

  return routes
}
