import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Board } from '../../contract/end-of-day.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { findNextToShip, toShip } from '../dispatch/next-to-ship.ts'
import { hasCredit } from '../orders/filter.ts'
import { courierDays } from './courier-days.ts'
import { type LateDeps, whatIsLate } from './late.ts'
import { startOfToday } from './store.ts'

type BoardDeps = LateDeps & { db: Connections }

/** What is to be done at the benches now (SHIP-6), for a user. */
export async function boardFor(deps: BoardDeps, staffId: string): Promise<Board> {
  const now = deps.clock()
  const lists = deps.db.reads.list
  const next = await findNextToShip(deps.db, { after: '' }, now, staffId)
  return {
    to_ship: await countReady(lists, now),
    held: await countHeld(lists),
    late: (await whatIsLate(deps)).length,
    sent: await countSent(lists, now),
    oldest: await oldestReady(lists, now),
    next: next.code === null ? null : { code: next.code, since: await readySince(lists, next.code) },
    couriers: await couriersToday(deps),
  }
}

/** Packed orders that staff can ship now. */
function ready(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('orders')
    .where('ready_at', 'is not', null)
    .where(sql.join<SqlBool>(toShip(now), sql` and `))
}

async function countReady(db: Kysely<Database>, now: number): Promise<number> {
  const { count } = await ready(db, now)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function oldestReady(db: Kysely<Database>, now: number): Promise<Board['oldest']> {
  const row = await ready(db, now)
    .select(['code', 'ready_at as since'])
    .orderBy('ready_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function readySince(db: Kysely<Database>, code: string): Promise<string | null> {
  const row = await db.selectFrom('orders').select('ready_at').where('code', '=', code).executeTakeFirst()
  return row?.ready_at ?? null
}

/** Paid orders that would be sent if they, or the credit of their customer, were not on hold. */
async function countHeld(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('paid_at', 'is not', null)
    .where('shipped_at', 'is', null)
    .where('is_stopped', '=', 0)
    .where(sql<SqlBool>`(is_held = 1 or not ${hasCredit})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countSent(db: Kysely<Database>, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('consignments')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('created_at', '>=', startOfToday(now))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function couriersToday(deps: BoardDeps): Promise<Board['couriers']> {
  const days = await courierDays(deps)
  return days
    .map(({ courier, provider, branch, provider_name, consignments, cut_off }) => ({
      ...{ courier, provider, branch, provider_name, consignments, cut_off },
    }))
    .sort((one, other) => ((one.cut_off ?? '~') < (other.cut_off ?? '~') ? -1 : 1))
}
