import type { Kysely } from 'kysely'
import type { ExportRequest } from '../../contract/exports.ts'
import { type Order, splitCodes } from '../../contract/orders.ts'
import type { Product } from '../../contract/products.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentsByCode, listConsignments } from '../consignments/store.ts'
import { presentCustomer } from '../customers/present.ts'
import { customerTerms } from '../customers/read-search.ts'
import { listCustomers } from '../customers/store.ts'
import type { Page } from '../db/dialect/page-of-ids.ts'
import type { CustomerRow, Database, ProductRow } from '../db/schema.ts'
import { termsOf } from '../http/list-query.ts'
import { presentOrder } from '../orders/present.ts'
import { readOrderFilter } from '../orders/read-filter.ts'
import { type FoundOrder, listOrders, ordersByCode } from '../orders/store.ts'
import { presentProduct } from '../products/present.ts'
import { listProducts } from '../products/store.ts'
import { CONSIGNMENT_COLUMNS } from './consignment-columns.ts'
import { csvOf } from './csv.ts'
import { CUSTOMER_COLUMNS, type ExportedCustomer } from './customer-columns.ts'
import { ORDER_COLUMNS } from './order-columns.ts'
import { pagesOf, pagesOfCodes } from './pages.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

type Wanted<List extends ExportRequest['list']> = Extract<ExportRequest, { list: List }>['filter']

/** No rows, for a search that contains nothing searchable. */
async function* nothing(): AsyncGenerator<never[], void> {}

/**
 * The text of an exported list, in chunks. Each chunk reads one page of rows when it is requested.
 * @param now ms, from which date ranges count back
 * @throws Refusal 400 if a search is too long
 */
export function exportedList(
  db: Kysely<Database>,
  request: ExportRequest,
  now: number,
): AsyncGenerator<string, void> {
  switch (request.list) {
    case 'orders':
      return csvOf(ORDER_COLUMNS, orders(db, request.filter, now))
    case 'consignments':
      return csvOf(CONSIGNMENT_COLUMNS, consignments(db, request.filter))
    case 'customers':
      return csvOf(CUSTOMER_COLUMNS, customers(db, request.filter))
    case 'products':
      return csvOf(PRODUCT_COLUMNS, products(db, request.filter))
  }
}

function orders(db: Kysely<Database>, query: Wanted<'orders'>, now: number) {
  const { codes } = query
  if (codes !== undefined) {
    return pagesOfCodes(splitCodes(codes), async (some) => {
      const found = (await ordersByCode(db, some)).map((order) => presentOrder(order, now))
      return some.flatMap((code) => found.find((order) => order.code === code) ?? [])
    })
  }
  const filter = readOrderFilter(query, now)
  if (filter === null) return nothing()
  return pagesOf<FoundOrder, Order>(
    ({ limit, after }) => listOrders(db, filter, { limit, ...following(after?.record) }),
    (order) => presentOrder(order, now),
  )
}

function consignments(db: Kysely<Database>, { codes, date, query, provider }: Wanted<'consignments'>) {
  if (codes !== undefined) {
    return pagesOfCodes(splitCodes(codes), async (some) =>
      (await consignmentsByCode(db, some)).map(presentConsignment),
    )
  }
  const terms = termsOf(query)
  if (terms === null) return nothing()
  const filter = { day: date, terms, provider: provider || null }
  return pagesOf((page) => listConsignments(db, filter, page), presentConsignment)
}

function customers(db: Kysely<Database>, { query }: Wanted<'customers'>) {
  const terms = customerTerms(query)
  if (terms === null) return nothing()
  return pagesOf<CustomerRow, ExportedCustomer>(
    ({ limit, after }) => listCustomers(db, terms, { limit, ...following(after) }),
    (row) => ({ ...presentCustomer(row), pricing: row.pricing }),
  )
}

function products(db: Kysely<Database>, { query }: Wanted<'products'>) {
  const terms = termsOf(query)
  if (terms === null) return nothing()
  return pagesOf<ProductRow, Product>(
    ({ limit, after }) => listProducts(db, terms, { limit, ...following(after) }),
    presentProduct,
  )
}

/** The page after a row. */
function following(row: { id: number } | null | undefined): Pick<Page, 'beforeId'> {
  return row ? { beforeId: row.id } : {}
}
