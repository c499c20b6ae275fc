import type { Kysely } from 'kysely'
import { type Page, pageOfIds } from '../db/dialect/page-of-ids.ts'
import type { Connections } from '../db/named-connections.ts'
import type { CustomerRow, Database } from '../db/schema.ts'

/** One page of the customers that match all terms, newest first; empty beyond the end. */
export async function customersOfPage(db: Connections, terms: string[], page: Page): Promise<CustomerRow[]> {
  const ids = await pageOfIds(db.reads, { from: 'customers', terms, ...page })
  if (ids.length === 0) return []
  return db.selectFrom('customers').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** The customer with exactly this code, or null. */
export async function findCustomer(db: Kysely<Database>, code: string): Promise<CustomerRow | null> {
  const row = await db.selectFrom('customers').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}
