import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import type { Database } from '../db/schema.ts'
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

/** Limit of a body in MiB. A body is kept in memory. */
const LONGEST_BODY_MIB = 8

/** Requests handled at once, and waiting. Both are limited together, because their bodies are in memory. */
const AT_A_TIME = 2
const MOST_WAITING = 50

/** The calls by which other systems send records. They have keys of their own and no sessions. */
export function intakeRoutes(
  deps: { db: Kysely<Database>; clock: Clock },
  limit: MiddlewareHandler<KeyEnv>,
): Hono<KeyEnv> {
  const routes = new Hono<KeyEnv>()
  routes.use(requireKey(deps))
  routes.use(limit)
  routes.use(boundRequests(AT_A_TIME, MOST_WAITING, () => ''))
  routes.use(
    bodyLimit({
      maxSize: LONGEST_BODY_MIB * 1024 * 1024,
      onError: () => {
        throw new Refusal(
          413,
          `The body may have at most ${LONGEST_BODY_MIB} MB. Send fewer records at a time.`,
        )
      },
    }),
  )
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
