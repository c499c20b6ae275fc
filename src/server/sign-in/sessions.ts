import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/clock.ts'
import type { Database } from '../db/schema.ts'
import type { Staff } from './staff.ts'
import { isEnded, saveEndedSession, signingSecret } from './store.ts'

/** A shift (reading 2), in seconds. */
const SESSION_SECONDS = 12 * 60 * 60
const ALGORITHM = 'HS256'
const ISSUER = 'dispatch-console/identity'
const AUDIENCE = 'dispatch-console'

const Claims = z.object({
  jti: z.string(),
  exp: z.number(),
  sub: z.string(),
  name: z.string(),
  given_name: z.string(),
  email: z.string(),
})

/** A session that a token proves. `expiresAt` is milliseconds since 1970. */
export interface Session {
  tokenId: string
  expiresAt: number
  staff: Staff
}

/** The console's own session tokens. */
export interface Sessions {
  /** A signed token for 12 hours. */
  issue(staff: Staff): Promise<string>
  /** The session of a token that this server signed and that has not run out; signed out or not. */
  read(token: string): Promise<Session | null>
  /** The session of a token that still lets its bearer in. */
  active(token: string): Promise<Session | null>
  /** Signs out, on every process that shares the database. */
  end(session: Session): Promise<void>
}

export interface SessionDependencies {
  db: Kysely<Database>
  clock: Clock
  /** Each identity provider signs with a key of its own, so a token from one never passes under another. */
  keyId: string
}

/** Session tokens signed with a key from the database: they survive a restart and hold across processes. */
export function createSessions({ db, clock, keyId }: SessionDependencies): Sessions {
  let cached: KeyObject | undefined
  const signingKey = async () => {
    if (cached === undefined) {
      const secret = await signingSecret(db, keyId, randomBytes(32).toString('base64url'), clock())
      cached = createSecretKey(secret, 'base64url')
    }
    return cached
  }

  const read = async (token: string): Promise<Session | null> => {
    const key = await signingKey()
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['jti', 'sub', 'iat', 'exp', 'name', 'given_name', 'email'],
        currentDate: new Date(clock()),
      })
      const claims = Claims.safeParse(payload)
      if (!claims.success) return null
      const { jti, exp, sub, name, given_name, email } = claims.data
      return { tokenId: jti, expiresAt: exp * 1000, staff: { id: sub, name, givenName: given_name, email } }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    async issue(staff) {
      const key = await signingKey()
      const now = Math.floor(clock() / 1000)
      return await new SignJWT({ name: staff.name, given_name: staff.givenName, email: staff.email })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(staff.id)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_SECONDS)
        .sign(key)
    },
    read,
    async active(token) {
      const session = await read(token)
      return session === null || (await isEnded(db, session.tokenId)) ? null : session
    },
    end: (session) => saveEndedSession(db, session, clock()),
  }
}
