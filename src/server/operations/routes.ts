import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import type { Database } from '../db/schema.ts'
import { isFromThisMachine } from '../http/direct.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import {
  metrics,
  oldestClaimSeconds,
  oldestUndeliveredSeconds,
  openClaims,
  queuedEmails,
  undeliveredEvents,
} from '../platform/metrics.ts'
import { type Figures, lastCourierAnswers } from './figures.ts'
import { readinessCheck } from './readiness.ts'

export interface OperationsDeps {
  db: Kysely<Database>
  clock: Clock
  /** Bearer key with which other machines may read the figures; null denies other machines. */
  metricsKey: string | null
}

/**
 * Serves supervisors, load balancers and Prometheus. Figures are served to this machine and to bearers of the key.
 */
export function operationsRoutes(app: Hono<SessionEnv>, deps: OperationsDeps): void {
  const readiness = readinessCheck(deps)

  // Does not use the database, because a restart by a supervisor would not help if it failed.
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, NO_STORE))

  app.get('/readyz', async (c) => {
    const { reasons, figures } = await readiness()
    const status = reasons.length === 0 ? 'ready' : 'not ready'
    const code = reasons.length === 0 ? 200 : 503
    if (!mayKnow(c, deps.metricsKey)) return c.json({ status }, code, NO_STORE)
    const details = figures && {
      ...presentFigures(figures),
      last_courier_answers: await lastCourierAnswers(),
    }
    return c.json({ status, reasons, ...details }, code, NO_STORE)
  })

  app.get('/metrics', async (c) => {
    if (!mayKnow(c, deps.metricsKey)) {
      throw new Refusal(403, 'Metrics are for this machine, or for the bearer of METRICS_KEY.')
    }
    const { figures } = await readiness()
    // Unknown figures are omitted, because a zero would be wrong.
    for (const gauge of GAUGES) gauge.remove()
    if (figures !== null) {
      openClaims.set(figures.openClaims.count)
      oldestClaimSeconds.set(figures.openClaims.oldestSeconds)
      queuedEmails.set(figures.queuedEmails.count)
      undeliveredEvents.set(figures.undeliveredEvents.count)
      oldestUndeliveredSeconds.set(figures.undeliveredEvents.oldestSeconds)
    }
    return c.body(await metrics.metrics(), 200, { ...NO_STORE, 'Content-Type': metrics.contentType })
  })
}

const GAUGES = [openClaims, oldestClaimSeconds, queuedEmails, undeliveredEvents, oldestUndeliveredSeconds]

const NO_STORE = { 'Cache-Control': 'no-store' }

function presentFigures({ openClaims, unfinishedDeletions, queuedEmails, undeliveredEvents }: Figures) {
  const present = ({ count, oldestSeconds }: Figures['openClaims']) => ({
    count,
    oldest_seconds: oldestSeconds,
  })
  return {
    open_claims: present(openClaims),
    unfinished_deletions: present(unfinishedDeletions),
    queued_emails: present(queuedEmails),
    undelivered_events: present(undeliveredEvents),
  }
}

function mayKnow(c: Context, key: string | null): boolean {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (given === undefined) return isFromThisMachine(c)
  return key !== null && timingSafeEqual(digest(given), digest(key))
}

/** Hashes both texts to one length, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
