import { useMemo, useSyncExternalStore } from 'react'
import type { SessionClaims } from '../../contract/sign-in.ts'
import { decodeToken, onSessionChange, readToken } from './session.ts'

/** The signed-in user, null if there is none; follows other tabs. */
export function useSession(): SessionClaims | null {
  const token = useSyncExternalStore(onSessionChange, readToken)
  return useMemo(() => (token === null ? null : decodeToken(token)), [token])
}
