import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../domain/calendar/nz-time.ts'
import type { LocalStaff } from './staff.ts'

const CODE_MILLISECONDS = 60_000

/** The claims that a code grants: its exchange must match them, and the ID token contains them. */
export interface Grant {
  staff: LocalStaff
  nonce: string
  codeChallenge: string
}

export interface AuthorizationCodes {
  /** A new code for the grant, valid for one minute. */
  give(grant: Grant): string
  /** The grant of a code, once. Null for a code that is unknown, used or expired, or a wrong verifier. */
  redeem(code: string, codeVerifier: string): Grant | null
}

/** The codes of the local identity provider, in memory for one minute. */
export function createAuthorizationCodes(clock: Clock): AuthorizationCodes {
  const grants = new Map<string, Grant & { expiresAt: number }>()
  return {
    give(grant) {
      const now = clock()
      for (const [code, { expiresAt }] of grants) if (expiresAt <= now) grants.delete(code)
      const code = randomBytes(32).toString('base64url')
      grants.set(code, { ...grant, expiresAt: now + CODE_MILLISECONDS })
      return code
    },
    redeem(code, codeVerifier) {
      const grant = grants.get(code)
      grants.delete(code)
      if (grant === undefined || grant.expiresAt <= clock()) return null
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
      return isSame(challenge, grant.codeChallenge) ? grant : null
    },
  }
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
