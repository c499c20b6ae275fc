import type { Hono } from 'hono'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Customer, ListedCustomer } from '../../contract/customers.ts'
import * as calls from '../../contract/customers.ts'
import type { Address } from '../../contract/wire.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Connections } from '../db/named-connections.ts'
import { type Page, pageOfIds } from '../db/page-of-ids.ts'
import type { CustomerRow, Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { rowsOfPage } from '../http/list-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { type CustomerSearch, customerSearch } from './search-text.ts'

/** Serves the calls about customers (API-1). */
export function customerRoutes(app: Hono<SessionEnv>, { db }: { db: Connections }): void {
  serveCall(app, calls.listCustomers, async ({ query }) => {
    const search = customerSearch(query.query)
    if (search === null) return []
    const found = await customersOfPage(db, search, rowsOfPage(query.page))
    return found.map(presentListedCustomer)
  })

  serveCall(app, calls.getCustomer, async ({ parameter }) => {
    const found = await findCustomer(db, parameter('code'))
    if (found === null) throw new Refusal(404, MESSAGES.customerDetails)
    return presentCustomer(found)
  })
}

/** A customer in the form of the contract's list, field by field. */
export function presentListedCustomer(row: CustomerRow): ListedCustomer {
  return {
    code: row.code,
    name: row.name,
    company: row.company,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    pricing: row.pricing,
    terms: row.terms,
    credit_stop: row.credit_stop === 1,
    address: addressOf(row),
    ...activityOf(row),
  }
}

/** A customer in the form of the contract, field by field. */
export function presentCustomer(row: CustomerRow): Customer {
  return {
    ...presentListedCustomer(row),
    infusion_key: row.infusion_key,
    delivery_address: deliveryAddressOf(row),
  }
}

function activityOf(row: CustomerRow) {
  return {
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_login_at: row.last_login_at,
    last_active_at: row.last_active_at,
    last_ordered_at: row.last_ordered_at,
  }
}

function addressOf(row: CustomerRow): Address {
  return {
    street: row.street,
    suburb: row.suburb,
    city: row.city,
    region: row.region,
    postcode: row.postcode,
    is_rural: row.is_rural === 1,
    country: row.country,
  }
}

/** Null if goods are delivered to the customer's own address. */
function deliveryAddressOf(row: CustomerRow): Address | null {
  const address = {
    street: row.delivery_street,
    suburb: row.delivery_suburb,
    city: row.delivery_city,
    region: row.delivery_region,
    postcode: row.delivery_postcode,
    is_rural: row.delivery_is_rural === 1,
    country: row.delivery_country,
  }
  return Object.values(address).some(Boolean) ? address : null
}

/**
 * One page of the customers that match all terms: first the company that was searched for, then those that begin with it,
 * then the others, each newest first. Empty beyond the end.
 */
export async function customersOfPage(
  db: Connections,
  { terms, company }: CustomerSearch,
  page: Page,
): Promise<CustomerRow[]> {
  const ids = await idsInOrder(db, { terms, company }, page)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('customers').selectAll().where('id', 'in', ids).execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

async function idsInOrder(
  db: Connections,
  { terms, company }: CustomerSearch,
  page: Page,
): Promise<number[]> {
  const plain = { from: 'customers', terms } as const
  if (company === null) return pageOfIds(db.reads, { ...plain, ...page })
  const begins = sql<SqlBool>`company_key >= ${company} and company_key < ${company + LAST_CHARACTER}`
  const { limit, offset = 0 } = page
  const { rows: first } = await sql<{ id: number }>`select id from customers where ${begins}
    order by company_key = ${company} desc, id desc limit ${limit} offset ${offset}`.execute(db.reads.list)
  if (first.length === limit) return first.map(({ id }) => id)
  const before = first.length > 0 || offset > 0 ? await companiesThat(db, begins) : 0
  if (before === 0) return pageOfIds(db.reads, { ...plain, ...page })
  // Company keys may be null, for which the comparison is neither true nor false.
  const others = sql<SqlBool>`(company_key is null or not (${begins}))`
  const rest = await pageOfIds(db.reads, {
    ...plain,
    conditions: [others],
    limit: limit - first.length,
    offset: Math.max(0, offset - before),
  })
  return [...first.map(({ id }) => id), ...rest]
}

/** Follows every other character. */
const LAST_CHARACTER = '\u{10ffff}'

async function companiesThat({ reads }: Connections, begin: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from customers where ${begin}`.execute(reads.list)
  return Number(rows[0]?.count ?? 0)
}

/** The customer with exactly this code, or null. */
export async function findCustomer(db: Kysely<Database>, code: string): Promise<CustomerRow | null> {
  const row = await db.selectFrom('customers').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}
