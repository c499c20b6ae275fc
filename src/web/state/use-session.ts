import { useMemo, useSyncExternalStore } from 'react'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { decodeToken, onSessionChange, readToken } from './session.ts'

/** Who is signed in, null when nobody is; follows the other tabs. */
export function useSession(): SessionClaims | null {
  const token = useSyncExternalStore(onSessionChange, readToken)
  return useMemo(() => (token === null ? null : decodeToken(token)), [token])
}
