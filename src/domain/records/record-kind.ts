import type { Call, Rows } from '../../contract/call.ts'
import type { Consignment } from '../../contract/consignments.ts'
import type { Customer } from '../../contract/customers.ts'
import type { Order } from '../../contract/orders.ts'
import { getProduct, listProducts, type Product } from '../../contract/products.ts'
import type { Supplier, SupplierOrder } from '../../contract/suppliers.ts'
import { nonBlank } from '../format/text.ts'
import { readScan } from './barcode.ts'
import { MESSAGES } from './catalogue.ts'

/**
 * The kinds of record that have a code and a screen of their own. Commands act on them, and the palette finds
 * them.
 */
export interface Records {
  order: Order
  consignment: Consignment
  customer: Pick<Customer, 'code' | 'name' | 'company' | 'phone' | 'mobile' | 'email' | 'address'>
  product: Product
  supplier: Supplier
  'supplier-order': SupplierOrder
}
export type RecordKind = keyof Records

/** The facts of a kind that all parts of the product share. */
interface KindFacts<One> {
  /** The noun of one record in a sentence, and of several. */
  name: string
  plural: string
  /** The base path of its screen. */
  path: string
  /** Its list. */
  list: {
    path: string
    /** The tab of a screen that it shares with the list of another kind; null if it has a screen of its own. */
    tab: string | null
    /** The key after `g` that opens its screen; null if it is a tab of another one. */
    key: string | null
    /** The filter under which it contains all records that match a text; null if the server has no such list. */
    all: Readonly<Record<string, string>> | null
  }
  /** The words that staff type before its code. */
  words: readonly string[]
  /** The words that name its list. */
  listWords: readonly string[]
  /** Codes of this format are probably of this kind; null if they have no format of their own. */
  codeFormat: RegExp | null
  /** The code that staff use for it. */
  code(one: One): string
  /** The id in its address. */
  id(one: One): string
  /** What staff call its code, and further words by which they find the command that copies it. */
  codeName: string
  codeWords: readonly string[]
  /** The heading of its commands. */
  section: string
  /** The name of its icon. */
  icon: string
  /** The kinds of record that its screen lists: commands on one of them precede its own ones with the same key. */
  lists: readonly RecordKind[]
  /** The message if it cannot be loaded. */
  failure: string
  /** How the console reads it, in the usual way; null if it has requests of its own (`SOURCES`). */
  reads: StandardReads<One> | null
}

/** How records are read whose list has a search and pages, and one of which is requested by a text. */
export interface StandardReads<One> {
  list: Call<string, { page?: number | undefined; query?: string | undefined }, unknown, Rows<One>>
  get: Call<`/${string}/:id`, unknown, unknown, One>
  /** All texts by which the server finds it, among them the requested one if it means one of its bar codes. */
  codes(one: One, requested: string): readonly (string | null)[]
  /** What the palette shows of it, besides its code. */
  row(one: One): {
    name: string
    contact?: string
    at?: string | null
    total?: number | null
    status?: string | null
  }
}

/** A courier's prefix, seven digits or more, and an optional country: LH1602541, CL010000009NZ. */
const TRACKING_CODE = /^\p{L}{2,3}\d{7,}(\p{L}{2})?$/u
/** Letters and digits joined by separators: VLV-1048-BRS. */
const PRODUCT_CODE = /^(?=.*\p{L}.*)[\p{L}\d]+([-/#.+][\p{L}\d]+){2,}$/u

/** The kinds of record, in the order in which lists and the palette show them. */
export const RECORD_FACTS = {
  order: {
    name: 'order',
    plural: 'orders',
    path: '/orders',
    list: { path: '/orders', tab: null, key: 'o', all: { daterange: 'all' } },
    words: ['order', 'orders', 'ord', 'invoice', 'invoices', 'inv', 'sales order', 'web order'],
    listWords: ['orders', 'order'],
    codeFormat: null,
    code: ({ code }) => code,
    id: ({ code }) => code,
    codeName: 'order code',
    codeWords: ['id', 'number'],
    section: 'Order',
    icon: 'order',
    lists: [],
    failure: MESSAGES.orderDetails,
    reads: null,
  },
  consignment: {
    name: 'consignment',
    plural: 'consignments',
    path: '/consignments',
    // A list has the consignments of one day.
    list: { path: '/consignments', tab: null, key: 'n', all: null },
    words: [
      'consignment',
      'consignments',
      'connote',
      'con note',
      'con',
      'parcel',
      'parcels',
      'shipment',
      'tracking',
      'tracking code',
      'tracking number',
      'track and trace',
    ],
    listWords: ['consignments', 'consignment', 'connotes', 'parcels', 'shipments'],
    codeFormat: TRACKING_CODE,
    code: ({ tracking_code }) => tracking_code,
    id: ({ tracking_code }) => tracking_code,
    codeName: 'tracking code',
    codeWords: ['id', 'number'],
    section: 'Consignment',
    icon: 'consignment',
    lists: [],
    failure: MESSAGES.consignmentDetails,
    reads: null,
  },
  customer: {
    name: 'customer',
    plural: 'customers',
    path: '/customers',
    list: { path: '/customers', tab: null, key: 'c', all: {} },
    words: ['customer', 'customers', 'cust', 'c', 'account', 'acc', 'acct', 'client'],
    listWords: ['customers', 'customer'],
    codeFormat: null,
    code: ({ code }) => code,
    id: ({ code }) => code,
    codeName: 'customer code',
    codeWords: ['id', 'account', 'number'],
    section: 'Customer',
    icon: 'customer',
    lists: ['order'],
    failure: MESSAGES.customerDetails,
    reads: null,
  },
  product: {
    name: 'product',
    plural: 'products',
    path: '/products',
    list: { path: '/products', tab: null, key: 'p', all: {} },
    words: ['product', 'products', 'item', 'sku', 'part'],
    listWords: ['products', 'product'],
    codeFormat: PRODUCT_CODE,
    code: productCode,
    id: productSlug,
    codeName: 'product code',
    codeWords: ['id', 'sku'],
    section: 'Product',
    icon: 'product',
    lists: [],
    failure: MESSAGES.productDetails,
    reads: {
      list: listProducts,
      get: getProduct,
      // The number on the website and bar codes also count as codes (PRD-5).
      codes: ({ code, cms_id, slug = null, barcodes }, requested) => {
        const scanned = readScan(requested)?.code
        return [slug ?? code, cms_id, ...(barcodes.some((own) => own.code === scanned) ? [requested] : [])]
      },
      row: ({ name, price }) => ({ name: name ?? '', total: price }),
    },
  },
  supplier: {
    name: 'supplier',
    plural: 'suppliers',
    path: '/suppliers',
    list: { path: '/suppliers', tab: null, key: 's', all: null },
    words: ['supplier', 'suppliers', 'vendor', 'infusion'],
    listWords: ['suppliers', 'supplier'],
    codeFormat: null,
    code: supplierCode,
    id: ({ id }) => id,
    codeName: 'Infusion ID',
    codeWords: ['code', 'number'],
    section: 'Supplier',
    icon: 'supplier',
    lists: ['supplier-order'],
    failure: MESSAGES.suppliersLoad,
    reads: null,
  },
  'supplier-order': {
    name: 'supplier order',
    plural: 'supplier orders',
    path: '/suppliers/orders',
    list: { path: '/suppliers', tab: 'orders', key: null, all: null },
    words: ['supplier order', 'supplier orders', 'purchase order', 'purchase orders', 'po', 'pos'],
    listWords: ['supplier orders', 'purchase orders', 'pos'],
    codeFormat: null,
    code: supplierOrderCode,
    id: ({ id }) => id,
    codeName: 'PO number',
    codeWords: ['code', 'purchase'],
    section: 'Supplier',
    icon: 'supplier-order',
    lists: [],
    failure: MESSAGES.supplierOrderDetails,
    reads: null,
  },
} as const satisfies { readonly [Kind in RecordKind]: KindFacts<Records[Kind]> }

export function isRecordKind(name: string | null): name is RecordKind {
  return name !== null && Object.hasOwn(RECORD_FACTS, name)
}

export const RECORD_KINDS: readonly RecordKind[] = Object.keys(RECORD_FACTS).filter(isRecordKind)

/** The kinds whose list has a screen of its own. */
type ListedKind = {
  [Kind in RecordKind]: (typeof RECORD_FACTS)[Kind]['list']['key'] extends null ? never : Kind
}[RecordKind]

function isListed(kind: RecordKind): kind is ListedKind {
  return RECORD_FACTS[kind].list.key !== null
}

/** Their lists: the noun of the rows, the key after `g`, and the icon. */
export const LISTS = RECORD_KINDS.filter(isListed).map((kind) => {
  const { plural, list, icon } = RECORD_FACTS[kind]
  return { kind, noun: plural, key: list.key, icon }
})

/** The kinds that are read in the usual way. */
export type StandardKind = {
  [Kind in RecordKind]: (typeof RECORD_FACTS)[Kind]['reads'] extends null ? never : Kind
}[RecordKind]

export function isStandard(kind: RecordKind): kind is StandardKind {
  return RECORD_FACTS[kind].reads !== null
}

const READS: { readonly [Kind in StandardKind]: { reads: StandardReads<Records[Kind]> } } = RECORD_FACTS

/** How the records of such a kind are read. */
export function standardReads<Kind extends StandardKind>(kind: Kind): StandardReads<Records[Kind]> {
  return READS[kind].reads
}

const BY_KIND: { readonly [Kind in RecordKind]: KindFacts<Records[Kind]> } = RECORD_FACTS

/** The facts of a kind, equal for all of its records. */
export function kindFacts<Kind extends RecordKind>(kind: Kind): KindFacts<Records[Kind]> {
  return BY_KIND[kind]
}

// The codes by which staff know records. Only a record's id is always present, so it is the last resort.

/** A product's code, otherwise its number on the website. */
export function productCode({ code, cms_id, id }: Pick<Product, 'code' | 'cms_id' | 'id'>): string {
  return nonBlank(code) ?? nonBlank(cms_id) ?? id
}

/**
 * The slug in a product's address: its number on the website, otherwise its code, or what the server gives for it where
 * that is the number of another product (PRD-5).
 */
export function productSlug(product: Pick<Product, 'code' | 'cms_id' | 'id' | 'slug'>): string {
  return nonBlank(product.cms_id) ?? nonBlank(product.slug ?? null) ?? productCode(product)
}

/** The Infusion ID of a supplier. */
export function supplierCode({ external_id, id }: Pick<Supplier, 'external_id' | 'id'>): string {
  return nonBlank(external_id) ?? id
}

/** The PO number of a supplier order. */
export function supplierOrderCode({ po_number, id }: Pick<SupplierOrder, 'po_number' | 'id'>): string {
  return nonBlank(po_number) ?? id
}
