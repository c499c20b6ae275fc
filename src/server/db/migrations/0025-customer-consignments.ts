import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Finds the last consignment of a customer, whose parcels the next form can be filled in from. */
export const indexCustomerConsignments: Migration = {
  name: '0024-customer-consignments',
  async up(db) {
    await sql`create index consignments_customer on consignments (customer_code, id)
      where deleted_at is null`.execute(db)
  },
}
