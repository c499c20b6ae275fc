import * as z from 'zod'
import { BRANCHES } from '../../../contract/orders.ts'
import { isAmong } from '../../db/dialect/dialect.ts'
import { code, ignored, measure, oneOf, text, time } from './fields.ts'
import { type Kind, readerOf, type Table } from './kind.ts'

const SupplierOrder = z.strictObject({
  id: ignored,
  'supplier.id': ignored,
  'supplier.external_id': code,
  'supplier.name_legal': ignored,
  'supplier.website': ignored,
  po_number: code,
  external_id: text,
  branch: oneOf(BRANCHES),
  created_at: time,
  ordered_at: time,
  paid_at: time,
  shipped_at: time,
  received_at: time,
  expected_at: time,
  devanned_at: time,
})

const Item = z.strictObject({
  id: ignored,
  product_code: text,
  supplier_code: text,
  unit_quantity: measure,
  carton_quantity: measure,
  quantity_per_carton: measure,
})

const table: Table = {
  name: 'supplier_orders',
  key: 'po_number',
  items: { table: 'supplier_order_items', parent: 'supplier_order_id' },
  async link(within, records) {
    const codes = [...new Set(records.flatMap(({ reference }) => reference ?? []))]
    const rows = await within
      .selectFrom('suppliers')
      .select(['id', 'external_id'])
      .where(isAmong(within, 'external_id', codes))
      .execute()
    const ids = new Map(rows.map(({ id, external_id }) => [external_id, id]))
    return records.map(({ row, reference }) =>
      Object.assign(row, { supplier_id: ids.get(reference) ?? null }),
    )
  },
}

export const supplierOrders: Kind = {
  name: 'supplier-orders',
  fields: Object.keys(SupplierOrder.shape),
  itemFields: Object.keys(Item.shape),
  keyField: 'po_number',
  table,
  prepare: readerOf(SupplierOrder, Item, (order, items) => {
    const { po_number, external_id, branch, ordered_at, paid_at, shipped_at, received_at } = order
    const created_at = order.created_at ?? ordered_at
    if (created_at === null) return { field: 'created_at', reason: 'is required' }
    const dates = { created_at, ordered_at, paid_at, shipped_at, received_at }
    const { expected_at, devanned_at } = order
    return {
      key: po_number,
      also: null,
      reference: order['supplier.external_id'],
      sort: created_at,
      row: { po_number, external_id, branch, ...dates, expected_at, devanned_at },
      items: items.map(({ id: _, ...item }) => item),
    }
  }),
  references: {
    field: 'supplier.external_id',
    kind: 'suppliers',
    noun: 'supplier',
    async known(db, codes) {
      const rows = await db
        .selectFrom('suppliers')
        .select('external_id')
        .where('external_id', 'in', codes)
        .execute()
      return new Set(rows.flatMap(({ external_id }) => external_id ?? []))
    },
  },
}
