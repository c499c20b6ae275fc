import type { Insertable } from 'kysely'
import { expect, it } from 'vitest'
import { pageOfIds } from '../../../src/server/db/dialect/page-of-ids.ts'
import { createOrders } from '../../../src/server/db/first-migrations/0001-orders.ts'
import { createConsignments } from '../../../src/server/db/first-migrations/0003-consignments.ts'
import { createRecords } from '../../../src/server/db/first-migrations/0004-records.ts'
import { makePhonesSearchable } from '../../../src/server/db/first-migrations/0014-phone-search.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { onEachDatabase } from '../databases.ts'
import { withEmptyDatabase } from './with-empty-database.ts'

const BEFORE = [createOrders, createConsignments, createRecords]

onEachDatabase((database) => {
  it('writes the search texts of orders, customers and consignments again', () =>
    withEmptyDatabase(database, async (db) => {
      const textOf = async (table: 'orders' | 'customers' | 'consignments', id: number) => {
        const row = db.selectFrom(table).select('search_text').where('id', '=', id)
        return (await row.executeTakeFirstOrThrow()).search_text
      }
      await migrate(db, BEFORE)
      await db.insertInto('customers').values(CUSTOMER).execute()
      const orders = Array.from({ length: 5_010 }, (_, index) => ({ ...ORDER, code: `A${index + 1}` }))
      for (let start = 0; start < orders.length; start += 1_000) {
        await db
          .insertInto('orders')
          .values(orders.slice(start, start + 1_000))
          .execute()
      }
      await db.insertInto('consignments').values(CONSIGNMENT).execute()
      await migrate(db, [...BEFORE, makePhonesSearchable])
      expect(await textOf('customers', 1)).toBe(
        '  10482  maia  ruthpexamplecom  035550372  0275550858  12  oneill  street  otara  0610  4  port  road  0110',
      )
      expect(await textOf('orders', 5_010)).toBe(
        '  po  8915  a5010  maia  ruthpexamplecom  035550372  0275550858  kumeu  0891',
      )
      expect(await textOf('consignments', 1)).toBe('  coc1  pipe  20  ruthpexamplecom  0275550858')
      const find = (term: string) => pageOfIds(db, { from: 'orders', terms: [term], limit: 2 })
      expect(await find('0275550858')).toEqual([5_010, 5_009])
      expect(await find('unknown')).toEqual([])
    }))
})

const AT = '2026-11-20T01:02:03.004Z'

const CUSTOMER: Insertable<Database['customers']> = {
  code: '10482',
  first_name: 'Māia',
  name: 'Māia',
  pricing: 'retail',
  country: 'New Zealand',
  is_rural: 0,
  created_at: AT,
  updated_at: AT,
  phone: '(03) 555-0372 ext 4',
  mobile: '+64 (0)27 555 0858',
  email: 'Ruth.P@example.com',
  street: '12 O’Neill Street',
  suburb: 'Ōtara',
  postcode: '0610',
  delivery_street: '4 Port Road',
  delivery_postcode: '0110',
  search_text: '  10482  unknown',
}

const ORDER = {
  customer_id: 1,
  reference: '8915',
  status: 'Ordered',
  branch: 'auckland',
  is_pickup: 0,
  is_rural: 0,
  freight_cents: 0,
  subtotal_cents: 0,
  tax_cents: 0,
  total_cents: 0,
  country: 'New Zealand',
  created_at: AT,
  ordered_at: AT,
  city: 'Kumeū',
  postcode: '0891',
  search_text: '  unknown',
} as const

const CONSIGNMENT: Insertable<Database['consignments']> = {
  tracking_code: 'COC1',
  courier: 'swift',
  provider_name: 'Swift',
  provider_slug: 'swift',
  type: 'Overnight',
  branch: 'auckland',
  company: '',
  contact: '',
  phone: '027 555 0858',
  email: 'ruth.p@example.com',
  street: '',
  suburb: '',
  city: '',
  postcode: '',
  instructions: '',
  is_rural: 0,
  send_tracking: 1,
  cost_cents: 0,
  services: '[]',
  staff_id: 'local:mere',
  staff_name: 'Mere',
  created_at: AT,
  search_text: '  coc1  pipe  20',
}
