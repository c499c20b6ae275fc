import type { Kysely } from 'kysely'
import type { ListedArrival } from '../../contract/arrivals.ts'
import type { Consignment } from '../../contract/consignments.ts'
import type { Customer, ListedCustomer } from '../../contract/customers.ts'
import type { ExportRequest } from '../../contract/exports.ts'
import { type Order, splitCodes } from '../../contract/orders.ts'
import type { Product } from '../../contract/products.ts'
import { arrivalTitle, faultWords, shownArrival } from '../../domain/arrivals/arrival.ts'
import { gstOf, totalQuantity } from '../../domain/format/money.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { consignmentTotals } from '../../domain/freight/consignment-details.ts'
import { courierLabel } from '../../domain/freight/couriers.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import { standingReason } from '../../domain/orders/standing.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import { allArrivals } from '../arrivals/list.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentCriteriaSql, consignmentsByCode, consignmentsOfDay } from '../consignments/store.ts'
import { customersOfPage, presentCustomer } from '../customers/customers.ts'
import { customerSearch } from '../customers/search-text.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Page } from '../db/page-of-ids.ts'
import type { CustomerRow, Database, ProductRow } from '../db/schema.ts'
import { termsOf } from '../http/list-query.ts'
import { orderQueryOf } from '../orders/filter.ts'
import { presentOrder } from '../orders/present.ts'
import { type FoundOrder, ordersOfPage, ordersWithCodes } from '../orders/store.ts'
import { presentProduct, productsOfPage } from '../products/products.ts'
import {
  type Column,
  csvAmount,
  csvCode,
  csvDollars,
  csvFlag,
  csvOf,
  csvPlace,
  csvText,
  csvTime,
} from './csv.ts'

type Wanted<List extends ExportRequest['list']> = Extract<ExportRequest, { list: List }>['filter']

/**
 * The text of an exported list, in chunks. Each chunk reads one page of rows when it is requested; the first one of
 * arrivals reads all.
 * @param now ms, from which date ranges count back
 * @param staffId of the user who exports it
 * @throws Refusal 400 if a search is too long
 */
export function exportedList(
  db: Connections,
  request: ExportRequest,
  now: number,
  staffId: string,
): AsyncGenerator<string, void> {
  switch (request.list) {
    case 'orders':
      return csvOf(ORDER_CSV, orders(db, request.filter, now, staffId))
    case 'consignments':
      return csvOf(CONSIGNMENT_CSV, consignments(db, request.filter))
    case 'customers':
      return csvOf(CUSTOMER_CSV, customers(db, request.filter))
    case 'products':
      return csvOf(PRODUCT_CSV, products(db, request.filter))
    case 'arrivals':
      return csvOf(ARRIVAL_CSV, arrivals(db, request.filter, now))
  }
}

function orders(db: Connections, query: Wanted<'orders'>, now: number, staffId: string) {
  const { codes } = query
  if (codes !== undefined) {
    return pagesOfCodes(splitCodes(codes), async (some) => {
      const found = (await ordersWithCodes(db, some)).map((order) => presentOrder(order, now))
      return some.flatMap((code) => found.find((order) => order.code === code) ?? [])
    })
  }
  const filter = orderQueryOf(db, query, now, staffId)
  if (filter === null) return nothing()
  return pagesOf<FoundOrder, Order>(
    ({ limit, after }) => ordersOfPage(db, filter, { limit, ...following(after?.record) }),
    (order) => presentOrder(order, now),
  )
}

function consignments(
  db: Kysely<Database>,
  { codes, date, query, provider, ...rest }: Wanted<'consignments'>,
) {
  if (codes !== undefined) {
    return pagesOfCodes(splitCodes(codes), async (some) =>
      (await consignmentsByCode(db, some)).map(presentConsignment),
    )
  }
  const terms = termsOf(query)
  if (terms === null) return nothing()
  const filter = { day: date, terms, provider: provider || null, criteria: consignmentCriteriaSql(rest) }
  return pagesOf((page) => consignmentsOfDay(db, filter, page), presentConsignment)
}

function customers(db: Connections, { query }: Wanted<'customers'>) {
  const search = customerSearch(query)
  if (search === null) return nothing()
  // A file is read by programs, so it has one order.
  const { terms } = search
  return pagesOf<CustomerRow, ExportedCustomer>(
    ({ limit, after }) => customersOfPage(db, { terms, company: null }, { limit, ...following(after) }),
    (row) => ({ ...presentCustomer(row), pricing: row.pricing }),
  )
}

function products(db: Connections, { query }: Wanted<'products'>) {
  const terms = termsOf(query)
  if (terms === null) return nothing()
  return pagesOf<ProductRow, Product>(
    ({ limit, after }) => productsOfPage(db, terms, { limit, ...following(after) }),
    presentProduct,
  )
}

/** The rows of the list; with `codes`, those with these ids. */
async function* arrivals(
  db: Connections,
  { codes, ...filter }: Wanted<'arrivals'>,
  now: number,
): AsyncGenerator<ListedArrival[], void> {
  const all = await allArrivals(db, filter, now)
  const selected = codes === undefined ? null : new Set(splitCodes(codes))
  const rows = selected === null ? all : all.filter(({ id }) => selected.has(encodeURIComponent(id)))
  for (let start = 0; start < rows.length; start += PAGE) yield rows.slice(start, start + PAGE)
}

/** No rows, for a search that contains nothing searchable. */
async function* nothing(): AsyncGenerator<never[], void> {}

/** The page after a row. */
function following(row: { id: number } | null | undefined): Pick<Page, 'afterId'> {
  return row ? { afterId: row.id } : {}
}

/** The columns of exported orders. */
export const ORDER_CSV: readonly Column<Order>[] = [
  csvCode('Order ID', (order) => order.code, 'code'),
  csvCode('Reference', (order) => order.reference, 'reference'),
  csvText('Status', (order) => shownStatus(order.status).label),
  csvTime('Ordered', ({ dates }) => dates.ordered_at, 'dates.ordered_at'),
  csvTime('Paid', ({ dates }) => dates.paid_at, 'dates.paid_at'),
  csvTime('Ready', ({ dates }) => dates.ready_at, 'dates.ready_at'),
  csvTime('Shipped', ({ dates }) => dates.shipped_at, 'dates.shipped_at'),
  csvText('Branch', ({ freight }) => freight.branch, 'freight.branch'),
  csvFlag('Pick-up', ({ freight }) => freight.is_pickup, 'freight.is_pickup'),
  csvCode('Customer ID', ({ customer }) => customer.code, 'customer.code'),
  csvText('Company', ({ customer }) => customer.company),
  csvText('Customer', ({ customer }) => customer.name),
  csvCode('Phone', ({ customer }) => customer.phone),
  csvCode('Mobile', ({ customer }) => customer.mobile),
  csvText('Email', ({ customer }) => customer.email),
  ...csvPlace<Order>('Delivery', (order) => order.delivery_address, 'delivery_address'),
  csvAmount('Items', ({ items }) => totalQuantity(items.map(({ quantity }) => quantity))),
  csvDollars('Freight excl GST', ({ freight }) => freight.subtotal, 'freight.subtotal'),
  csvDollars('Subtotal excl GST', ({ costs }) => costs.subtotal),
  csvDollars('GST', ({ costs }) => costs.tax),
  csvDollars('Total incl GST', ({ costs }) => costs.total),
  csvText('Payment method', (order) => order.payment_method, 'payment_method'),
  csvCode('Payment reference', (order) => order.payment_reference, 'payment_reference'),
  csvText('Courier', ({ freight }) => {
    const company = nonBlank(freight.tracking_company)
    return company === null ? null : courierLabel(company)
  }),
  csvCode('Tracking code', ({ freight }) => freight.tracking_code, 'freight.tracking_code'),
  csvText('Collected by', (order) => order.collected_by, 'collected_by'),
  csvText('Stopped or held', standingReason),
  csvText('Notes', (order) => order.notes, 'notes'),
]

const costOf = (consignment: Consignment) => consignmentTotals(consignment).cost

/** The columns of exported consignments. Their times are on the wall clock of Auckland already. */
export const CONSIGNMENT_CSV: readonly Column<Consignment>[] = [
  csvCode('Tracking code', (consignment) => consignment.tracking_code),
  csvCode('Order ID', (consignment) => consignment.order_code),
  csvText('Created', ({ dates }) => dates.created_at),
  csvText('Manifested', ({ dates }) => dates.manifested_at),
  csvText('Picked up', ({ dates }) => dates.picked_at),
  csvText('Delivered', ({ dates }) => dates.delivered_at),
  csvText('Courier', (consignment) => courierLabel(consignment.shipping_company)),
  csvText('Status', (consignment) => consignment.status),
  csvText('Company', ({ destination }) => destination.building),
  csvText('Contact', ({ destination }) => destination.contact_name),
  csvCode('Phone', ({ destination }) => destination.contact_phone),
  csvText('Email', ({ destination }) => destination.contact_email),
  csvText('Street', ({ destination }) => destination.street),
  csvText('Suburb', ({ destination }) => destination.suburb),
  csvText('City', ({ destination }) => destination.region),
  csvCode('Postcode', ({ destination }) => destination.postcode),
  csvAmount('Pieces', ({ parts }) => parts.length),
  csvAmount('Kilograms', (consignment) => Number(consignmentTotals(consignment).weight.toFixed(3))),
  csvDollars('Freight excl GST', costOf),
  csvDollars('GST', (consignment) => gstOf(costOf(consignment))),
  csvDollars('Freight incl GST', (consignment) => costOf(consignment) + gstOf(costOf(consignment))),
]

/** A customer with the fields of the list and of its own screen. */
export type ExportedCustomer = Customer & Pick<ListedCustomer, 'pricing'>

/** The columns of exported customers. */
export const CUSTOMER_CSV: readonly Column<ExportedCustomer>[] = [
  csvCode('Customer ID', (customer) => customer.code, 'code'),
  csvCode('Sort key', (customer) => customer.infusion_key, 'infusion_key'),
  csvText('Pricing', (customer) => shownPricing(customer.pricing).label),
  csvText('Name', (customer) => customer.name, 'name'),
  csvText('Company', (customer) => customer.company, 'company'),
  csvCode('Phone', (customer) => customer.phone, 'phone'),
  csvCode('Mobile', (customer) => customer.mobile, 'mobile'),
  csvText('Email', (customer) => customer.email, 'email'),
  ...csvPlace<ExportedCustomer>('', (customer) => customer.address, 'address'),
  ...csvPlace<ExportedCustomer>(
    'Delivery',
    (customer) => customer.delivery_address ?? customer.address,
    'delivery_address',
  ),
  csvTime('Created', (customer) => customer.created_at),
  csvTime('Last order', (customer) => customer.last_ordered_at),
  csvTime('Last login', (customer) => customer.last_login_at),
]

const gstOn = (cents: number | null) => (cents === null ? null : gstOf(cents))

/** The columns of exported products. The tiers are the same as on the product's screen. */
export const PRODUCT_CSV: readonly Column<Product>[] = [
  csvCode('Product code', (product) => product.code, 'code'),
  csvCode('Shop ID', (product) => product.cms_id, 'cms_id'),
  csvText('Name', (product) => product.name, 'name'),
  csvText('Description', (product) => product.description, 'description'),
  csvDollars('Price excl GST', (product) => product.price, 'price'),
  csvDollars('GST', (product) => gstOn(product.price)),
  csvDollars('Cost excl GST', ({ pricing }) => pricing.cost, 'pricing.cost'),
  csvDollars('Drip incl GST', ({ pricing }) => pricing.drip, 'pricing.drip'),
  csvDollars('Wholesale incl GST', ({ pricing }) => pricing.wholesale, 'pricing.wholesale'),
  csvDollars('Retail incl GST', ({ pricing }) => pricing.retail, 'pricing.retail'),
  csvAmount('Kilograms', (product) => product.weight, 'weight'),
  csvAmount('Height cm', (product) => product.height, 'height'),
  csvAmount('Width cm', (product) => product.width, 'width'),
  csvAmount('Depth cm', (product) => product.depth, 'depth'),
  csvText('Location', (product) => product.location, 'location'),
  csvTime('Created', (product) => product.created_at),
  csvTime('Last sold', (product) => product.last_sold_at),
]

/** The columns of exported arrivals. */
const ARRIVAL_CSV: readonly Column<ListedArrival>[] = [
  csvText('Arrival', arrivalTitle),
  csvCode('Code', (one) => one.code),
  csvText('Name', (one) => one.name),
  csvText('What', (one) => shownArrival(one).label),
  csvText('Why', ({ faults }) => faults.map(faultWords).join('; ')),
  csvText('Source', (one) => one.source),
  csvText('File or message', (one) => one.origin),
  csvAmount('Line', (one) => one.line || null),
  csvTime('Since', (one) => one.since),
]

/** Rows of a page: a query of some milliseconds, and a few hundred kilobytes of memory. */
const PAGE = 500

/** Where the page after a row begins: at the row itself, or at its id. */
type ReadPage<Found> = (page: { limit: number; after: Found | null }) => Promise<readonly Found[]>

/**
 * All rows of a list, page by page; each page is read after the previous one has been written. A page begins after
 * the last row of the previous one, so that every page takes equally long and new rows shift none.
 * @param present one row for the file
 */
async function* pagesOf<Found, Row>(
  read: ReadPage<Found>,
  present: (found: Found) => Row,
): AsyncGenerator<Row[], void> {
  let after: Found | null = null
  for (;;) {
    const found: readonly Found[] = await read({ limit: PAGE, after })
    if (found.length > 0) yield found.map(present)
    if (found.length < PAGE) return
    after = found.at(-1) ?? null
  }
}

/** The records with these codes, page by page. */
async function* pagesOfCodes<Row>(
  codes: readonly string[],
  read: (codes: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let start = 0; start < codes.length; start += PAGE) yield await read(codes.slice(start, start + PAGE))
}
