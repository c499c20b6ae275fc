import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { type Figures, readFigures } from './figures.ts'

/** How long the database may take to answer, and how long its answer holds, in milliseconds. */
const ANSWERS_WITHIN_MS = 2000
const HOLDS_MS = 1000

/** Whether this process can serve. `figures` are null where the database did not answer. */
export interface Readiness {
  /** A sentence for each reason why not; none where it can. */
  reasons: string[]
  figures: Figures | null
}

/**
 * A check that many may ask at once: they share one look at the database, a second long.
 * What waits (claims, e-mails) is reported and no reason: to stop serving would not shorten it.
 */
export function readinessCheck(deps: { db: Kysely<Database>; clock: Clock }): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > HOLDS_MS) last = { at: now, readiness: check(deps) }
    return last.readiness
  }
}

async function check(deps: { db: Kysely<Database>; clock: Clock }): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Readiness>((resolve) => {
    const reasons = [`The database did not answer within ${ANSWERS_WITHIN_MS / 1000} s.`]
    timer = setTimeout(() => resolve({ reasons, figures: null }), ANSWERS_WITHIN_MS)
  })
  try {
    return await Promise.race([look(deps), late])
  } finally {
    clearTimeout(timer)
  }
}

async function look(deps: { db: Kysely<Database>; clock: Clock }): Promise<Readiness> {
  try {
    const missing = await missingMigrations(deps.db)
    if (missing.length > 0) {
      return { reasons: [`The tables lack ${missing.join(', ')}: start the server anew.`], figures: null }
    }
    return { reasons: [], figures: await readFigures(deps) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reasons: [`The database does not answer: ${reason}`], figures: null }
  }
}
