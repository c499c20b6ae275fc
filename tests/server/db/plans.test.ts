import { CompiledQuery, type Kysely, type SqlBool, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderCriteria } from '../../../src/domain/lists/order-criteria.ts'
import { choicesOf } from '../../../src/domain/lists/order-filter.ts'
import {
  consignmentsToTrack,
  findConsignmentByDigits,
  findScannedConsignment,
} from '../../../src/server/consignments/store.ts'
import { customersOfPage, findCustomer } from '../../../src/server/customers/customers.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { countUpTo, fewestOf, pageOfIds } from '../../../src/server/db/page-of-ids.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { findNextToShip } from '../../../src/server/dispatch/next-to-ship.ts'
import { lastPieces } from '../../../src/server/dispatch/routes.ts'
import { countEmailEvents, listEmailEvents } from '../../../src/server/emails/emails.ts'
import { sharedBoard } from '../../../src/server/end-of-day/board.ts'
import { progressRows } from '../../../src/server/end-of-day/store.ts'
import { historyOfConsignment, historyOfOrder } from '../../../src/server/history/store.ts'
import { criteriaSql } from '../../../src/server/orders/criteria.ts'
import { ordersOfPage } from '../../../src/server/orders/store.ts'
import { findProduct, productsOfPage } from '../../../src/server/products/products.ts'
import { findSupplierOrder } from '../../../src/server/suppliers/suppliers.ts'
import { claimDueDeliveries } from '../../../src/server/webhooks/queue.ts'
import { onEachDemo, onPostgres, type TestDatabase } from '../databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders } from '../orders/harness.ts'

type Asked = (db: Connections) => Promise<unknown>

/**
 * The plan of a query, one line per step. The demo is small enough to be scanned, so PostgreSQL must not use the
 * `spared` methods: the test shows which index serves large tables.
 */
async function planOf(database: TestDatabase, ask: Asked, spared: string[]): Promise<string> {
  const { db, place } = database
  const isPostgres = place.databaseUrl !== null
  // Which query is executed may depend on the plan of another.
  const queries = await (isPostgres
    ? withSettings(database, Object.fromEntries(spared.map((way) => [`enable_${way}`, 'off'])), () =>
        queriesOf(database, ask),
      )
    : queriesOf(database, ask))
  return db.transaction().execute(async (within) => {
    for (const way of isPostgres ? spared : []) {
      await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(within)
    }
    const lines: string[] = []
    for (const query of queries) {
      const explained = `${isPostgres ? 'explain' : 'explain query plan'} ${query.sql}`
      const { rows } = await within.executeQuery(CompiledQuery.raw(explained, [...query.parameters]))
      lines.push(...rows.map((row) => Object.values(row ?? {}).join(' ')))
    }
    return lines.join('\n')
  })
}

/** Runs work on new connections to PostgreSQL that have these settings. */
async function withSettings<T>(
  { db, place }: TestDatabase,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const name = sql.ref(new URL(place.databaseUrl ?? '').pathname.slice(1))
  for (const [setting, value] of Object.entries(settings))
    await sql`alter database ${name} set ${sql.ref(setting)} = ${sql.lit(value)}`.execute(db)
  db.renew()
  try {
    return await work()
  } finally {
    await sql`alter database ${name} reset all`.execute(db)
    db.renew()
  }
}

/** The queries that are executed, without those that only read a plan. */
async function queriesOf({ db }: TestDatabase, ask: Asked): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const watch = (connection: Kysely<Database>) =>
    connection.withPlugin({
      transformQuery: ({ node, queryId }) => {
        queries.push(db.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
  const { record, list, deep } = db.reads
  const reads = { record: watch(record), list: watch(list), deep: watch(deep) }
  const [patient, batch] = [watch(db.patient), watch(db.batch)]
  const { onInsert, renew, check } = db
  const deepUntil = (signal: AbortSignal) => watch(db.deepUntil(signal))
  await ask(Object.assign(watch(db), { patient, batch, reads, deepUntil, onInsert, renew, check }))
  return queries.filter(({ sql }) => !sql.startsWith('explain'))
}

const page = { limit: 20, offset: 20 }
const orders = {
  choices: choicesOf({}),
  isQueue: false,
  importId: null,
  now: 0,
  customer: null,
  total: null,
  criteria: [],
}
const withCriteria = (db: Connections, criteria: OrderCriteria) => ({
  ...orders,
  terms: [],
  criteria: criteriaSql(db, criteria, '2026-11-20', { now: NOW, staffId: '' }),
})

const late: Asked = (db) =>
  progressRows(db, NOW, { lastCutOff: null, heardAfter: NOW - 48 * 3_600_000, reporting: [] })

onEachDemo((database) => {
  /** An order with an e-mail, and a consignment. */
  let [emailed, booked] = ['', '']
  beforeAll(async () => {
    const { db } = database
    await sql`analyze`.execute(db)
    const mail = db.selectFrom('outbox').innerJoin('orders', 'orders.id', 'outbox.order_id')
    emailed = (await mail.select('orders.code').executeTakeFirstOrThrow()).code
    const consignment = db.selectFrom('consignments').select('tracking_code')
    booked = (await consignment.executeTakeFirstOrThrow()).tracking_code
  })

  it.each<[string, Asked]>([
    ['customer_search', (db) => customersOfPage(db, { terms: ['tamaki', '  p'], company: null }, page)],
    ['product_search', (db) => productsOfPage(db, ['valve'], page)],
    ['email_event_search', (db) => listEmailEvents(db, { terms: ['104823'], before: null }, 200)],
    ['email_event_search', (db) => countEmailEvents(db, { terms: ['104823'], before: null }, 20_000)],
  ])('searches by the trigrams of %s', async (index, ask) => {
    const plan = await planOf(database, ask, ['seqscan', 'indexscan', 'indexonlyscan'])
    const table = index.replace('_search', 's_search')
    expect(plan).toMatch(new RegExp(`SCAN ${index} VIRTUAL TABLE|Bitmap Index Scan on ${table}`))
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('reads a selection of past days if more orders were ordered later', async () => {
    const { db } = database
    const ids = sql`select id from orders`
    const few = sql`select id from orders where id < 0`
    const past = { ids, counted: ids, before: 1_000_000 }
    expect(await fewestOf(db, [{ ...past, before: 0 }], 10)).toBeUndefined()
    expect(await fewestOf(db, [past], 10)).toBe(ids)
    expect(await fewestOf(db, [past, { ids: few, counted: few, before: 0 }], 10)).toBe(few)
  })

  it('counts consignments, not their orders, for those not picked up', async () => {
    const ask: Asked = (db) => ordersOfPage(db, withCriteria(db, { is: 'not-picked-up' }), page)
    const [count] = (await queriesOf(database, ask)).filter(({ sql }) => sql.includes('count(*)'))
    expect(count?.sql).not.toContain('join orders')
  })

  it.each<[string, RegExp, Asked]>([
    [
      'orders',
      /COVERING INDEX orders_all|Backward using orders_pkey/,
      (db) => ordersOfPage(db, { ...orders, terms: [] }, page),
    ],
    [
      'orders of a total',
      /orders_total/,
      (db) => ordersOfPage(db, { ...orders, total: 11_500, terms: [] }, page),
    ],
    [
      'orders to pack',
      /INDEX orders_to_pack|orders_to_pack/,
      (db) => ordersOfPage(db, { ...orders, isQueue: true, terms: [] }, page),
    ],
    [
      'customers',
      /SEARCH customers USING INTEGER PRIMARY KEY|Backward using customers_pkey/,
      (db) => customersOfPage(db, { terms: [], company: null }, page),
    ],
    [
      'products',
      /SEARCH products USING INTEGER PRIMARY KEY|Backward using products_pkey/,
      (db) => productsOfPage(db, [], page),
    ],
    [
      'e-mail events',
      /PRIMARY KEY \(rowid<|Backward using email_events_pkey/,
      (db) => listEmailEvents(db, { terms: [], before: 900 }, 200),
    ],
    ['a customer', /INDEX \w+ \(code=|customers_code_key/, (db) => findCustomer(db, '10482')],
    ['a product by cms_id', /INDEX \w+ \(cms_id=|products_cms_id_key/, (db) => findProduct(db, '700001')],
    ['a product by code', /INDEX \w+ \(code=|products_code_key/, (db) => findProduct(db, 'FIT/90-15')],
    [
      'what is on its way',
      /consignments_live/,
      (db) =>
        consignmentsToTrack(db, {
          courier: 'aramex',
          bookedAfter: '2026',
          askedBefore: '2027',
          limit: 20,
        }),
    ],
    [
      'a consignment by its piece',
      /INDEX consignment_parts_label|on consignment_parts_label/,
      (db) => findScannedConsignment(db, 'LH1602541001'),
    ],
    [
      'a consignment by its digits',
      /INDEX \w+ \(tracking_code=|consignments_tracking_code_key/,
      (db) => findConsignmentByDigits(db, '01000001'),
    ],
    [
      'the first pending event of each order',
      /(INDEX|using) webhook_deliveries_pending/,
      (db) => claimDueDeliveries({ db, clock: () => NOW }, 1, { most: 4, retries: 4 }),
    ],
    [
      "the customer's last consignment",
      /(INDEX|using) consignments_customer/,
      (db) => lastPieces(db, '10482'),
    ],
    [
      'the next order to ship',
      /(INDEX|using) orders_ready/,
      (db) => findNextToShip(db, { after: '' }, NOW, ''),
    ],
    [
      'orders with a product',
      /INDEX order_items_product|on order_items_product/,
      (db) => ordersOfPage(db, withCriteria(db, { product: 'TAP' }), page),
    ],
    [
      'late orders',
      /INDEX orders_waiting|on orders_waiting/,
      (db) => ordersOfPage(db, withCriteria(db, { is: 'late' }), page),
    ],
    [
      'orders whose labels are not printed',
      /INDEX consignments_waiting|on consignments_waiting/,
      (db) => ordersOfPage(db, withCriteria(db, { is: 'not-printed' }), page),
    ],
    [
      'orders that were entered twice',
      /INDEX orders_duplicates \(customer_id=\? AND total_cents=\? AND ordered_at>\? AND ordered_at<\?\)|using orders_(total|duplicates) on orders other/,
      (db) => ordersOfPage(db, withCriteria(db, { is: 'duplicate' }), page),
    ],
    ['stopped orders on their way', /INDEX sqlite_autoindex_orders_1|using orders_stopped/, late],
    ['consignments with an exception', /(INDEX|using) consignment_events_exceptions/, late],
    [
      'a supplier order',
      /INDEX supplier_order_items_order|on supplier_order_items_order/,
      (db) => findSupplierOrder(db, 7),
    ],
    ['the e-mails of an order', /(INDEX|on) outbox_order/, (db) => historyOfOrder(db, emailed)],
    ['the events of its e-mails', /(INDEX|on) email_events_email/, (db) => historyOfOrder(db, emailed)],
    [
      'the printed labels of a consignment',
      /(INDEX|on) label_prints_consignment/,
      (db) => historyOfConsignment(db, booked),
    ],
  ])('finds %s by its index', async (what, index, ask) => {
    const isByBitmap = [
      'orders with a product',
      'late orders',
      'orders whose labels are not printed',
      'a supplier order',
      'a consignment by its piece',
      'what is on its way',
      'the e-mails of an order',
      'the events of its e-mails',
      'the printed labels of a consignment',
    ].includes(what)
    const spared = isByBitmap ? ['seqscan', 'indexscan'] : ['seqscan', 'sort']
    expect(await planOf(database, ask, spared)).toMatch(index)
  })
})

onEachDemo((database) => {
  // SHIP-6
  it('reads the figures of the board by indexes', async () => {
    await sql`analyze`.execute(database.db)
    const deps = { clock: () => NOW, cutOffs: [], couriers: [] }
    const plan = await planOf(database, (db) => sharedBoard({ ...deps, db })(), ['seqscan', 'sort'])
    expect(plan).not.toMatch(/Seq Scan on (orders|consignments)|SCAN (orders|consignments)(?! USING)/)
    // The next order of the business and of each branch, and the number of all that are ready.
    expect(plan.match(/(INDEX|using|on) orders_ready/g)).toHaveLength(4)
    // It has all orders of a branch, of which nearly all have left.
    expect(plan).not.toContain('orders_branch')
  })
})

onPostgres((database) => {
  it('finds orders that were entered twice by their time where one customer has many of one total', async () => {
    const { db } = database
    const customer = await putCustomer(db, { code: 'regular' })
    const codes = Array.from({ length: 3000 }, (_, hours) => ({
      code: `R${hours}`,
      ordered_at: hoursAgo(hours),
    }))
    await putOrders(db, customer, codes)
    await sql`analyze orders`.execute(db)
    const ask: Asked = (db) => ordersOfPage(db, withCriteria(db, { is: 'duplicate' }), page)
    expect(await planOf(database, ask, ['seqscan', 'sort'])).toMatch(
      /using orders_duplicates on orders other.*\n *Index Cond: .*ordered_at >= .*ordered_at < /,
    )
    await db.deleteFrom('orders').execute()
    await db.deleteFrom('customers').execute()
  })

  it('finds who is on account by an index of those customers, for orders to pack', async () => {
    await sql`analyze`.execute(database.db)
    const plan = await planOf(
      database,
      (db) => ordersOfPage(db, { ...orders, isQueue: true, terms: [] }, page),
      ['seqscan', 'sort'],
    )
    expect(plan).toMatch(/using customers_account/)
  })

  it('counts fewer orders to pack before a search, because each asks for its customer', async () => {
    const search: Asked = (db) => ordersOfPage(db, { ...orders, isQueue: true, terms: ['road'] }, page)
    const counts = (await queriesOf(database, search)).filter(({ sql }) => sql.includes('count(*)'))
    expect(counts.flatMap(({ parameters }) => parameters)).toContain(2001)
  })

  describe('two common words that never meet', () => {
    const SCANNED = 300
    const terms = ['  five', '  one']
    beforeAll(async () => {
      await sql`insert into products (code, name, description, price_cents, created_at, updated_at, search_text)
        select 'P' || n, '', repeat('x', 1500), 0, '', '', '  product  ' || case n % 5 when 0 then 'five' when 1 then 'one' else 'other' end
          || case when n <= 20 then '  five  one' else '' end
        from generate_series(1, 4000) as n`.execute(database.db)
      await sql`select gin_clean_pending_list('products_search')`.execute(database.db)
      await sql`analyze products`.execute(database.db)
    })

    /** The most rows that a step of a query reads in vain. */
    const mostInVain = (ask: Asked) => most(ask, /"Rows Removed by [^"]*": *(\d+)/g)

    /** The largest of these figures in the plans of the queries, as executed. */
    async function most(ask: Asked, figures: RegExp): Promise<number> {
      let largest = 0
      for (const query of await queriesOf(database, ask)) {
        const explained = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [
          ...query.parameters,
        ])
        const { rows } = await database.db.reads.list.executeQuery(explained)
        const found = JSON.stringify(rows).matchAll(figures)
        largest = Math.max(largest, ...Array.from(found, ([, count]) => Number(count)))
      }
      return largest
    }

    it('do not make a later page of one of them sort all that has it', async () => {
      const ask: Asked = (db) =>
        pageOfIds(db.reads, { from: 'products', terms: ['  one'], limit: 5, offset: 200 }, SCANNED)
      expect(await ask(database.db)).toEqual([2996, 2991, 2986, 2981, 2976])
      const queries = await queriesOf(database, ask)
      expect(queries.map(({ sql }) => sql).join('\n')).not.toContain('id + 0')
      expect(await mostInVain(ask)).toBeLessThanOrEqual(SCANNED * 8)
    })

    it('are looked for by their index, not by one of the other conditions', async () => {
      await sql`insert into products (code, name, description, price_cents, created_at, updated_at, search_text)
        select 'Q' || n, '', repeat('x', 1500), 1, '', '', '  product  ' || case n % 2 when 0 then 'left' else 'right' end
        from generate_series(1, 4000) as n`.execute(database.db)
      await sql`create index products_at_a_price on products (id) where price_cents = 1`.execute(database.db)
      await sql`analyze products`.execute(database.db)
      const conditions = [sql<SqlBool>`price_cents = 1`]
      const query = { from: 'products' as const, terms: ['  left', '  right'], conditions, limit: 50 }
      // As on a large table, of which these words are estimated to fill a good part.
      const inVain = await withSettings(database, { seq_page_cost: '0.01' }, () =>
        mostInVain((db) => pageOfIds(db.reads, query, SCANNED)),
      )
      expect(inVain).toBeLessThanOrEqual(SCANNED * 8)
    })

    it('count a word that all rows have by as many rows as are counted', async () => {
      const ask: Asked = (db) =>
        countUpTo(db.reads.list, 500, { from: 'products', terms: ['  product'] }, SCANNED)
      expect(await ask(database.db)).toBe(500)
      expect(await most(ask, /"Actual Rows": *(\d+)/g)).toBeLessThanOrEqual(500)
    })

    it('count a list with conditions once', async () => {
      const conditions = [sql<SqlBool>`price_cents = 0`]
      const queries = await queriesOf(database, (db) =>
        pageOfIds(db.reads, { from: 'products', terms, conditions, limit: 50 }, SCANNED),
      )
      expect(queries.filter(({ sql }) => sql.includes('count(*)'))).toHaveLength(1)
    })

    it.each<[string, Asked, unknown]>([
      [
        'newest first',
        (db) => pageOfIds(db.reads, { from: 'products', terms, limit: 50 }, SCANNED),
        Array.from({ length: 20 }, (_, index) => 20 - index),
      ],
      [
        'a page of them',
        (db) => pageOfIds(db.reads, { from: 'products', terms, limit: 5, offset: 5 }, SCANNED),
        [15, 14, 13, 12, 11],
      ],
      [
        'oldest first, after an id',
        (db) => {
          const order = { oldestFirst: true, afterId: 17 }
          return pageOfIds(db.reads, { from: 'products', terms, limit: 5, ...order }, SCANNED)
        },
        [18, 19, 20],
      ],
      ['their number', (db) => countUpTo(db.reads.list, 1000, { from: 'products', terms }, SCANNED), 20],
      [
        'a count of a common word',
        (db) => countUpTo(db.reads.list, 500, { from: 'products', terms: ['  one'] }, SCANNED),
        500,
      ],
    ])('are found by few rows: %s', async (_, ask, expected) => {
      expect(await ask(database.db)).toEqual(expected)
      expect(await mostInVain(ask)).toBeLessThanOrEqual(SCANNED * 8)
    })
  })
})
