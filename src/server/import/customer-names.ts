import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { type CustomerBook, namesOf } from './profiles/customers.ts'

/** Customers read at a time. */
const LOT = 1000

/** Enters the customers of the database, oldest first. */
export async function enterCustomers(db: Kysely<Database>, book: CustomerBook): Promise<void> {
  for (let last = 0; ; ) {
    const customers = await db
      .selectFrom('customers')
      .select(['id', 'code', 'company', 'name', 'email'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(LOT)
      .execute()
    for (const customer of customers) book.add(customer.code, namesOf(customer))
    const end = customers.at(-1)
    if (end === undefined) return
    last = end.id
  }
}
