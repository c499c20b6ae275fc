import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Page, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
import type { CustomerRow, Database } from '../db/schema.ts'
import type { CustomerSearch } from './search-text.ts'

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
