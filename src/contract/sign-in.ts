import * as z from 'zod/mini'
import { authCall } from './call.ts'
import { Outcome, text } from './wire.ts'

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

export const SignInExchange = z.object({
  code: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(1)),
})
export type SignInExchange = z.output<typeof SignInExchange>

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
