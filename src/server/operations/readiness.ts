import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { type Figures, readFigures } from './figures.ts'

/** Time-out of the check of the database, and lifetime of its result, in milliseconds. */
const ANSWERS_WITHIN_MS = 2000
const HOLDS_MS = 1000

/** Whether this process can serve. `figures` are null if the database did not respond. */
export interface Readiness {
  /** One sentence per reason why not; empty if it can. */
  reasons: string[]
  figures: Figures | null
}

/**
 * Whether this process can serve. Concurrent callers share one check of the database, which is valid for a second.
 * Pending work (claims, e-mails) is reported but does not make a process unready: taking it out of service would
 * not reduce that work.
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
