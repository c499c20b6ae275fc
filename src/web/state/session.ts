import { atom, type PrimitiveAtom } from 'jotai'
import { jwtDecode } from 'jwt-decode'
import { useMemo, useSyncExternalStore } from 'react'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { store } from './store.ts'

/** Key of the session token in local storage (SIGN-2). */
export const TOKEN_KEY = 'session-token'

/** Stored briefly in place of the token at sign-out, so that other tabs can tell it from an expired session. */
const SIGNED_OUT = ''

/** Key of the address to return to after signing in again. In session storage, because each tab has its own. */
const RETURN_ADDRESS_KEY = 'place-to-return-to'

type Listener = () => void

const changeListeners = new Set<Listener>()
const signOutListeners = new Set<Listener>()

/**
 * Key of the user whose data this tab holds. In session storage, so that it survives the redirect to the identity
 * provider.
 */
const OWNER_KEY = 'kept-for'

/** The user whose data this tab holds. Kept after the session expires, because the same user may sign in again. */
let owner = sessionStorage.getItem(OWNER_KEY)

/** Whether this page has had a session, so that one can have expired. */
let hadSession = false

/** Decodes the claims of a token as UTF-8 (names have macrons); null if impossible. Does not check the expiry. */
export function decodeToken(token: string): SessionClaims | null {
  try {
    const payload: unknown = jwtDecode<unknown>(token)
    if (typeof payload !== 'object' || payload === null) return null
    return { given_name: textClaim(payload, 'given_name'), email: textClaim(payload, 'email') }
  } catch {
    return null
  }
}

/** Whether the stored token is unexpired at `now` (ms). A token without expiry never expires. */
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

/** The stored token; null if there is none or it cannot be decoded (SIGN-2). */
export function readToken(): string | null {
  const token = localStorage.getItem(TOKEN_KEY)
  return token !== null && decodeToken(token) ? token : null
}

/** The signed-in user; null if there is none. */
export function sessionClaims(): SessionClaims | null {
  const token = localStorage.getItem(TOKEN_KEY)
  return token === null ? null : decodeToken(token)
}

/** The signed-in user's e-mail, by which stored data is keyed; blank if there is none. */
export function currentUser(): string {
  return sessionClaims()?.email ?? ''
}

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  follow()
}

/** Whether the session of this page expired, in any tab, and there is no new one. */
export function isSessionExpired(): boolean {
  return hadSession && readToken() === null
}

/**
 * Signs the user out: deletes the token and this tab's data, and notifies sign-out listeners. Without a token, it
 * signs out the user whose session had expired.
 */
export function endSession(): void {
  localStorage.setItem(TOKEN_KEY, SIGNED_OUT)
  localStorage.removeItem(TOKEN_KEY)
  follow(true)
}

/** Deletes the token only, because the server no longer accepts it. The same user may sign in again. */
export function expireSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  follow()
}

/** Ends the session of a token that the server refused. A late refusal does not end a session that began since. */
export function expireToken(token: string | null): void {
  if (readToken() === token) expireSession()
}

/** The user whose data this tab holds: also after the session has expired, but not after a sign-out. Null if none. */
export function dataOwner(): string | null {
  return owner
}

/** Remembers the current address of the user whose session expired, to return to after signing in again (SIGN-9). */
export function keepReturnAddress(): void {
  if (owner !== null) sessionStorage.setItem(RETURN_ADDRESS_KEY, location.pathname + location.search)
}

/** The remembered address (path and query), once; null if there is none. */
export function takeReturnAddress(): string | null {
  const place = sessionStorage.getItem(RETURN_ADDRESS_KEY)
  sessionStorage.removeItem(RETURN_ADDRESS_KEY)
  return place
}

/**
 * Calls the listener when the token is set, changed or deleted, in this tab or another.
 * @returns a function that unsubscribes
 */
export function onSessionChange(listener: Listener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/**
 * Calls the listener when the user signs out or another user signs in, in this tab or another, to delete data kept
 * for the user. An expired session does not count.
 * @returns a function that unsubscribes
 */
export function onSignOut(listener: Listener): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function notify(listeners: Set<Listener>): void {
  for (const listener of listeners) listener()
}

/** Compares the current user with the last known one and notifies listeners. Data of another user is dropped. */
function follow(signedOut = false): void {
  const claims = sessionClaims()
  const user = claims?.email ?? (signedOut ? null : owner)
  if (user === null ? signedOut : owner !== null && user !== owner) {
    sessionStorage.clear()
    notify(signOutListeners)
  }
  owner = user
  if (owner !== null) sessionStorage.setItem(OWNER_KEY, owner)
  if (claims !== null) hadSession = true
  notify(changeListeners)
}

// Changes made by another tab. `key` is null if all of local storage was cleared.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === TOKEN_KEY || key === null) follow(newValue === SIGNED_OUT)
})

// A page restored from the back/forward cache has missed the events of other tabs.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) follow()
})

// Another user may have signed in while this tab was frozen.
follow()

/** The signed-in user, null if there is none; follows other tabs. */
export function useSession(): SessionClaims | null {
  const token = useSyncExternalStore(onSessionChange, readToken)
  return useMemo(() => (token === null ? null : decodeToken(token)), [token])
}

const resets = new Set<() => void>()
onSignOut(() => {
  for (const reset of resets) reset()
})

/** An atom with data of the signed-in user: it gets its initial value again when they sign out or another user signs in. */
export function privateAtom<Value>(initial: Value): PrimitiveAtom<Value> {
  const created = atom(initial)
  resets.add(() => store.set(created, () => initial))
  return created
}
