import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import * as calls from '../../contract/suppliers.ts'
import { fold } from '../../domain/format/text.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Database, SupplierOrderItemRow, SupplierRow } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'

/** Ids as this server makes them. Other text never reaches the database. */
const ID = /^[1-9]\d{0,8}$/

/** Serves the call about suppliers (API-1). It takes no search, because the console searches the whole list. */
export function supplierRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listSuppliers, async () => (await allSuppliers(db)).map(presentSupplier))
}

/** Serves the calls about supplier orders (API-1), also without a search. */
export function supplierOrderRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, calls.listSupplierOrders, async () =>
    (await allSupplierOrders(db)).map(presentSupplierOrder),
  )

  serveCall(app, calls.getSupplierOrder, async ({ parameter }) => {
    const id = parameter('id')
    const found = ID.test(id) ? await findSupplierOrder(db, Number(id)) : null
    if (found === null) throw new Refusal(404, MESSAGES.supplierOrderDetails)
    return presentSupplierOrder(found)
  })
}

/** A supplier in the form of the contract, field by field. */
export function presentSupplier(row: SupplierRow): Supplier {
  return {
    id: String(row.id),
    external_id: row.external_id,
    name_legal: row.name_legal,
    website: row.website,
  }
}

/** A supplier order in the form of the contract, field by field. */
export function presentSupplierOrder({ record, items }: FoundSupplierOrder): SupplierOrder {
  return {
    id: String(record.id),
    supplier: {
      id: String(record.supplier_id),
      external_id: record.supplier_external_id,
      name_legal: record.supplier_name_legal,
      website: record.supplier_website,
    },
    po_number: record.po_number,
    external_id: record.external_id,
    branch: record.branch,
    created_at: record.created_at,
    ordered_at: record.ordered_at,
    paid_at: record.paid_at,
    shipped_at: record.shipped_at,
    received_at: record.received_at,
    expected_at: record.expected_at,
    devanned_at: record.devanned_at,
    items: items.map((item) => ({
      id: String(item.id),
      product_code: item.product_code,
      supplier_code: item.supplier_code,
      unit_quantity: item.unit_quantity,
      carton_quantity: item.carton_quantity,
      quantity_per_carton: item.quantity_per_carton,
    })),
  }
}

/** A supplier order with its supplier, as read for the wire. */
type SupplierOrderRecord = Awaited<ReturnType<ReturnType<typeof recordsOf>['execute']>>[number]
interface FoundSupplierOrder {
  record: SupplierOrderRecord
  items: SupplierOrderItemRow[]
}

/** All suppliers by name, ignoring case and macrons on both databases. */
export async function allSuppliers(db: Kysely<Database>): Promise<SupplierRow[]> {
  const rows = await db.selectFrom('suppliers').selectAll().orderBy('id').execute()
  const named = rows.map((row) => ({ row, name: fold(row.name_legal) }))
  return named
    .sort((one, other) => (one.name > other.name ? 1 : one.name < other.name ? -1 : 0))
    .map(({ row }) => row)
}

/** All supplier orders, newest first. */
export async function allSupplierOrders(db: Kysely<Database>): Promise<FoundSupplierOrder[]> {
  const records = await recordsOf(db).execute()
  const items = await db.selectFrom('supplier_order_items').selectAll().orderBy('id').execute()
  return withItems(records, items)
}

/** The supplier order with this id, or null. */
export async function findSupplierOrder(
  db: Kysely<Database>,
  id: number,
): Promise<FoundSupplierOrder | null> {
  const records = await recordsOf(db).where('supplier_orders.id', '=', id).execute()
  const items = db.selectFrom('supplier_order_items').selectAll().where('supplier_order_id', '=', id)
  return withItems(records, await items.orderBy('id').execute())[0] ?? null
}

function recordsOf(db: Kysely<Database>) {
  return db
    .selectFrom('supplier_orders')
    .innerJoin('suppliers', 'suppliers.id', 'supplier_orders.supplier_id')
    .selectAll('supplier_orders')
    .select([
      'suppliers.external_id as supplier_external_id',
      'suppliers.name_legal as supplier_name_legal',
      'suppliers.website as supplier_website',
    ])
    .orderBy('supplier_orders.id', 'desc')
}

function withItems(records: SupplierOrderRecord[], items: SupplierOrderItemRow[]): FoundSupplierOrder[] {
  const itemsOf = new Map<number, SupplierOrderItemRow[]>()
  for (const item of items) {
    const known = itemsOf.get(item.supplier_order_id)
    if (known) known.push(item)
    else itemsOf.set(item.supplier_order_id, [item])
  }
  return records.map((record) => ({ record, items: itemsOf.get(record.id) ?? [] }))
}
