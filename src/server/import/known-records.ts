import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { namesOf } from './profiles/customers.ts'
import { codeNames, PRODUCT, type RecordBook } from './profiles/record-book.ts'

/** Records read at a time. */
const LOT = 1000

/** Enters the customers and products of the database, oldest first. */
export async function enterKnown(db: Kysely<Database>, book: RecordBook): Promise<void> {
  const customers = db.selectFrom('customers').select(['id', 'code', 'company', 'name', 'email'])
  const products = db.selectFrom('products').select(['id', 'code'])
  await inPages(
    (last) => customers.where('id', '>', last).orderBy('id').limit(LOT).execute(),
    (customer) => book.add(customer.code, namesOf(customer)),
  )
  await inPages(
    (last) => products.where('id', '>', last).orderBy('id').limit(LOT).execute(),
    ({ code }) => book.add(code, codeNames(PRODUCT, code)),
  )
}

async function inPages<Row extends { id: number }>(
  pageAfter: (id: number) => Promise<Row[]>,
  enter: (row: Row) => void,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await pageAfter(last)
    for (const row of rows) enter(row)
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}
