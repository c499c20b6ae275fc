import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { pageOfIds } from '../../../src/server/db/dialect/page-of-ids.ts'
import { createOrders } from '../../../src/server/db/first-migrations/0001-orders.ts'
import { createRecords } from '../../../src/server/db/first-migrations/0004-records.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { onEachDatabase } from '../databases.ts'
import { withEmptyDatabase } from './with-empty-database.ts'

onEachDatabase((database) => {
  it('makes customers and products searchable that were there before', () =>
    withEmptyDatabase(database, async (db) => {
      await migrate(db, [createOrders])
      await sql`insert into customers (code, first_name, name, company, phone, pricing, country, is_rural,
        created_at, updated_at) values ('10482', 'Māia', 'Māia O''Neill', 'Tāmaki Gas', '+64 9 555 0123', 'stop',
        'New Zealand', 0, '', '')`.execute(db)
      await sql`insert into products (cms_id, code, name, description, price_cents, created_at, updated_at)
        values ('700001', 'FIT/90-15', 'Fitting 90°', '', 1086, '', '')`.execute(db)
      await migrate(db, [createOrders, createRecords])
      const find = (from: 'customers' | 'products', term: string) =>
        pageOfIds(db, { from, terms: [term], limit: 10 })
      for (const term of ['maia', 'oneill', 'tamaki', '095550123', '10482']) {
        expect(await find('customers', term)).toEqual([1])
      }
      expect(await find('products', 'fit9015')).toEqual([1])
      expect(await find('customers', 'fitting')).toEqual([])
    }))
})
