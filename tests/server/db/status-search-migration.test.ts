import { expect, it } from 'vitest'
import { pageOfIds } from '../../../src/server/db/dialect/page-of-ids.ts'
import { createOrders } from '../../../src/server/db/first-migrations/0001-orders.ts'
import { createRecords } from '../../../src/server/db/first-migrations/0004-records.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { makeStatusesSearchable } from '../../../src/server/db/migrations/0031-status-search.ts'
import { onEachDatabase } from '../databases.ts'
import { withEmptyDatabase } from './with-empty-database.ts'

const BEFORE = [createOrders, createRecords]
const STATUSES = ['Ordered', 'Ready To Ship', 'On hold', 'HOLD', 'Canceled', 'Pending payment review']

onEachDatabase((database) => {
  it('makes older orders searchable by a status that no action sets', () =>
    withEmptyDatabase(database, async (db) => {
      const find = (term: string) => pageOfIds(db, { from: 'orders', terms: [term], limit: 9 })
      await migrate(db, BEFORE)
      await db.insertInto('customers').values(CUSTOMER).execute()
      const orders = STATUSES.map((status, index) => ({ ...ORDER, code: `A${index}`, status }))
      await db.insertInto('orders').values(orders).execute()
      expect(await find('onhold')).toEqual([])
      await migrate(db, [...BEFORE, makeStatusesSearchable])
      expect(await find('onhold')).toEqual([4, 3])
      expect(await find('cancelled')).toEqual([5])
      expect(await find('pendingpaymentreview')).toEqual([6])
      expect(await find('ship')).toEqual([])
      expect(await find('kumeu')).toEqual([6, 5, 4, 3, 2, 1])
    }))
})

const AT = '2026-11-20T01:02:03.004Z'

const CUSTOMER = {
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
  customer_id: 1,
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
}
