import { type KeyObject, randomUUID } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type { Kysely } from 'kysely'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

/** Milliseconds that a user may take on the provider's sign-in page. */
const ATTEMPT_MS = 10 * 60_000

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const

/** A pending sign-in, checked against its callback. Times are milliseconds since 1970. */
export interface Attempt {
  id: string
  /** The whole attempt, encrypted. It is sent to the provider and back, and not stored. */
  state: string
  nonce: string
  codeVerifier: string
  expiresAt: number
}

const Contents = z.object({ jti: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() })

/** Pending sign-ins. Each is stored in its own `state` parameter. */
interface Attempts {
  start(): Promise<Attempt>
  /** The attempt in a state; null if it is not ours or has expired. */
  read(state: string): Promise<Attempt | null>
}

/** @param key for A256GCM, shared by all processes */
export function createAttempts(key: () => Promise<KeyObject>, clock: Clock): Attempts {
  return {
    async start() {
      const attempt = {
        id: randomUUID(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        expiresAt: clock() + ATTEMPT_MS,
      }
      const { id, nonce, codeVerifier, expiresAt } = attempt
      const state = await new EncryptJWT({ jti: id, nonce, verifier: codeVerifier, until: expiresAt })
        .setProtectedHeader(HEADER)
        .encrypt(await key())
      return { ...attempt, state }
    },

    async read(state) {
      try {
        const { payload } = await jwtDecrypt(state, await key(), {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
        })
        const { jti: id, nonce, verifier: codeVerifier, until: expiresAt } = Contents.parse(payload)
        return expiresAt <= clock() ? null : { id, state, nonce, codeVerifier, expiresAt }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/** Milliseconds that a used sign-in is kept after it expired, so that a clock set back does not revive it. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * Marks the sign-in of this id as used. Of two concurrent callbacks, only one succeeds.
 * @param expiresAt when its state expires, in milliseconds since 1970
 * @returns false if it was used before
 */
export async function redeemSignIn(
  db: Kysely<Database>,
  { id, expiresAt }: { id: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await db
    .deleteFrom('used_sign_ins')
    .where('expires_at', '<=', timestamp(now - KEPT_MS))
    .execute()
  const used = await db
    .insertInto('used_sign_ins')
    .values({ id, expires_at: timestamp(expiresAt) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
