import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { StatusFilter } from '../../contract/orders.ts'
import { fold, nonBlank } from '../../domain/format/text.ts'
import { ORDER_FILTERS, startOfDays } from '../../domain/lists/order-filter.ts'
import { leftOf } from '../../domain/orders/item-check.ts'
import { comparedNumber, ordersMeant } from '../../domain/orders/order-code.ts'
import { isAmong, isWanted } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { fewestOf, type OrderIndex, type Page, pageOfIds, rowsOfList } from '../db/page-of-ids.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { CriterionSql } from './criteria.ts'
import { conditionsSql, type OrderQuery } from './filter.ts'

/** An order with its customer, as read for the wire. */
export type OrderRecord = Awaited<ReturnType<typeof recordsOf>>[number]
export type ItemRow = Selectable<Database['order_items']>
export interface FoundOrder {
  record: OrderRecord
  items: ItemRow[]
}

const STATUS_INDEXES: Record<StatusFilter, OrderIndex> = {
  unpaid: 'orders_unpaid',
  paid: 'orders_paid',
  ready: 'orders_ready',
  shipped: 'orders_shipped',
}

/**
 * Names the items of an order that are still to be sent: orders with the same quantities of the same products have the
 * same key (PACK-3). Null if there are none.
 */
export async function itemsKeyOf(db: Kysely<Database>, orderCode: string): Promise<string | null> {
  const items = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['product_code', 'product_name', 'quantity', 'fulfilled_quantity'])
    .where('orders.code', '=', orderCode)
    .execute()
  const sums = new Map<string, number>()
  for (const { product_code, product_name, ...item } of items) {
    const left = leftOf(item)
    const name = nonBlank(product_code) ?? product_name
    if (left > 0) sums.set(name, (sums.get(name) ?? 0) + left)
  }
  if (sums.size === 0) return null
  const lines = [...sums].map(([name, sum]) => JSON.stringify([name, sum])).sort()
  return createHash('sha256').update(lines.join('\n')).digest('base64url')
}

/** One page of orders, newest first, or oldest first of the queue; empty beyond the end. */
export async function ordersOfPage(db: Connections, filter: OrderQuery, page: Page): Promise<FoundOrder[]> {
  const found = await findOrders(db.reads.list, await idsInList(db, filter, page))
  return filter.isQueue ? found.reverse() : found
}

/**
 * The ids of one page of orders, newest first, or oldest first of the queue; empty beyond the end.
 * @param more conditions on columns of `orders`
 */
export async function idsInList(
  db: Connections,
  filter: OrderQuery,
  page: Page,
  more: readonly RawBuilder<SqlBool>[] = [],
): Promise<number[]> {
  const list = await listSelection(db, filter, more)
  if (list === null) return []
  if (filter.importId !== null) return idsOfImport(db, filter.importId, list.conditions, page)
  return pageOfIds(db.reads, { ...list, ...page }, filter.isQueue ? QUEUE_SCANNED : undefined)
}

/**
 * What selects the orders of a list; null if it has none. Those of an import are selected besides.
 * @param more conditions on columns of `orders`
 */
async function listSelection(db: Connections, filter: OrderQuery, more: readonly RawBuilder<SqlBool>[] = []) {
  const customerId = filter.customer === null ? null : await customerIdOf(db, filter.customer)
  if (customerId === undefined) return null
  const { choices, now, isQueue, importId, terms } = filter
  const { days } = ORDER_FILTERS.daterange.values[choices.daterange].condition
  const firstId = days === undefined ? 0 : await firstIdSince(db, timestamp(startOfDays(days, now)))
  if (firstId === null) return null
  const conditions = [...more, ...conditionsSql(filter)]
  if (customerId !== null) conditions.push(sql`customer_id = ${customerId}`)
  if (filter.total !== null) conditions.push(sql`total_cents = cast(${filter.total} as bigint)`)
  const list = { from: 'orders', index: indexFor(filter), conditions, terms, oldestFirst: isQueue } as const
  // They may be anywhere among all orders.
  if (importId !== null) return { ...list, firstId }
  const bounds = await boundsOf(db, filter.criteria)
  if (bounds === null) return null
  const among = await fewestOf(
    db.reads.list,
    await Promise.all(filter.criteria.flatMap((criterion) => selectionOf(db, criterion) ?? [])),
  )
  return {
    ...list,
    ...bounds,
    firstId: Math.max(firstId, bounds.firstId),
    ...(among && { among, isNarrowed: filter.criteria.length > 1 }),
  }
}

/** The orders of a list by branch, and their totals in cents. An aborted signal cancels the count. */
export async function figuresOfList(
  db: Connections,
  filter: OrderQuery,
  signal: AbortSignal,
): Promise<{ branch: string; count: number; total: number }[]> {
  const deep = db.deepUntil(signal)
  const list = await listSelection(db, filter, isWanted(deep, 'id'))
  if (list === null) return []
  const { importId } = filter
  const imported = sql`select order_id as id from import_orders where import_id = ${importId}`
  const rows = rowsOfList(deep, importId === null ? list : { ...list, among: imported })
  const { rows: found } = await sql<{ branch: string; count: number | string; total: number | string }>`
    select branch, count(*) as count, coalesce(sum(total_cents), 0) as total
    from ${rows} group by branch order by branch`.execute(deep)
  // PostgreSQL returns sums as texts.
  return found.map(({ branch, count, total }) => ({ branch, count: Number(count), total: Number(total) }))
}

/** The ids of the orders of a criterion; null if they are not selected by an index. */
function selectionOf(db: Kysely<Database>, { among, counted = among, until }: CriterionSql) {
  if (!among || !counted) return null
  return ordersAfter(db, until ?? null).then((before) => ({ ids: among, counted, before }))
}

/** About how many orders were ordered after a day (UTC); none after null. */
async function ordersAfter(db: Kysely<Database>, day: string | null): Promise<number> {
  if (day === null) return 0
  const days = db.selectFrom('order_days').select(({ fn }) => fn.max('last_id').as('last'))
  const [all, before] = await Promise.all([
    days.executeTakeFirst(),
    days.where('day', '<=', day).executeTakeFirst(),
  ])
  return (all?.last ?? 0) - (before?.last ?? 0)
}

/** A search among at most this many orders to pack reads them all. Each row asks for its customer, so it is less than elsewhere. */
const QUEUE_SCANNED = 2000

/** The lowest and the highest id of the orders of the days in a list's criteria; null if there are none. */
async function boundsOf(
  db: Kysely<Database>,
  criteria: OrderQuery['criteria'],
): Promise<{ firstId: number; lastId?: number } | null> {
  let days = db
    .selectFrom('order_days')
    .select(({ fn }) => [fn.min('first_id').as('firstId'), fn.max('last_id').as('lastId')])
  const ordered = criteria.flatMap(({ ordered }) => ordered ?? [])
  if (ordered.length === 0) return { firstId: 0 }
  for (const { from, to } of ordered) {
    if (from !== null) days = days.where('day', '>=', from)
    if (to !== null) days = days.where('day', '<=', to)
  }
  const { firstId, lastId } = await days.executeTakeFirstOrThrow()
  if (firstId === null) return null
  return { firstId, ...(lastId !== null && { lastId }) }
}

/** The newest orders of an import, read from its own list, because they may be anywhere among all orders. */
async function idsOfImport(
  { reads }: Connections,
  importId: number,
  conditions: readonly RawBuilder<SqlBool>[],
  { limit, offset = 0, afterId }: Page,
): Promise<number[]> {
  const after = afterId === undefined ? [] : [sql<SqlBool>`orders.id < ${afterId}`]
  const where = sql.join([sql`import_id = ${importId}`, ...after, ...conditions], sql` and `)
  const { rows } = await sql<{ id: number }>`select orders.id from import_orders
    join orders on orders.id = import_orders.order_id
    where ${where} order by import_orders.order_id desc limit ${limit} offset ${offset}`.execute(reads.list)
  return rows.map(({ id }) => id)
}

/** The order with exactly this code, or null. */
export async function findOrder(db: Kysely<Database>, code: string): Promise<FoundOrder | null> {
  const row = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirst()
  const found = row ? await findOrders(db, [row.id]) : []
  return found[0] ?? null
}

/**
 * The order that a code means (ORD-70): the one with exactly this code, otherwise the only one with its number. Null if
 * there is none.
 * @throws Refusal 409 that names the orders if there are several
 */
export async function findMeantOrder(db: Kysely<Database>, code: string): Promise<FoundOrder | null> {
  const found = await findOrder(db, code)
  if (found !== null) return found
  const meant = await meantCode(db, code)
  return meant === code ? null : findOrder(db, meant)
}

/**
 * The code of the order that a code means; the given one if there is none.
 * @throws Refusal 409 that names the orders if there are several
 */
export async function meantCode(db: Kysely<Database>, code: string): Promise<string> {
  const meant = comparedNumber(code) === '' ? [] : await rowsMeant(db, [code])
  if (meant.length <= 1) return meant[0]?.code ?? code
  const codes = meant.map((order) => order.code)
  throw new Refusal(409, `Several orders have the number ${comparedNumber(code)}: ${codes.join(', ')}.`)
}

/** The orders that these codes mean; newest first. Of a code that may mean several, all. */
export async function ordersWithCodes(db: Connections, codes: readonly string[]): Promise<FoundOrder[]> {
  const rows = await rowsMeant(db, codes)
  return findOrders(
    rows.length > 1 ? db.reads.list : db.reads.record,
    rows.map(({ id }) => id),
  )
}

/** The ids and codes of the orders that these codes mean. */
export async function rowsMeant(db: Kysely<Database>, codes: readonly string[]) {
  const rows = db.selectFrom('orders').select(['id', 'code']).orderBy('id', 'desc')
  const spellings = codes.flatMap((code) => [code, code.toUpperCase()])
  const exact = await rows.where(isAmong(db, 'code', spellings)).execute()
  // Not those that mean an exact order of another code: a number that several orders have means none of them (ORD-71).
  const others = codes.filter((code) => !exact.some((row) => fold(row.code) === fold(code.trim())))
  if (others.length === 0) return exact
  const numbers = others.map(comparedNumber)
  const found = [
    ...(await rows.where(isAmong(db, 'code', numbers)).execute()),
    ...(await rows.where(isAmong(db, 'code_number', numbers)).execute()),
  ]
  const meant = new Map(others.flatMap((code) => ordersMeant(code, found)).map((row) => [row.id, row]))
  return [...exact, ...meant.values()]
}

function indexFor(filter: OrderQuery): OrderIndex {
  if (filter.total !== null) return 'orders_total'
  if (filter.customer !== null) return 'orders_customer'
  if (filter.isQueue) return 'orders_to_pack'
  const { status, branch } = filter.choices
  if (status !== 'all') return STATUS_INDEXES[status]
  return branch === 'all' ? 'orders_all' : 'orders_branch'
}

/** Undefined if there is no such customer. */
async function customerIdOf(db: Kysely<Database>, code: string): Promise<number | undefined> {
  const row = await db.selectFrom('customers').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id
}

/** The lowest id of an order of this time or later; null if there is none. */
async function firstIdSince(db: Kysely<Database>, since: string): Promise<number | null> {
  const row = await db
    .selectFrom('order_days')
    .select(({ fn }) => fn.min('first_id').as('first_id'))
    .where('day', '>=', since.slice(0, 10))
    .executeTakeFirst()
  return row?.first_id ?? null
}

/** These orders with their items, newest first. */
export async function findOrders(db: Kysely<Database>, ids: number[]): Promise<FoundOrder[]> {
  if (ids.length === 0) return []
  const records = await recordsOf(db, ids)
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute()
  const byOrder = new Map(records.map((record) => [record.id, { record, items: [] as ItemRow[] }]))
  for (const item of items) byOrder.get(item.order_id)?.items.push(item)
  return [...byOrder.values()]
}

async function recordsOf(db: Kysely<Database>, ids: number[]) {
  return db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select([
      'customers.code as customer_code',
      'customers.first_name as customer_first_name',
      'customers.name as customer_name',
      'customers.company as customer_company',
      'customers.phone as customer_phone',
      'customers.mobile as customer_mobile',
      'customers.email as customer_email',
      'customers.street as customer_street',
      'customers.suburb as customer_suburb',
      'customers.city as customer_city',
      'customers.region as customer_region',
      'customers.postcode as customer_postcode',
      'customers.is_rural as customer_is_rural',
      'customers.country as customer_country',
      'customers.pricing as customer_pricing',
      'customers.terms as customer_terms',
      'customers.credit_stop as customer_credit_stop',
    ])
    .where('orders.id', 'in', ids)
    .orderBy('orders.id', 'desc')
    .execute()
}
