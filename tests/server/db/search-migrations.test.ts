import { DatabaseSync } from '@photostructure/sqlite'
import { type Insertable, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src/server/db/migrate.ts'
import { createOrders } from '../../../src/server/db/migrations/0001-orders.ts'
import { createConsignments } from '../../../src/server/db/migrations/0003-consignments.ts'
import { createRecords } from '../../../src/server/db/migrations/0004-records.ts'
import { makeAddressesSearchable } from '../../../src/server/db/migrations/0010-address-search.ts'
import { makePhonesSearchable } from '../../../src/server/db/migrations/0014-phone-search.ts'
import { createHistory } from '../../../src/server/db/migrations/0019-history.ts'
import { makeMarksSearchable } from '../../../src/server/db/migrations/0020-mark-search.ts'
import { makeStatusesSearchable } from '../../../src/server/db/migrations/0028-status-search.ts'
import { recordStanding } from '../../../src/server/db/migrations/0030-order-standing.ts'
import { indexOrderFilters } from '../../../src/server/db/migrations/0042-order-filters.ts'
import { pageOfIds } from '../../../src/server/db/page-of-ids.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { searchTerms } from '../../../src/server/db/search-text.ts'
import { sqliteDatabase } from '../../../src/server/db/sqlite-database.ts'
import { onEachDatabase, type TestDatabase } from '../databases.ts'
import { startPostgres } from '../postgres-cluster.ts'

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

describe('records', () => {
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
          pageOfIds({ list: db, deep: db }, { from, terms: [term], limit: 10 })
        for (const term of ['maia', 'oneill', 'tamaki', '095550123', '10482']) {
          expect(await find('customers', term)).toEqual([1])
        }
        expect(await find('products', 'fit9015')).toEqual([1])
        expect(await find('customers', 'fitting')).toEqual([])
      }))
  })
})

describe('addresses', () => {
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
          ...ORDER_AT_ADDRESS,
          code: `A${index + 1}`,
          search_text: `  a${index + 1}  maia  queen`,
        }))
        await insertInLots(db, orders)
        await migrate(db, [...BEFORE, makeAddressesSearchable])
        expect(await textOf('customers', 1)).toBe(
          '  10482  maia  12  queen  street  otara  auckland  0610  4  port  road  0110',
        )
        expect(await textOf('customers', 2)).toBe('  10483  tom')
        expect(await textOf('orders', 5_010)).toBe('  a5010  maia  queen  7  oneills  road  kumeu  0891')
        const find = (from: 'orders' | 'customers', ...terms: string[]) =>
          pageOfIds({ list: db, deep: db }, { from, terms, limit: 5 })
        expect(await find('customers', 'otara')).toEqual([1])
        expect(await find('customers', '0110', 'port')).toEqual([1])
        expect(await find('orders', 'oneills', '0891')).toEqual([5_010, 5_009, 5_008, 5_007, 5_006])
        expect(await find('orders', 'a4711', '0891')).toEqual([4_711])
      }))
  })

  const ORDER_AT_ADDRESS = {
    ...ORDER,
    freight_cents: 0,
    // With the apostrophe that NZ Post's files use in such names.
    street: '7 Oʻneill’s Road',
    suburb: null,
    city: 'Kumeū',
    postcode: '0891',
  } as const
})

describe('phone numbers', () => {
  const BEFORE = [createOrders, createConsignments, createRecords]

  onEachDatabase((database) => {
    it('writes the search texts of orders, customers and consignments again', () =>
      withEmptyDatabase(database, async (db) => {
        const textOf = async (table: 'orders' | 'customers' | 'consignments', id: number) => {
          const row = db.selectFrom(table).select('search_text').where('id', '=', id)
          return (await row.executeTakeFirstOrThrow()).search_text
        }
        await migrate(db, BEFORE)
        await db.insertInto('customers').values(CUSTOMER_WITH_PHONES).execute()
        const orders = Array.from({ length: 5_010 }, (_, index) => ({
          ...REFERENCED_ORDER,
          code: `A${index + 1}`,
        }))
        await insertInLots(db, orders)
        await db.insertInto('consignments').values(CONSIGNMENT).execute()
        await migrate(db, [...BEFORE, makePhonesSearchable])
        expect(await textOf('customers', 1)).toBe(
          '  10482  maia  ruthpexamplecom  035550372  0275550858  12  oneill  street  otara  0610  4  port  road  0110',
        )
        expect(await textOf('orders', 5_010)).toBe(
          '  po  8915  a5010  maia  ruthpexamplecom  035550372  0275550858  kumeu  0891',
        )
        expect(await textOf('consignments', 1)).toBe('  coc1  pipe  20  ruthpexamplecom  0275550858')
        const find = (term: string) =>
          pageOfIds({ list: db, deep: db }, { from: 'orders', terms: [term], limit: 2 })
        expect(await find('0275550858')).toEqual([5_010, 5_009])
        expect(await find('unknown')).toEqual([])
      }))
  })

  const CUSTOMER_WITH_PHONES: Insertable<Database['customers']> = {
    ...CUSTOMER,
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

  const REFERENCED_ORDER = {
    ...ORDER,
    reference: '8915',
    freight_cents: 0,
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
})

describe('marks', () => {
  const BEFORE = [createOrders, createRecords]

  onEachDatabase((database) => {
    it('makes older orders, customers and e-mails searchable by their marks', () =>
      withEmptyDatabase(database, async (db) => {
        const find = (from: 'orders' | 'customers' | 'email_events', words: string) =>
          pageOfIds({ list: db, deep: db }, { from, terms: searchTerms(words), limit: 9 })
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

  const EMAIL = {
    email_id: 'm1',
    date: AT,
    recipient: 'maia@example.com',
    subject: '',
    search_text: '  maia',
  }
})

describe('statuses', () => {
  const BEFORE = [createOrders, createRecords]
  const STATUSES = ['Ordered', 'Ready To Ship', 'On hold', 'HOLD', 'Canceled', 'Pending payment review']

  onEachDatabase((database) => {
    it('makes older orders searchable by a status that no action sets', () =>
      withEmptyDatabase(database, async (db) => {
        const find = (term: string) =>
          pageOfIds({ list: db, deep: db }, { from: 'orders', terms: [term], limit: 9 })
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
})

describe('the days of orders', () => {
  const BEFORE = [createOrders, createConsignments, createRecords, createHistory, recordStanding]

  onEachDatabase((database) => {
    it('get the last of the orders that were there before', () =>
      withEmptyDatabase(database, async (db) => {
        await migrate(db, BEFORE)
        await db.insertInto('customers').values(CUSTOMER).execute()
        const days = ['2026-11-20', '2026-11-19', '2026-11-20', '2026-11-18', '2026-11-19', '2026-11-17']
        const orders = days.map((day, index) => ({
          ...ORDER,
          code: `A${index}`,
          ordered_at: `${day}T23:59:59.999Z`,
        }))
        await db.insertInto('orders').values(orders).execute()
        // The day before stays without an order.
        await db
          .updateTable('orders')
          .set({ ordered_at: '2026-11-16T00:00:00.000Z' })
          .where('code', '=', 'A5')
          .execute()
        await migrate(db, [...BEFORE, indexOrderFilters])
        const rows = db.selectFrom('order_days').select(['day', 'first_id', 'last_id']).orderBy('day')
        expect((await rows.execute()).map((row) => Object.values(row))).toEqual([
          ['2026-11-16', 6, 6],
          ['2026-11-17', 6, null],
          ['2026-11-18', 4, 4],
          ['2026-11-19', 2, 5],
          ['2026-11-20', 1, 3],
        ])
      }))
  })
})

/** Runs a test of migrations on another database of the same kind, which has no tables yet. */
async function withEmptyDatabase(
  { place }: TestDatabase,
  run: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const postgres = place.databaseUrl === null ? null : await startPostgres()
  const dialect = postgres
    ? new PostgresDialect({ pool: poolOf(postgres.url) })
    : new SqliteDialect({ database: sqliteDatabase(new DatabaseSync(':memory:')) })
  const db = new Kysely<Database>({ dialect })
  try {
    await run(db)
  } finally {
    await db.destroy()
    await postgres?.stop()
  }
}

/** The removal of the database may close a connection that the pool is closing, which is no failure of the test. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString })
  return pool.on('error', () => undefined)
}

/** One statement has not enough variables for all of them. */
async function insertInLots(
  db: Kysely<Database>,
  orders: readonly Insertable<Database['orders']>[],
): Promise<void> {
  for (let start = 0; start < orders.length; start += 1_000) {
    await db
      .insertInto('orders')
      .values(orders.slice(start, start + 1_000))
      .execute()
  }
}
