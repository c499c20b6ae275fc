import type { Insertable } from 'kysely'
import { expect, it } from 'vitest'
import { pageOfIds } from '../../../src/server/db/dialect/page-of-ids.ts'
import { createOrders } from '../../../src/server/db/first-migrations/0001-orders.ts'
import { createRecords } from '../../../src/server/db/first-migrations/0004-records.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { makeMarksSearchable } from '../../../src/server/db/migrations/0020-mark-search.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { searchTerms } from '../../../src/server/db/search-text.ts'
import { onEachDatabase } from '../databases.ts'
import { withEmptyDatabase } from './with-empty-database.ts'

const BEFORE = [createOrders, createRecords]

onEachDatabase((database) => {
  it('makes older orders, customers and e-mails searchable by their marks', () =>
    withEmptyDatabase(database, async (db) => {
      const find = (from: 'orders' | 'customers' | 'email_events', words: string) =>
        pageOfIds(db, { from, terms: searchTerms(words), limit: 9 })
      await migrate(db, BEFORE)
      await db
        .insertInto('customers')
        .values([CUSTOMER, { ...CUSTOMER, code: '10483', pricing: 'stop' }])
        .execute()
      await db
        .insertInto('orders')
        .values([
          ORDER,
          { ...ORDER, code: 'A2', is_pickup: 1, freight_cents: 0 },
          { ...ORDER, code: 'A3', freight_cents: 1086 },
        ])
        .execute()
      const events = ['delivered', 'soft-bounced', 'hard-bounced', 'rejected'].map((event) => ({
        ...EMAIL,
        event,
      }))
      await db.insertInto('email_events').values(events).execute()
      expect(await find('orders', 'rural')).toEqual([])
      await migrate(db, [...BEFORE, makeMarksSearchable])
      expect(await find('orders', 'click and collect')).toEqual([2])
      expect(await find('orders', 'rural')).toEqual([3])
      expect(await find('orders', 'kumeu rural')).toEqual([3])
      expect(await find('customers', 'stop credit')).toEqual([2])
      expect(await find('email_events', 'bounced')).toEqual([3, 2])
      expect(await find('email_events', 'hard-bounced')).toEqual([3])
      expect(await find('email_events', 'rejected')).toEqual([4])
      expect(await find('email_events', 'delivered')).toEqual([])
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
  search_text: '  maia',
}

const ORDER = {
  code: 'A1',
  customer_id: 1,
  status: 'Ordered',
  branch: 'auckland',
  is_pickup: 0,
  is_rural: 0,
  freight_cents: 695,
  subtotal_cents: 0,
  tax_cents: 0,
  total_cents: 0,
  country: 'New Zealand',
  created_at: AT,
  ordered_at: AT,
  search_text: '  kumeu',
} as const

const EMAIL = { email_id: 'm1', date: AT, recipient: 'maia@example.com', subject: '', search_text: '  maia' }
