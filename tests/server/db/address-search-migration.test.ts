import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pageOfIds } from '../../../src/server/db/dialect/page-of-ids.ts'
import { createOrders } from '../../../src/server/db/first-migrations/0001-orders.ts'
import { createRecords } from '../../../src/server/db/first-migrations/0004-records.ts'
import { makeAddressesSearchable } from '../../../src/server/db/first-migrations/0011-address-search.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { onEachDatabase } from '../databases.ts'
import { withEmptyDatabase } from './with-empty-database.ts'

const BEFORE = [createOrders, createRecords]

onEachDatabase((database) => {
  it('makes the addresses of orders and customers searchable that were there before', () =>
    withEmptyDatabase(database, async (db) => {
      const textOf = async (table: 'orders' | 'customers', id: number) => {
        const row = db.selectFrom(table).select('search_text').where('id', '=', id)
        return (await row.executeTakeFirstOrThrow()).search_text
      }
      await migrate(db, BEFORE)
      await sql`insert into customers (code, first_name, name, pricing, country, is_rural, created_at, updated_at,
        search_text, street, suburb, city, postcode, delivery_street, delivery_postcode) values
        ('10482', 'Māia', 'Māia', 'stop', 'New Zealand', 0, '', '', '  10482  maia', '12 Queen Street', 'Ōtara',
        'Auckland', '0610', '4 Port Road', '0110')`.execute(db)
      await sql`insert into customers (code, first_name, name, pricing, country, is_rural, created_at, updated_at,
        search_text) values ('10483', 'Tom', 'Tom', 'retail', 'New Zealand', 0, '', '', '  10483  tom')`.execute(
        db,
      )
      // More than fit into one lot.
      const orders = Array.from({ length: 5_010 }, (_, index) => ({
        code: `A${index + 1}`,
        customer_id: 1,
        ...ORDER,
        search_text: `  a${index + 1}  maia  queen`,
      }))
      for (let start = 0; start < orders.length; start += 1_000) {
        await db
          .insertInto('orders')
          .values(orders.slice(start, start + 1_000))
          .execute()
      }
      await migrate(db, [...BEFORE, makeAddressesSearchable])
      expect(await textOf('customers', 1)).toBe(
        '  10482  maia  12  queen  street  otara  auckland  0610  4  port  road  0110',
      )
      expect(await textOf('customers', 2)).toBe('  10483  tom')
      expect(await textOf('orders', 5_010)).toBe('  a5010  maia  queen  7  oneills  road  kumeu  0891')
      const find = (from: 'orders' | 'customers', ...terms: string[]) =>
        pageOfIds(db, { from, terms, limit: 5 })
      expect(await find('customers', 'otara')).toEqual([1])
      expect(await find('customers', '0110', 'port')).toEqual([1])
      expect(await find('orders', 'oneills', '0891')).toEqual([5_010, 5_009, 5_008, 5_007, 5_006])
      expect(await find('orders', 'a4711', '0891')).toEqual([4_711])
    }))
})

const ORDER = {
  status: 'Ordered',
  branch: 'auckland',
  is_pickup: 0,
  is_rural: 0,
  freight_cents: 0,
  subtotal_cents: 0,
  tax_cents: 0,
  total_cents: 0,
  country: 'New Zealand',
  created_at: '2026-11-20T01:02:03.004Z',
  ordered_at: '2026-11-20T01:02:03.004Z',
  // With the apostrophe that NZ Post's files use in such names.
  street: '7 Oʻneill’s Road',
  suburb: null,
  city: 'Kumeū',
  postcode: '0891',
} as const
