import type { MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import type { KeyEnv } from '../http/session.ts'
import { currentRequest, logSecurity } from '../platform/log.ts'
import { bearerToken } from '../sign-in/require-session.ts'
import { type ApiKey, findKey, saveUse } from './key-store.ts'

/** Resolution of the stored time of the last use, in milliseconds, because one write per request is too costly. */
const USED_TO_MS = 60_000

/** Requires a valid key and sets `c.get('keyId')`. Other requests get 401. */
export function requireKey({ db, clock }: { db: Kysely<Database>; clock: Clock }): MiddlewareHandler<KeyEnv> {
  return async (c, next) => {
    const token = bearerToken(c)
    const key = token === null ? null : await findKey(db, token)
    if (key === null) {
      logSecurity('unauthorised', { bearer: token === null ? 'missing' : 'not valid' })
      c.header('WWW-Authenticate', 'Bearer')
      return c.json({ success: false, message: 'The key is not known, or has been revoked.' }, 401)
    }
    const request = currentRequest.getStore()
    if (request) request.key = key.name
    c.set('keyId', key.id)
    noteUse(db, key, clock())
    return await next()
  }
}

/** Not awaited, so that no response waits for the disk. The next request makes up for a lost write. */
function noteUse(db: Kysely<Database>, { id, last_used_at }: ApiKey, now: number): void {
  const last = parseInstant(last_used_at)
  if (last !== null && Math.abs(now - last) < USED_TO_MS) return
  saveUse(db, id, now).catch(() => undefined)
}
