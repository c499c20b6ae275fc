import type { Kysely, Transaction } from 'kysely'
import type { Sent } from '../../contract/call.ts'
import type { ListedPickRun, PickedOrder, PickLine, PickRun } from '../../contract/pick-runs.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { type PlannedLine, pickedState } from '../../domain/orders/pick-run.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { PickLineRow, PickRunRow } from '../db/pick-run-tables.ts'
import type { Database } from '../db/schema.ts'
import { presentOrder } from '../orders/present.ts'
import { type FoundOrder, findOrders } from '../orders/store.ts'
import type { CreditStop } from '../platform/config.ts'
import { barcodesOfOrders } from '../products/products.ts'

/** A run as it is stored. */
export interface NewPickRun extends Omit<PickRunRow, 'id' | 'state' | 'ended_at' | 'ended_by'> {
  /** The ids of its orders, by their codes, in their order. */
  orders: ReadonlyMap<string, number>
  lines: readonly PlannedLine[]
}

/** Stores a run with its orders and lines. Returns its id. */
export async function insertPickRun(
  within: Transaction<Database>,
  { orders, lines, ...run }: NewPickRun,
): Promise<number> {
  const { id: run_id } = await within
    .insertInto('pick_runs')
    .values({ ...run, state: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [...orders.values()].map((order_id, place) => ({ run_id, order_id, place }))
  await within.insertInto('pick_run_orders').values(rows).execute()
  for (const [place, { parts, by, code, name, location }] of lines.entries()) {
    const line = { run_id, place, code, name, location, counted_by: by, found: 0, is_short: 0, revision: 0 }
    const { id: line_id } = await within
      .insertInto('pick_lines')
      .values(line)
      .returning('id')
      .executeTakeFirstOrThrow()
    const needed = parts.flatMap(({ order, quantity }) => {
      const order_id = orders.get(order)
      return order_id === undefined ? [] : { line_id, order_id, quantity }
    })
    await within.insertInto('pick_parts').values(needed).execute()
  }
  return run_id
}

/** The id of the run of a request; null if there is none. */
export async function runOfRequest(db: Kysely<Database>, request: string): Promise<number | null> {
  const row = await db.selectFrom('pick_runs').select('id').where('request', '=', request).executeTakeFirst()
  return row?.id ?? null
}

/** The numbers of the open runs of orders that are in one, by the codes of the orders. */
export async function openRunsOf(
  db: Kysely<Database>,
  orderIds: readonly number[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('pick_run_orders')
    .innerJoin('pick_runs', 'pick_runs.id', 'pick_run_orders.run_id')
    .innerJoin('orders', 'orders.id', 'pick_run_orders.order_id')
    .select(['orders.code', 'pick_runs.id'])
    .where('pick_runs.state', '=', 'open')
    .where(isAmong(db, 'pick_run_orders.order_id', orderIds))
    .execute()
  return new Map(rows.map(({ code, id }) => [code, String(id)]))
}

/** The locations of products, by their codes. */
export async function locationsOf(
  db: Kysely<Database>,
  codes: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('products')
    .select(['code', 'location'])
    .where(isAmong(db, 'code', codes))
    .execute()
  return new Map(rows.map(({ code, location }) => [code, location]))
}

interface PresentDeps {
  /** In ms. */
  now: number
  creditStop: CreditStop
}

/** A run with its orders as they are now; null if there is none. */
export async function findPickRun(
  db: Kysely<Database>,
  id: number,
  deps: PresentDeps,
): Promise<PickRun | null> {
  const run = await db.selectFrom('pick_runs').selectAll().where('id', '=', id).executeTakeFirst()
  if (run === undefined) return null
  const orders = await ordersOfRun(db, id)
  const rows = await db
    .selectFrom('pick_lines')
    .selectAll()
    .where('run_id', '=', id)
    .orderBy('place')
    .execute()
  return {
    ...presentHead(run),
    orders: orders.map((found) => presentPicked(found, run.ended_at, deps)),
    lines: await withParts(db, rows),
    barcodes: await barcodesOfOrders(
      db,
      orders.map(({ record }) => record.code),
    ),
    left_out: JSON.parse(run.left_out),
    is_partial: run.is_partial === 1,
  }
}

/** One line of a run, with the orders that need it. */
export interface FoundLine {
  run: Pick<PickRun, 'id' | 'state' | 'ended_by' | 'orders'>
  line: PickLine
}

/** A line with the orders that need it as they are now; null if the run has no such line. */
export async function findPickLine(
  db: Kysely<Database>,
  { runId, lineId }: { runId: number; lineId: number },
  deps: PresentDeps,
): Promise<FoundLine | null> {
  const run = await db.selectFrom('pick_runs').selectAll().where('id', '=', runId).executeTakeFirst()
  const rows = await db
    .selectFrom('pick_lines')
    .selectAll()
    .where('run_id', '=', runId)
    .where('id', '=', lineId)
    .execute()
  const [line] = await withParts(db, rows)
  if (run === undefined || line === undefined) return null
  const ids = await db.selectFrom('pick_parts').select('order_id').where('line_id', '=', lineId).execute()
  const orders = await findOrders(
    db,
    ids.map(({ order_id }) => order_id),
  )
  const picked = orders.map((found) => presentPicked(found, run.ended_at, deps))
  return { run: { ...presentHead(run), orders: picked }, line }
}

/** The orders of a run, in its order. */
async function ordersOfRun(db: Kysely<Database>, runId: number): Promise<FoundOrder[]> {
  const places = await db
    .selectFrom('pick_run_orders')
    .select('order_id')
    .where('run_id', '=', runId)
    .orderBy('place')
    .execute()
  const ids = places.map(({ order_id }) => order_id)
  const found = new Map((await findOrders(db, ids)).map((one) => [one.record.id, one]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Lines with what each order needs of them, in the order of the run. */
async function withParts(db: Kysely<Database>, lines: readonly PickLineRow[]): Promise<PickLine[]> {
  const rows = await db
    .selectFrom('pick_parts')
    .innerJoin('orders', 'orders.id', 'pick_parts.order_id')
    .select(['line_id', 'orders.code as order', 'pick_parts.quantity'])
    .where(
      isAmong(
        db,
        'line_id',
        lines.map(({ id }) => id),
      ),
    )
    .orderBy('pick_parts.id')
    .execute()
  const parts = new Map(lines.map(({ id }): [number, PickLine['parts']] => [id, []]))
  for (const { line_id, order, quantity } of rows) parts.get(line_id)?.push({ order, quantity })
  return lines.map((line) => presentLine(line, parts.get(line.id) ?? []))
}

/** The runs, newest first, each with how far it is. */
export async function pickRunsOfPage(
  db: Kysely<Database>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Sent<ListedPickRun>[]> {
  const runs = await db
    .selectFrom('pick_runs')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = runs.map(({ id }) => id)
  const orders = await db
    .selectFrom('pick_run_orders')
    .select(({ fn }) => ['run_id', fn.countAll<number | string>().as('count')])
    .where(isAmong(db, 'run_id', ids))
    .groupBy('run_id')
    .execute()
  // What stopped orders need is not looked at here: the run itself says it.
  const lines = await db
    .selectFrom('pick_lines')
    .select(['run_id', 'found', 'is_short'])
    .select(({ selectFrom }) =>
      selectFrom('pick_parts')
        .select(({ fn }) => fn.sum<number>('quantity').as('wanted'))
        .whereRef('pick_parts.line_id', '=', 'pick_lines.id')
        .as('wanted'),
    )
    .where(isAmong(db, 'run_id', ids))
    .execute()
  const sums = new Map(ids.map((id) => [id, { orders: 0, lines: 0, settled: 0 }]))
  for (const { run_id, count } of orders) {
    const sum = sums.get(run_id)
    if (sum) sum.orders = Number(count)
  }
  for (const { run_id, found, is_short, wanted } of lines) {
    const sum = sums.get(run_id)
    if (!sum) continue
    sum.lines += 1
    if (is_short === 1 || found >= (wanted ?? 0)) sum.settled += 1
  }
  return runs.flatMap((run) => {
    const sum = sums.get(run.id)
    return sum ? { ...presentHead(run), ...sum } : []
  })
}

function presentHead({ id, state, created_at, created_by, ended_at, ended_by }: PickRunRow) {
  return { id: String(id), state, created_at, created_by, ended_at, ended_by }
}

function presentPicked(
  found: FoundOrder,
  endedAt: string | null,
  { now, creditStop }: PresentDeps,
): PickedOrder {
  const { record } = found
  return {
    code: record.code,
    receiver: nonBlank(record.customer_company) ?? record.customer_name,
    is_pickup: record.is_pickup === 1,
    ...pickedState(presentOrder(found, now, creditStop), endedAt),
  }
}

function presentLine(row: PickLineRow, parts: PickLine['parts']): PickLine {
  const { code, name, location, counted_by, found, is_short, revision, changed_by } = row
  return {
    id: String(row.id),
    ...{ code, name, location, by: counted_by, parts, found, is_short: is_short === 1, revision, changed_by },
  }
}
