import * as z from 'zod'
import { BRANCHES } from '../../../contract/orders.ts'
import { code, ignored, measureCell, oneOf, required, textCell, time } from './fields.ts'
import {
  type ImportKind,
  NO_COMPLETION,
  noItem,
  OWNER_CODE,
  type Reference,
  readerOf,
  USUAL_LOT,
} from './kind.ts'
import { linkOwners, replaceLines, upsert } from './load-lot.ts'
import { ITEMS } from './raw-record.ts'

const Supplier = z.strictObject({ id: ignored, external_id: code, name_legal: required, website: textCell })

export const suppliers: ImportKind = {
  name: 'suppliers',
  fields: Object.keys(Supplier.shape),
  itemFields: [],
  list: ITEMS,
  keyField: 'external_id',
  codeFields: ['external_id'],
  foreignCodeFields: [],
  notesFields: [],
  columns: { external_id: 'external_id', name_legal: 'name_legal', website: 'website' },
  itemColumns: {},
  completion: NO_COMPLETION,
  addresses: [],
  lot: USUAL_LOT,
  table: { name: 'suppliers', key: 'external_id' },
  parse: readerOf(Supplier, noItem, ({ external_id, name_legal, website }) => ({
    key: external_id,
    also: null,
    reference: null,
    sort: '',
    row: { external_id, name_legal, website },
    items: [],
  })),
  async write(lot) {
    await upsert(lot)
  },
}

const SupplierOrder = z.strictObject({
  id: ignored,
  'supplier.id': ignored,
  'supplier.external_id': code,
  'supplier.name_legal': ignored,
  'supplier.website': ignored,
  po_number: code,
  external_id: textCell,
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
  product_code: textCell,
  supplier_code: textCell,
  unit_quantity: measureCell,
  carton_quantity: measureCell,
  quantity_per_carton: measureCell,
})

const SUPPLIER: Reference = {
  field: 'supplier.external_id',
  kind: 'suppliers',
  noun: 'supplier',
  table: 'suppliers',
  key: 'external_id',
  column: 'supplier_id',
}

export const supplierOrders: ImportKind = {
  name: 'supplier-orders',
  fields: Object.keys(SupplierOrder.shape),
  itemFields: Object.keys(Item.shape),
  list: ITEMS,
  keyField: 'po_number',
  codeFields: ['po_number', 'supplier.external_id'],
  foreignCodeFields: ['product_code'],
  notesFields: [],
  columns: {
    po_number: 'po_number',
    'supplier.external_id': OWNER_CODE,
    external_id: 'external_id',
    branch: 'branch',
    created_at: 'created_at',
    ordered_at: 'ordered_at',
    paid_at: 'paid_at',
    shipped_at: 'shipped_at',
    received_at: 'received_at',
    expected_at: 'expected_at',
    devanned_at: 'devanned_at',
  },
  itemColumns: {
    product_code: 'product_code',
    supplier_code: 'supplier_code',
    unit_quantity: 'unit_quantity',
    carton_quantity: 'carton_quantity',
    quantity_per_carton: 'quantity_per_carton',
  },
  completion: { calculated: {}, alsoNamed: {}, itemKey: 'product_code', itemCalculated: {} },
  addresses: [],
  lot: USUAL_LOT,
  table: {
    name: 'supplier_orders',
    key: 'po_number',
    items: { table: 'supplier_order_items', parent: 'supplier_order_id' },
  },
  parse: readerOf(SupplierOrder, Item, (order, items) => {
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
  references: SUPPLIER,
  judge: (lot) => linkOwners(lot, SUPPLIER, (_, { id }) => ({ supplier_id: id })),
  async write(lot) {
    await replaceLines(lot, await upsert(lot))
  },
}
