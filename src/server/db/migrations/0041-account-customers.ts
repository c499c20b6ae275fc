import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** An index of the customers on account, who are few, so that the queue of orders to pack does not read all customers. */
export const indexAccountCustomers: Migration = {
  name: '0044-account-customers',
  async up(db) {
    await sql`create index customers_account on customers (id) where lower(trim(terms)) = 'account'`.execute(
      db,
    )
  },
}
