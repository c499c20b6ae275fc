import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { receiveBody } from '../http/receive-body.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import type { KeyEnv } from '../http/session.ts'
import { KINDS } from '../import/kinds/all-kinds.ts'
import { KIND_NAMES } from '../import/kinds/kind.ts'
import { log } from '../platform/log.ts'
import { intakeRecords } from '../platform/metrics.ts'
import { readRecords } from './read-records.ts'
import { requireKey } from './require-key.ts'
import { type RecordResult, takeIn } from './take-in.ts'

/** Limit of a body in MiB. */
const LONGEST_BODY_MIB = 8

/** Bodies of a key in memory, and requests whose bodies wait to be received. */
const RECEIVED_AT_ONCE = 20
const MOST_WAITING = 40
/** Requests of a key handled at once. The others wait with their bodies. */
const HANDLED_AT_ONCE = 2

/** The calls by which other systems send records. They have keys of their own and no sessions. */
export function intakeRoutes(
  deps: { db: Kysely<Database>; clock: Clock },
  limit: MiddlewareHandler<KeyEnv>,
): Hono<KeyEnv> {
  const routes = new Hono<KeyEnv>()
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
    const results = await takeIn(deps, KINDS[name], records)
    note(name, results)
    return c.json({ results })
  })
  routes.all('*', () => {
    throw new Refusal(404, 'There is no such address.')
  })
  return routes
}

function note(kind: string, results: readonly RecordResult[]): void {
  const counts: Record<string, number> = {}
  for (const { outcome } of results) {
    counts[outcome] = (counts[outcome] ?? 0) + 1
    intakeRecords.inc({ kind, outcome })
  }
  log.info({ kind, ...counts }, 'Records received')
}
