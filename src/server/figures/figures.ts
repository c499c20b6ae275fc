import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { type FreightFigures, getFreightFigures, getOrderFigures } from '../../contract/answers.ts'
import { aucklandDayStart, daysAfter, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { type DayRange, ORDER_CRITERIA } from '../../domain/lists/order-criteria.ts'
import { isWanted } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { invalidField } from '../http/refusal.ts'
import { createPlaces } from '../http/requests-in-progress.ts'
import type { SessionEnv } from '../http/session.ts'
import { orderQueryOf } from '../orders/filter.ts'
import { figuresOfList } from '../orders/store.ts'

/** The database has one connection for long reads, on which figures are counted one after another. */
const AT_A_TIME = 1
const MOST_WAITING = 50
const ALL = 'all'

/** Serves the calls of the capability `answers`. */
export function figureRoutes(app: Hono<SessionEnv>, { db, clock }: { db: Connections; clock: Clock }): void {
  const places = createPlaces(AT_A_TIME, MOST_WAITING)
  /** Waits here and not for the connection: that wait fails sooner than an abandoned question ends. */
  const inTurn = async <Figures>(signal: AbortSignal, count: () => Promise<Figures>): Promise<Figures> => {
    const leave = await places.take(ALL, signal)
    try {
      signal.throwIfAborted()
      return await count()
    } finally {
      leave()
    }
  }

  serveCall(app, getOrderFigures, async ({ query, staff, signal }) => {
    const now = clock()
    const filter = orderQueryOf(db, query, now, staff.id)
    const branches = filter === null ? [] : await inTurn(signal, () => figuresOfList(db, filter, signal))
    return {
      at: timestamp(now),
      count: branches.reduce((sum, { count }) => sum + count, 0),
      total: branches.reduce((sum, { total }) => sum + total, 0),
      branches,
    }
  })

  serveCall(app, getFreightFigures, async ({ query: { days, courier }, signal }) => {
    const now = clock()
    const range = ORDER_CRITERIA.ordered.parse(days, todayInAuckland(now))
    if (range === null) throw invalidField(400, 'days', 'is no range of days')
    const figures = await inTurn(signal, () => freightOf(db.deepUntil(signal), range, courier ?? null))
    return { at: timestamp(now), ...figures }
  })
}

/** The consignments booked on these days, and their cost, without deleted ones. */
async function freightOf(
  db: Kysely<Database>,
  { from, to }: DayRange,
  courier: string | null,
): Promise<Omit<FreightFigures, 'at'>> {
  let found = db
    .selectFrom('consignments')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('cost_cents').as('cost')])
    .where('deleted_at', 'is', null)
  for (const condition of isWanted(db, 'id')) found = found.where(condition)
  if (from !== null) found = found.where('created_at', '>=', timestamp(aucklandDayStart(from)))
  if (to !== null) found = found.where('created_at', '<', timestamp(aucklandDayStart(daysAfter(to, 1))))
  if (courier !== null) found = found.where('provider_slug', '=', courier)
  const { count, cost } = await found.executeTakeFirstOrThrow()
  // PostgreSQL returns both as texts.
  return { count: Number(count), cost: Number(cost ?? 0) }
}
