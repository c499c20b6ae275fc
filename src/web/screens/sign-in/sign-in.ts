import { exchangeCode, startSignIn, validateToken } from '../../../contract/sign-in.ts'
import { send } from '../../api/client.ts'
import { decodeToken, expireSession, readToken, storeToken } from '../../state/session.ts'

/** The `state` seen in the login address, until the callback comes (reading 4). */
const STATE_KEY = 'sign-in-state'

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
  if (!/^https?:$/.test(address.protocol)) throw new Error('The login_url is not an address of the web.')
  const state = address.searchParams.get('state')
  if (state === null) sessionStorage.removeItem(STATE_KEY)
  else sessionStorage.setItem(STATE_KEY, state)
  return address.href
}

/**
 * Exchanges the callback's code for a token and stores it, once. The state that comes back must be the one that was
 * seen; where none comes back the code stands in for it (reading 4).
 * @returns whether somebody is signed in now
 */
export async function finishSignIn(callback: URLSearchParams): Promise<boolean> {
  const code = callback.get('code')
  const state = callback.get('state')
  const expected = sessionStorage.getItem(STATE_KEY)
  sessionStorage.removeItem(STATE_KEY)
  // A state that this tab never saw is somebody else's sign-in, and would sign this user in as them.
  if (!code || state !== expected) return false
  try {
    const { access_token } = await send(exchangeCode, { body: { code, state: state || code } })
    if (!decodeToken(access_token)) return false
    storeToken(access_token)
    return true
  } catch {
    return false
  }
}
