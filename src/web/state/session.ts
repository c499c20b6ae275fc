import { jwtDecode } from 'jwt-decode'
import type { SessionClaims } from '../../contract/sign-in.ts'

/** The fixed key of the session token in local storage (section 9, reading 2). */
export const TOKEN_KEY = 'session-token'

/** The place to return to after signing in again; session storage, so that every tab has its own. */
const PLACE_KEY = 'place-to-return-to'

type Listener = () => void

const changeListeners = new Set<Listener>()
const signOutListeners = new Set<Listener>()

/** The claims of a token, its text as UTF-8 (names carry macrons); null when it cannot be decoded. Expiry is not read. */
export function decodeToken(token: string): SessionClaims | null {
  try {
    const payload: unknown = jwtDecode<unknown>(token)
    if (typeof payload !== 'object' || payload === null) return null
    return { given_name: textClaim(payload, 'given_name'), email: textClaim(payload, 'email') }
  } catch {
    return null
  }
}

function textClaim(payload: object, name: string): string {
  const value: unknown = Reflect.get(payload, name)
  return typeof value === 'string' ? value : ''
}

/** The stored token; one that cannot be decoded counts as none (reading 2). */
export function readToken(): string | null {
  const token = localStorage.getItem(TOKEN_KEY)
  return token !== null && decodeToken(token) ? token : null
}

/** Who is signed in, null when nobody is. */
export function sessionClaims(): SessionClaims | null {
  const token = localStorage.getItem(TOKEN_KEY)
  return token === null ? null : decodeToken(token)
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  tell(changeListeners)
}

export function forgetToken(): void {
  localStorage.removeItem(TOKEN_KEY)
  tell(changeListeners)
}

/** The session is over by the user's wish: token and kept place go, and all that listens for it forgets this user. */
export function endSession(): void {
  sessionStorage.removeItem(PLACE_KEY)
  forgetToken()
  tell(signOutListeners)
}

/** The server refused the token: it goes, the place stays, so that signing in again leads back (reading 6). */
export function expireSession(): void {
  if (localStorage.getItem(TOKEN_KEY) === null) return
  sessionStorage.setItem(PLACE_KEY, location.pathname + location.search)
  forgetToken()
}

/** The kept place, once: path and query, null when there is none. */
export function takePlace(): string | null {
  const place = sessionStorage.getItem(PLACE_KEY)
  sessionStorage.removeItem(PLACE_KEY)
  return place
}

/** Called when the token comes, goes or changes, here or in another tab. Returns the way to stop. */
export function onSessionChange(listener: Listener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Called when the user signs out, here or in another tab: the place to drop what was kept for them. */
export function onSignOut(listener: Listener): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function tell(listeners: Set<Listener>): void {
  for (const listener of listeners) listener()
}

// Another tab signed out, or somebody else signed in there. `key` is null when all of local storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN_KEY && event.key !== null) return
  const before = event.oldValue === null ? null : decodeToken(event.oldValue)
  if (before?.email !== sessionClaims()?.email) tell(signOutListeners)
  tell(changeListeners)
})
