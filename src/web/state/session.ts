import { jwtDecode } from 'jwt-decode'
import type { SessionClaims } from '../../contract/sign-in.ts'

/** The fixed key of the session token in local storage (section 9, reading 2). */
export const TOKEN_KEY = 'session-token'

/** Stands in the token's place for a moment at a sign-out: other tabs tell it by that from a session that ran out. */
const SIGNED_OUT = ''

/** The place to return to after signing in again; session storage, so that every tab has its own. */
const PLACE_KEY = 'place-to-return-to'

type Listener = () => void

const changeListeners = new Set<Listener>()
const signOutListeners = new Set<Listener>()

/** Session storage: whose data this tab holds, also across the way to the provider's sign-in page and back. */
const OWNER_KEY = 'kept-for'

/** Whose data this tab holds: also when their session has run out, since it is they who may sign in again. */
let owner = sessionStorage.getItem(OWNER_KEY)

/** Whether this page has had a session: without one, nothing can have run out. */
let hadSession = false

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

/** Whether the stored token has not run out yet at this time in milliseconds; one without an end never does. */
export function hasValidToken(now: number): boolean {
  const token = readToken()
  if (token === null) return false
  const { exp } = jwtDecode(token)
  return exp === undefined || exp * 1000 > now
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

/** The e-mail of whoever is signed in, by which what is kept is theirs; blank when nobody is. */
export function currentUser(): string {
  return sessionClaims()?.email ?? ''
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  follow()
}

/** Whether the session of this page ran out, in whichever tab, and nobody has signed in since. */
export function hasRunOut(): boolean {
  return hadSession && readToken() === null
}

/**
 * The session is over by the user's wish: the token and what this tab keeps go, and all that listens for it forgets its
 * user. Also without a token: then of the user whose session had run out before.
 */
export function endSession(): void {
  localStorage.setItem(TOKEN_KEY, SIGNED_OUT)
  localStorage.removeItem(TOKEN_KEY)
  follow(true)
}

/** The token is worth nothing any more: it alone goes, and its user may sign in again. */
export function expireSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  follow()
}

/** Keeps the place for whoever's session has run out, so that signing in again leads back (reading 6). */
export function keepPlace(): void {
  if (owner !== null) sessionStorage.setItem(PLACE_KEY, location.pathname + location.search)
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

/**
 * Called when the user signs out, here or in another tab, or somebody else signs in: the place to drop what was kept for
 * them. Not when their session runs out.
 */
export function onSignOut(listener: Listener): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function tell(listeners: Set<Listener>): void {
  for (const listener of listeners) listener()
}

/** Takes note of who is signed in by now, however much happened since; of anybody else nothing stays. */
function follow(signedOut = false): void {
  const claims = sessionClaims()
  const user = claims?.email ?? (signedOut ? null : owner)
  if (user === null ? signedOut : owner !== null && user !== owner) {
    sessionStorage.clear()
    tell(signOutListeners)
  }
  owner = user
  if (owner !== null) sessionStorage.setItem(OWNER_KEY, owner)
  if (claims !== null) hadSession = true
  tell(changeListeners)
}

// By another tab. `key` is null when all of local storage was cleared.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === TOKEN_KEY || key === null) follow(newValue === SIGNED_OUT)
})

// A page that the browser had put away heard nothing of the other tabs.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) follow()
})

// Somebody else may have signed in while this tab was away.
follow()
