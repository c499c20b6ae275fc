import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { receiveBody } from '../http/receive-body.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import type { KeyEnv } from '../http/session.ts'
import { IMPORT_KINDS } from '../import/kinds/all-kinds.ts'
import { KIND_NAMES } from '../import/kinds/kind.ts'
import type { Config } from '../platform/config.ts'
import { currentRequest, log, logSecurity } from '../platform/log.ts'
import { intakeRecords } from '../platform/metrics.ts'
import { bearerToken } from '../sign-in/sessions.ts'
import { type ApiKey, findKey, saveUse } from './key-store.ts'
import { readRecords } from './read-records.ts'
import { type IntakeWatch, type ReportedRecord, takeIn } from './take-in.ts'

/** Limit of a body in MiB. */
const LONGEST_BODY_MIB = 8

/** Bodies of a key in memory, and requests whose bodies wait to be received. */
const RECEIVED_AT_ONCE = 20
const MOST_WAITING = 40
/** Requests of a key handled at once. The others wait with their bodies. */
const HANDLED_AT_ONCE = 2

/** The calls by which other systems send records. They have keys of their own and no sessions. */
export function intakeRoutes(
  deps: { db: Connections; clock: Clock; config: Pick<Config, 'orderCodePrefixes'>; watch: IntakeWatch },
  limit: MiddlewareHandler<KeyEnv>,
): Hono<KeyEnv> {
  const routes = new Hono<KeyEnv>()
  const from = { ...deps, prefixes: deps.config.orderCodePrefixes }
  routes.use(requireKey(deps))
  routes.use(limit)
  const byKey = (c: Context<KeyEnv>) => c.get('keyId')
  routes.use(boundRequests(RECEIVED_AT_ONCE, MOST_WAITING, byKey))
  routes.use(receiveBody(LONGEST_BODY_MIB))
  routes.use(boundRequests(HANDLED_AT_ONCE, RECEIVED_AT_ONCE, byKey))
  routes.post('/:kind', async (c) => {
    const name = KIND_NAMES.find((kind) => kind === c.req.param('kind'))
    if (name === undefined) throw new Refusal(404, 'There is no such kind of record.')
    const records = await readRecords(await c.req.text(), c.req.header('content-type'))
    const results = await takeIn(from, IMPORT_KINDS[name], records, c.get('keyName'))
    note(name, results)
    return c.json({ results })
  })
  routes.all('*', () => {
    throw new Refusal(404, 'There is no such address.')
  })
  return routes
}

function note(kind: string, results: readonly ReportedRecord[]): void {
  const counts: Record<string, number> = {}
  for (const { outcome } of results) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
    intakeRecords.inc({ kind, outcome })
  }
  log.info({ kind, ...counts }, 'Records received')
}

/** Resolution of the stored time of the last use, in milliseconds, because one write per request is too costly. */
const USED_TO_MS = 60_000

/** Requires a valid key and sets `c.get('keyId')`. Other requests get 401. */
function requireKey({ db, clock }: { db: Kysely<Database>; clock: Clock }): MiddlewareHandler<KeyEnv> {
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
    c.set('keyName', key.name)
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
