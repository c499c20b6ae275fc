import * as z from 'zod/mini'
import { authCall, rowsOf } from './call.ts'
import { flag, id, Outcome, text } from './wire.ts'

/** The login page to send the browser to. A response without it is a failed login start (SIGN-4). */
export const startSignIn = authCall({
  method: 'GET',
  path: '/auth',
  bearer: false,
  answer: z.object({ login_url: text }),
})

/** Checks the stored token. Only `success: true` means that it is valid. */
export const validateToken = authCall({
  method: 'GET',
  path: '/auth/validate',
  bearer: true,
  answer: Outcome,
})

const SignInExchange = z.object({
  code: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(1)),
})

/** Exchanges the code of the callback for a session token. */
export const exchangeCode = authCall({
  method: 'POST',
  path: '/microsoft',
  bearer: false,
  body: SignInExchange,
  answer: z.object({ access_token: z.string().check(z.minLength(1)) }),
})

/** Ends the session on the server. The console does not wait for the response (SIGN-8). */
export const signOut = authCall({ method: 'POST', path: '/logout', bearer: true, answer: Outcome })

/** The claims that the console reads from a session token. A missing claim is blank. */
export interface SessionClaims {
  given_name: string
  email: string
}

/** The calls of the capability `sessions`: list and end the caller's sign-ins. Times are ISO 8601 (UTC). */

export const OwnSession = z.object({
  id,
  /** The browser that signed in, such as 'Firefox on Windows'. */
  user_agent: text,
  created_at: text,
  /** Time of the last request, to the minute. */
  last_seen_at: text,
  /** Whether this is the session that sends the request. */
  is_current: flag,
})
export type OwnSession = z.output<typeof OwnSession>

/** The caller's active sessions, most recently used first. */
export const listSessions = authCall({
  method: 'GET',
  path: '/sessions',
  bearer: true,
  answer: rowsOf(OwnSession),
})

/** Ends one of the caller's sessions. */
export const revokeSession = authCall({
  method: 'DELETE',
  path: '/sessions/:id',
  bearer: true,
  answer: Outcome,
})

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = authCall({
  method: 'DELETE',
  path: '/sessions',
  bearer: true,
  answer: Outcome,
})
