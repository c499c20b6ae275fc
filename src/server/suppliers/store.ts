import type { Kysely } from 'kysely'
import { fold } from '../../domain/format/text.ts'
import type { Database, SupplierOrderItemRow, SupplierRow } from '../db/schema.ts'

/** A supplier order with its supplier, as read for the wire. */
type SupplierOrderRecord = Awaited<ReturnType<ReturnType<typeof recordsOf>['execute']>>[number]
export interface FoundSupplierOrder {
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
