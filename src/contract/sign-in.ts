import * as z from 'zod/mini'
import { authCall } from './call.ts'
import { Outcome, text } from './wire.ts'

/** The address to send the browser to. An answer without it is a failed login-start (section 8). */
export const startSignIn = authCall({
  method: 'GET',
  path: '/auth',
  bearer: false,
  answer: z.object({ login_url: text }),
})

/** Whether the stored token still holds: only `success: true` counts. */
export const validateToken = authCall({
  method: 'GET',
  path: '/auth/validate',
  bearer: true,
  answer: Outcome,
})

export const SignInExchange = z.object({
  code: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(1)),
})
export type SignInExchange = z.output<typeof SignInExchange>

/** Exchanges the code of the callback for the session token. */
export const exchangeCode = authCall({
  method: 'POST',
  path: '/microsoft',
  bearer: false,
  body: SignInExchange,
  answer: z.object({ access_token: z.string().check(z.minLength(1)) }),
})

/** Tells the server that the session is over; the console does not wait for it (reading 2). */
export const signOut = authCall({ method: 'POST', path: '/logout', bearer: true, answer: Outcome })

/** What the console reads out of a session token; a claim that it lacks is blank. */
export interface SessionClaims {
  given_name: string
  email: string
}
