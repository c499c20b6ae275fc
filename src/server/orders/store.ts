import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Branch, StatusFilter } from '../../contract/orders.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import { type OrderIndex, type Page, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'

/** Filter of a list of orders. Null does not filter. */
export interface OrderFilter {
  branch: Branch | null
  status: StatusFilter | null
  customer: string | null
  /** Ordered at this time or later, formatted by `db/times.ts`. */
  since: string | null
  /** Cents including GST. */
  total: number | null
  /** From `searchTerms`. */
  terms: string[]
}

/** An order with its customer, as read for the wire. */
export type OrderRecord = Awaited<ReturnType<typeof recordsOf>>[number]
export type ItemRow = Selectable<Database['order_items']>
export interface FoundOrder {
  record: OrderRecord
  items: ItemRow[]
}

/**
 * The filters of the list (ORD-4). `paid` means waiting to be packed: ready and shipped orders are paid too,
 * but have filters of their own.
 */
const STATUS_CONDITIONS: Record<StatusFilter, string> = {
  unpaid: 'paid_at is null',
  paid: 'paid_at is not null and ready_at is null and shipped_at is null',
  ready: 'ready_at is not null and shipped_at is null',
  shipped: 'shipped_at is not null',
}
const STATUS_INDEXES: Record<StatusFilter, OrderIndex> = {
  unpaid: 'orders_unpaid',
  paid: 'orders_paid',
  ready: 'orders_ready',
  shipped: 'orders_shipped',
}

/** One page of orders, newest first; empty beyond the end. */
export async function listOrders(db: Connections, filter: OrderFilter, page: Page): Promise<FoundOrder[]> {
  return findOrders(db.reads.list, await idsInList(db, filter, page))
}

/**
 * The ids of one page of orders, newest first; empty beyond the end.
 * @param more conditions on columns of `orders`
 */
export async function idsInList(
  db: Connections,
  filter: OrderFilter,
  page: Page,
  more: readonly RawBuilder<SqlBool>[] = [],
): Promise<number[]> {
  const customerId = filter.customer === null ? null : await customerIdOf(db, filter.customer)
  if (customerId === undefined) return []
  const firstId = filter.since === null ? 0 : await firstIdSince(db, filter.since)
  if (firstId === null) return []
  const conditions = [...more]
  if (filter.status) conditions.push(sql`${sql.raw(STATUS_CONDITIONS[filter.status])}`)
  if (filter.branch) conditions.push(sql`branch = ${filter.branch}`)
  if (filter.since) conditions.push(sql`ordered_at >= ${filter.since}`)
  if (customerId !== null) conditions.push(sql`customer_id = ${customerId}`)
  if (filter.total !== null) conditions.push(sql`total_cents = ${filter.total}`)
  const narrowed = { index: indexFor(filter), conditions, terms: filter.terms, firstId }
  return pageOfIds(db.reads, { from: 'orders', ...narrowed, ...page })
}

/** The order with exactly this code, or null. */
export async function findOrder(db: Kysely<Database>, code: string): Promise<FoundOrder | null> {
  const row = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirst()
  const found = row ? await findOrders(db, [row.id]) : []
  return found[0] ?? null
}

/** The orders with these codes, in upper or lower case; newest first. */
export async function ordersByCode(db: Connections, codes: readonly string[]): Promise<FoundOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(isAmong(db, 'code', spellingsOf(codes)))
    .execute()
  return findOrders(
    rows.length > 1 ? db.reads.list : db.reads.record,
    rows.map(({ id }) => id),
  )
}

/** Codes as they may be stored, for codes in upper or lower case. */
export function spellingsOf(codes: readonly string[]): string[] {
  return codes.flatMap((code) => [code, code.toUpperCase()])
}

function indexFor(filter: OrderFilter): OrderIndex {
  if (filter.total !== null) return 'orders_total'
  if (filter.customer !== null) return 'orders_customer'
  if (filter.status !== null) return STATUS_INDEXES[filter.status]
  return filter.branch === null ? 'orders_all' : 'orders_branch'
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

async function findOrders(db: Kysely<Database>, ids: number[]): Promise<FoundOrder[]> {
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
    ])
    .where('orders.id', 'in', ids)
    .orderBy('orders.id', 'desc')
    .execute()
}
