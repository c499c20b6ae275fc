import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { isFromThisMachine } from '../http/connection.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import {
  metrics,
  oldestClaimSeconds,
  oldestUndeliveredSeconds,
  openClaims,
  queuedEmails,
  undeliveredEvents,
  waitingArrivals,
} from '../platform/metrics.ts'
import { type Figures, lastCourierAnswers, readFigures } from './figures.ts'

interface OperationsDeps {
  db: Kysely<Database>
  clock: Clock
  /** Bearer key with which other machines may read the figures; null denies other machines. */
  metricsKey: string | null
  /** Reasons why this process is not ready, besides its database. Each is a sentence, or null. */
  troubles: readonly (() => string | null)[]
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
      waitingArrivals.set(figures.waitingArrivals.count)
    }
    return c.body(await metrics.metrics(), 200, { ...NO_STORE, 'Content-Type': metrics.contentType })
  })
}

const GAUGES = [
  ...[openClaims, oldestClaimSeconds, queuedEmails, undeliveredEvents, oldestUndeliveredSeconds],
  waitingArrivals,
]

const NO_STORE = { 'Cache-Control': 'no-store' }

function presentFigures(figures: Figures) {
  const present = ({ count, oldestSeconds }: Figures['openClaims']) => ({
    count,
    oldest_seconds: oldestSeconds,
  })
  return {
    open_claims: present(figures.openClaims),
    unfinished_deletions: present(figures.unfinishedDeletions),
    queued_emails: present(figures.queuedEmails),
    undelivered_events: present(figures.undeliveredEvents),
    waiting_arrivals: present(figures.waitingArrivals),
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

/** Time-out of the check of the database, and lifetime of its result, in milliseconds. */
const ANSWERS_WITHIN_MS = 2000
const HOLDS_MS = 1000

/** Lifetime of a successful write, in milliseconds: each waits for the disk. */
const WRITTEN_MS = 5000

/** Whether this process can serve. `figures` are null if the database did not respond. */
interface Readiness {
  /** One sentence per reason why not; empty if it can. */
  reasons: string[]
  figures: Figures | null
}

/**
 * Whether this process can serve. Concurrent callers share one check of the database, which is valid for a second.
 * Pending work (claims, e-mails) is reported but does not make a process unready: taking it out of service would
 * not reduce that work.
 */
function readinessCheck(deps: OperationsDeps): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | null = null
  const write = checkedWrite(deps.db)
  return async () => {
    const now = performance.now()
    if (last === null || now - last.at > HOLDS_MS) last = { at: now, readiness: check(deps, write) }
    const { reasons, figures } = await last.readiness
    const troubles = deps.troubles.flatMap((trouble) => trouble() ?? [])
    return { reasons: [...reasons, ...troubles], figures }
  }
}

/**
 * Writes a row and deletes it, unless that succeeded a moment ago. One write at a time: while commits wait for a standby,
 * others would keep the connections that reads need.
 */
function checkedWrite(db: Kysely<Database>): () => Promise<void> {
  let written: number | null = null
  let writing: Promise<void> | null = null
  const write = async () => {
    const begun = performance.now()
    const name = `readiness ${randomUUID()}`
    await db.transaction().execute(async (within) => {
      await within.insertInto('leases').values({ name, holder: name, held_until: '' }).execute()
      await within.deleteFrom('leases').where('name', '=', name).execute()
    })
    written = begun
  }
  return async () => {
    if (written !== null && performance.now() - written < WRITTEN_MS) return
    writing ??= write().finally(() => {
      writing = null
    })
    await writing
  }
}

async function check(deps: OperationsDeps, write: () => Promise<void>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Readiness>((resolve) => {
    const reasons = [`The database did not answer within ${ANSWERS_WITHIN_MS / 1000} s.`]
    timer = setTimeout(() => resolve({ reasons, figures: null }), ANSWERS_WITHIN_MS)
  })
  try {
    return await Promise.race([look(deps, write), late])
  } finally {
    clearTimeout(timer)
  }
}

async function look(deps: OperationsDeps, write: () => Promise<void>): Promise<Readiness> {
  try {
    const missing = await missingMigrations(deps.db)
    if (missing.length > 0) {
      return { reasons: [`The tables lack ${missing.join(', ')}: start the server anew.`], figures: null }
    }
    const figures = await readFigures(deps)
    const reasons = await write().then(
      () => [],
      (error: unknown) => [`Nothing can be saved: ${reasonOf(error)}`],
    )
    return { reasons, figures }
  } catch (error) {
    return { reasons: [`The database does not answer: ${reasonOf(error)}`], figures: null }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
