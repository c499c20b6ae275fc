import { exchangeCode, startSignIn, validateToken } from '../../../contract/sign-in.ts'
import { refusalOf, send } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { savedViewQueries } from '../../api/saved-views.ts'
import { installation } from '../../state/installation.ts'
import { decodeToken, expireSession, readToken, storeToken } from '../../state/session.ts'

/** Key of the `state` in the login address, stored until the callback (SIGN-5). */
const STATE_KEY = 'sign-in-state'

/** A failed sign-in, with the server's reason if it gave one. */
export interface LoginFailure {
  loginFailed: true
  reason: string | null
}

const LOGIN_FAILED: LoginFailure = { loginFailed: true, reason: null }

export function loginFailure(error: unknown): LoginFailure {
  return { loginFailed: true, reason: refusalOf(error).reason }
}

/** The failure in the navigation state that the callback has set. */
export function readLoginFailure(state: unknown): LoginFailure | null {
  if (typeof state !== 'object' || state === null || !('loginFailed' in state)) return null
  const reason = 'reason' in state && typeof state.reason === 'string' ? state.reason : null
  return { loginFailed: true, reason }
}

/** Whether the stored token is valid. If not, or if it cannot be checked, it is deleted silently (SIGN-3). */
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
 * The address of the login page. Stores the `state` of this address.
 * @throws if the call fails or its response has no usable address
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
 * Exchanges the callback's code for a token and stores it. The returned `state` must be the stored one; without
 * one, the code is sufficient (SIGN-5).
 * @returns null if the user is now signed in
 */
export async function finishSignIn(callback: URLSearchParams): Promise<LoginFailure | null> {
  const code = callback.get('code')
  const state = callback.get('state')
  const expected = sessionStorage.getItem(STATE_KEY)
  sessionStorage.removeItem(STATE_KEY)
  // A state that this tab has not stored belongs to another sign-in, which might be another user's.
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

/** How long a sign-in waits for the default view: so many times so long, as a page that stalls does not count. */
const DEFAULT_VIEW_WAITS = 20
const DEFAULT_VIEW_WAIT_MS = 100

/**
 * The address of the saved view that opens after signing in; null if there is none, or if loading it takes too long.
 */
export async function defaultView(): Promise<string | null> {
  if (!installation.capabilities.has('saved-views')) return null
  const loaded = queryClient.fetchQuery(savedViewQueries.own()).then(
    ({ rows }) => rows.find(({ is_default }) => is_default === true)?.address ?? null,
    () => null,
  )
  return Promise.race([loaded, late()])
}

async function late(): Promise<null> {
  for (let waits = 0; waits < DEFAULT_VIEW_WAITS; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, DEFAULT_VIEW_WAIT_MS))
  }
  return null
}
