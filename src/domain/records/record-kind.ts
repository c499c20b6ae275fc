import type { Consignment } from '../../contract/consignments.ts'
import type { Customer } from '../../contract/customers.ts'
import type { Order } from '../../contract/orders.ts'
import type { Product } from '../../contract/products.ts'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { nonBlank } from '../format/text.ts'

/**
 * The kinds of record that have a code and a screen of their own. Commands act on them, and the palette finds
 * them.
 */
export interface Records {
  order: Order
  consignment: Consignment
  customer: Pick<Customer, 'code' | 'name'>
  product: Product
  supplier: Supplier
  'supplier-order': SupplierOrder
}
export type RecordKind = keyof Records

interface KindFacts<One> {
  /** The noun of one record in a sentence. */
  name: string
  /** The base path of its screen. */
  path: string
  /** The code that staff use for it. */
  code(one: One): string
  /** The id in its address. */
  id(one: One): string
}

const FACTS: { readonly [Kind in RecordKind]: KindFacts<Records[Kind]> } = {
  order: { name: 'order', path: '/orders', code: ({ code }) => code, id: ({ code }) => code },
  consignment: {
    name: 'consignment',
    path: '/consignments',
    code: ({ tracking_code }) => tracking_code,
    id: ({ tracking_code }) => tracking_code,
  },
  customer: { name: 'customer', path: '/customers', code: ({ code }) => code, id: ({ code }) => code },
  product: { name: 'product', path: '/products', code: productCode, id: productSlug },
  supplier: { name: 'supplier', path: '/suppliers', code: supplierCode, id: ({ id }) => id },
  'supplier-order': {
    name: 'supplier order',
    path: '/suppliers/orders',
    code: supplierOrderCode,
    id: ({ id }) => id,
  },
}

export function isRecordKind(name: string | null): name is RecordKind {
  return name !== null && Object.hasOwn(FACTS, name)
}

/** In the order in which lists and the palette show them. */
export const RECORD_KINDS: readonly RecordKind[] = Object.keys(FACTS).filter(isRecordKind)

/** The facts of a kind, equal for all of its records. */
export function kindFacts<Kind extends RecordKind>(kind: Kind): KindFacts<Records[Kind]> {
  return FACTS[kind]
}

// The codes by which staff know records. Only a record's id is always present, so it is the last resort.

/** A product's code, otherwise its number on the website. */
export function productCode({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(code) ?? nonBlank(cms_id) ?? id
}

/** The slug in a product's address: its number on the website, otherwise its code (PRD-5). */
export function productSlug({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(cms_id) ?? nonBlank(code) ?? id
}

/** The Infusion ID of a supplier. */
export function supplierCode({ external_id, id }: Pick<Supplier, 'external_id' | 'id'>): string {
  return nonBlank(external_id) ?? id
}

/** The PO number of a supplier order. */
export function supplierOrderCode({ po_number, id }: Pick<SupplierOrder, 'po_number' | 'id'>): string {
  return nonBlank(po_number) ?? id
}
