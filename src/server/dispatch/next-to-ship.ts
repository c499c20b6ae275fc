import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NextToShipQuery } from '../../contract/dispatch.ts'
import { splitCodes } from '../../contract/orders.ts'
import { choicesOf, type OrderValue, withChoice } from '../../domain/lists/order-filter.ts'
import { ordersMeant } from '../../domain/orders/order-code.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { pageOfIds, rowsOfList } from '../db/page-of-ids.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { hasCredit, type OrderQuery, orderQueryOf } from '../orders/filter.ts'
import { idsInList, rowsMeant } from '../orders/store.ts'

/** The next order to ship, and whether it is the next of the list. */
interface NextToShip {
  code: string | null
  followed: boolean
}

type Before = { id: number; code: string; branch: string } | undefined

/** The order to ship after another one, at `now` (ms), for a user. See the call `getNextToShip`. */
export async function findNextToShip(
  db: Connections,
  query: NextToShipQuery,
  now: number,
  staffId: string,
): Promise<NextToShip> {
  const before = await db
    .selectFrom('orders')
    .select(['id', 'code', 'branch'])
    .where('code', '=', query.after)
    .executeTakeFirst()
  if (query.from === 'list' && before) {
    const followed = await nextInList(db, query, before, { now, staffId })
    if (followed) return { code: followed.id === null ? null : await codeOf(db, followed.id), followed: true }
  }
  const first = await firstToShip(db, before ?? {}, now)
  return { code: first?.code ?? null, followed: false }
}

/** An order, and since when it has been ready; null for one that is not packed. */
interface FirstToShip {
  code: string
  since: string | null
}

/**
 * The oldest packed order that staff can ship at `now` (ms); if there is none, the first one to pack.
 * @param place its branch, and the id of an order that it is not
 */
export async function firstToShip(
  db: Connections,
  { branch, id: except }: { branch?: string; id?: number },
  now: number,
): Promise<FirstToShip | null> {
  const place = [
    ...(branch === undefined ? [] : [sql<SqlBool>`branch = ${branch}`]),
    ...(except === undefined ? [] : [sql<SqlBool>`id != ${except}`]),
  ]
  const [packed] = await pageOfIds(db.reads, { ...readyAt(now, place), oldestFirst: true, limit: 1 })
  const inQueue = () => idsInList(db, queueAt(now), { limit: 1 }, [...toShip(now), ...place])
  const [first] = packed === undefined ? await inQueue() : [packed]
  if (first === undefined) return null
  const row = db.reads.list.selectFrom('orders').select(['code', 'ready_at as since']).where('id', '=', first)
  return (await row.executeTakeFirst()) ?? null
}

/** How many packed orders staff can ship at `now` (ms). */
export async function countReadyToShip(db: Kysely<Database>, now: number): Promise<number> {
  const rows = rowsOfList(db, readyAt(now))
  const found = await sql<{ count: number | string }>`select count(*) as count from ${rows}`.execute(db)
  return Number(found.rows[0]?.count ?? 0)
}

const isPacked = sql<SqlBool>`ready_at is not null`

/**
 * The same orders as a list, by the name of their index: SQLite would read all orders of a branch, of which nearly all have
 * left.
 */
function readyAt(now: number, more: readonly RawBuilder<SqlBool>[] = []): Parameters<typeof rowsOfList>[1] {
  return { from: 'orders', index: 'orders_ready', conditions: [isPacked, ...toShip(now), ...more], terms: [] }
}

/** Packed orders that staff can ship at `now` (ms). */
function readyToShip(db: Kysely<Database>, now: number) {
  return db.selectFrom('orders').where(sql.join<SqlBool>([isPacked, ...toShip(now)], sql` and `))
}

/** The queue of orders to pack. */
function queueAt(now: number): OrderQuery {
  return {
    choices: choicesOf({}),
    isQueue: true,
    importId: null,
    now,
    customer: null,
    total: null,
    terms: [],
    criteria: [],
  }
}

/** Conditions of all orders that staff can ship now: open ones that are not set aside. */
function toShip(now: number): RawBuilder<SqlBool>[] {
  return [
    sql`shipped_at is null`,
    sql`is_pickup = 0`,
    sql`is_stopped = 0`,
    sql`is_held = 0`,
    hasCredit,
    sql`(skipped_until is null or skipped_until <= ${timestamp(now)})`,
  ]
}

/** Null if the order before is not in the list; an id of null if the list has no other order to ship. */
async function nextInList(
  db: Connections,
  query: NextToShipQuery,
  before: NonNullable<Before>,
  { now, staffId }: { now: number; staffId: string },
): Promise<{ id: number | null } | null> {
  if (query.codes !== undefined) return nextOfCodes(db, splitCodes(query.codes), before, now)
  const filter = orderQueryOf(db, query, now, staffId)
  // Nothing can be shipped from a list of unpaid or shipped orders.
  if (filter === null || filter.choices.status === 'unpaid' || filter.choices.status === 'shipped')
    return null
  // The order before has left the queue.
  if (filter.isQueue) return nextBelow(db, filter, before, now)
  // Booking has changed the status of the order before.
  const [at] = await idsInList(db, withStatus(filter, 'all'), { limit: 1, afterId: before.id + 1 })
  if (at !== before.id) return null
  const { status } = filter.choices
  return nextBelow(db, withStatus(filter, status === 'all' ? 'ready' : status), before, now)
}

/** The order to ship that follows another one in a list; after the last one, the list begins again. */
async function nextBelow(
  db: Connections,
  filter: OrderQuery,
  before: NonNullable<Before>,
  now: number,
): Promise<{ id: number | null }> {
  const [below] = await idsInList(db, filter, { limit: 1, afterId: before.id }, toShip(now))
  if (below !== undefined) return { id: below }
  const top = await idsInList(db, filter, { limit: 2 }, toShip(now))
  return { id: top.find((id) => id !== before.id) ?? null }
}

function withStatus(query: OrderQuery, status: OrderValue<'status'>): OrderQuery {
  return { ...query, choices: withChoice(query.choices, 'status', status) }
}

/** The next order of a list of codes, which has the order of the codes. */
async function nextOfCodes(
  db: Kysely<Database>,
  codes: readonly string[],
  before: NonNullable<Before>,
  now: number,
): Promise<{ id: number | null } | null> {
  const meant = await rowsMeant(db, codes)
  const places = new Map(
    codes.flatMap((code, index) => ordersMeant(code, meant).map((one) => [one.code, index] as const)),
  )
  const placeOf = (code: string) => places.get(code) ?? -1
  const from = placeOf(before.code)
  if (from < 0) return null
  const rows = await readyToShip(db, now)
    .select(['id', 'code'])
    .where(
      isAmong(
        db,
        'id',
        meant.map(({ id }) => id),
      ),
    )
    .where('id', '!=', before.id)
    .execute()
  // The codes after the order before, then those before it.
  const distance = (code: string) => (placeOf(code) - from + codes.length) % codes.length
  const [next] = rows.sort((one, other) => distance(one.code) - distance(other.code))
  return { id: next?.id ?? null }
}

async function codeOf(db: Kysely<Database>, id: number): Promise<string | null> {
  const row = await db.selectFrom('orders').select('code').where('id', '=', id).executeTakeFirst()
  return row?.code ?? null
}
