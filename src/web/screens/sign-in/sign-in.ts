import { exchangeCode, startSignIn, validateToken } from '../../../contract/sign-in.ts'
import { send } from '../../api/client.ts'
import { refusalOf } from '../../api/failure.ts'
import { decodeToken, expireSession, readToken, storeToken } from '../../state/session.ts'

/** The `state` seen in the login address, until the callback comes (reading 4). */
const STATE_KEY = 'sign-in-state'

/** A sign-in that failed; the reason is the server's, where it gave one. */
export interface LoginFailure {
  loginFailed: true
  reason: string | null
}

const LOGIN_FAILED: LoginFailure = { loginFailed: true, reason: null }

export function loginFailure(error: unknown): LoginFailure {
  return { loginFailed: true, reason: refusalOf(error).reason }
}

/** The failure that the callback has left in the state of its navigation. */
export function readLoginFailure(state: unknown): LoginFailure | null {
  if (typeof state !== 'object' || state === null || !('loginFailed' in state)) return null
  const reason = 'reason' in state && typeof state.reason === 'string' ? state.reason : null
  return { loginFailed: true, reason }
}

/** Whether the stored token still holds. One that does not, or cannot be checked, is silently deleted (section 4). */
export async function acceptStoredToken(): Promise<boolean> {
  if (readToken() === null) {
    expireSession()
    return false
  }
  const accepted = await send(validateToken).then(
    ({ success }) => success === true,
    () => false,
  )
  if (!accepted) expireSession()
  return accepted
}

/**
 * Where to send the browser to sign in. Remembers the state in it.
 * @throws when the call fails or its answer has no usable address
 */
export async function loginAddress(): Promise<string> {
  const { login_url } = await send(startSignIn)
  if (!login_url) throw new Error('The answer has no login_url.')
  const address = new URL(login_url, location.origin)
  if (!/^https?:$/.test(address.protocol)) throw new Error('The login_url isn’t a web address.')
  const state = address.searchParams.get('state')
  if (state === null) sessionStorage.removeItem(STATE_KEY)
  else sessionStorage.setItem(STATE_KEY, state)
  return address.href
}

/**
 * Exchanges the callback's code for a token and stores it, once. The state that comes back must be the one that was
 * seen; where none comes back the code stands in for it (reading 4).
 * @returns null where somebody is signed in now
 */
export async function finishSignIn(callback: URLSearchParams): Promise<LoginFailure | null> {
  const code = callback.get('code')
  const state = callback.get('state')
  const expected = sessionStorage.getItem(STATE_KEY)
  sessionStorage.removeItem(STATE_KEY)
  // A state that this tab never saw is somebody else's sign-in, and would sign this user in as them.
  if (!code || state !== expected) return LOGIN_FAILED
  try {
    const { access_token } = await send(exchangeCode, { body: { code, state: state || code } })
    if (!decodeToken(access_token)) return LOGIN_FAILED
    storeToken(access_token)
    return null
  } catch (error) {
    return loginFailure(error)
  }
}
