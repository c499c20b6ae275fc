import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderCan } from '../../../src/domain/orders/order-actions.ts'
import { pageOfIds } from '../../../src/server/db/page-of-ids.ts'
import { onEachDatabase } from '../databases.ts'
import {
  codesOf,
  hoursAgo,
  manyOrders,
  type OrderParts,
  putCustomer,
  putOrders,
  signedInApp,
} from './harness.ts'
import { now, orderOnTest, PAYMENT } from './order-on-test.ts'

const DAY = 24
const LUNN_AVENUE = {
  street: '12 Lunn Avenue',
  suburb: 'Mount Wellington',
  city: 'Auckland',
  region: 'Auckland',
  postcode: '1072',
}
const PORT_ROAD = {
  street: '4 Port Road',
  suburb: 'Port Whangārei',
  city: 'Whangārei',
  region: 'Northland',
  postcode: '0110',
}

onEachDatabase((database) => {
  const list = (query: string) => signedInApp(database.db).list(query)

  beforeAll(async () => {
    const { db } = database
    const tamaki = await putCustomer(db, {
      code: '10482',
      name: "Wiremu O'Neill",
      company: 'Tāmaki Plumbing & Gas',
      phone: '09 555 0123',
      mobile: '+64 21 555 0188',
      email: 'WIREMU.ONEILL@EXAMPLE.COM',
      ...LUNN_AVENUE,
    })
    const full = await putCustomer(db, { code: 'C/200 #ā', name: 'Two Hundred', company: 'Brimful Ltd' })
    const double = await putCustomer(db, { code: '400', name: 'Four Hundred', company: 'Doubleday' })
    await putOrders(db, full, manyOrders('F', 200, { ordered_at: hoursAgo(500 * DAY) }))
    await putOrders(db, double, manyOrders('D', 400, { ordered_at: hoursAgo(400 * DAY) }))
    await putOrders(db, tamaki, [
      { code: 'OLD', ordered_at: hoursAgo(366 * DAY) },
      { code: 'YEAR', ordered_at: hoursAgo(364 * DAY), branch: 'christchurch' },
      { code: 'QUARTER', ordered_at: hoursAgo(89 * DAY), paid_at: hoursAgo(80), reference: 'PO 7/A-1' },
      { code: 'MONTH', ordered_at: hoursAgo(29 * DAY), paid_at: hoursAgo(80), ready_at: hoursAgo(70) },
      // Entered after a younger order, because the order of ids and dates may differ.
      { code: 'LATE', ordered_at: hoursAgo(31 * DAY), branch: 'christchurch' },
      {
        code: 'SENT',
        paid_at: hoursAgo(4),
        ready_at: hoursAgo(3),
        shipped_at: hoursAgo(2),
        status: 'Shipped',
        reference: 'MCA-2291',
        notes: 'Leave at the gate.',
        payment_method: 'bank',
        payment_reference: null,
        collected_by: null,
        ...PORT_ROAD,
        is_rural: 1,
        tracking_company: 'titus',
        tracking_code: 'T1',
        tracking_url: 'https://track.titus.example/T1',
      },
      { code: 'TRUST', shipped_at: hoursAgo(2), status: 'Shipped', tracking_code: 'AX1' },
      { code: 'A/1 #2', paid_at: hoursAgo(1), ready_at: hoursAgo(1), is_pickup: 1 },
    ])
    await db
      .insertInto('order_items')
      .values([
        {
          order_id: await idOf('SENT'),
          product_code: 'P/1',
          product_name: 'Pipe',
          price_cents: 9305,
          quantity: 1,
          subtotal_cents: 9305,
        },
      ])
      .execute()
  })

  async function idOf(code: string): Promise<number> {
    const row = await database.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return row.id
  }

  const TAMAKI = ['A/1 #2', 'TRUST', 'SENT', 'LATE', 'MONTH', 'QUARTER', 'YEAR', 'OLD']

  it('gives the newest order first, two hundred to a page', async () => {
    const first = codesOf(await list(''))
    expect(first).toHaveLength(200)
    expect(first.slice(0, 9)).toEqual([...TAMAKI, 'D400'])
    expect(codesOf(await list('?page=2'))[0]).toBe('D208')
    const last = codesOf(await list('?page=4'))
    expect(last).toEqual(['F8', 'F7', 'F6', 'F5', 'F4', 'F3', 'F2', 'F1'])
  })

  it.each(['?page=5', '?page=500', '?customer=10482&page=2', '?query=brimful&page=2'])(
    'returns nothing for %s, which is beyond the end',
    async (query) => {
      expect(await list(query)).toEqual([])
    },
  )

  // API-1
  it.each([
    ['?customer=C%2F200%20%23%C4%81', [200, 0]],
    ['?query=brimful', [200, 0]],
    ['?customer=400', [200, 200, 0]],
    ['?query=doubleday', [200, 200, 0]],
  ])('gives full pages for %s and none after', async (query, sizes) => {
    for (const [index, size] of sizes.entries()) {
      expect(await list(`${query}&page=${index + 1}`)).toHaveLength(size)
    }
  })

  // ORD-4
  it.each([
    ['daterange=30days', ['A/1 #2', 'TRUST', 'SENT', 'MONTH']],
    ['daterange=90days', ['A/1 #2', 'TRUST', 'SENT', 'LATE', 'MONTH', 'QUARTER']],
    ['daterange=12months', ['A/1 #2', 'TRUST', 'SENT', 'LATE', 'MONTH', 'QUARTER', 'YEAR']],
    ['branch=christchurch', ['LATE', 'YEAR']],
    ['branch=christchurch&daterange=90days', ['LATE']],
    ['status=unpaid', ['TRUST', 'LATE', 'YEAR', 'OLD']],
    ['status=unpaid&branch=christchurch&daterange=12months', ['LATE', 'YEAR']],
    ['status=paid', ['QUARTER']],
    ['status=ready', ['A/1 #2', 'MONTH']],
    ['status=shipped', ['TRUST', 'SENT']],
    ['status=shipped&daterange=30days&branch=auckland', ['TRUST', 'SENT']],
  ])('filters by %s, with and without a search', async (filter, codes) => {
    expect(codesOf(await list(`?customer=10482&${filter}`))).toEqual(codes)
    expect(codesOf(await list(`?query=tamaki&${filter}`))).toEqual(codes)
    expect(codesOf(await list(`?query=tamaki%20gas&customer=10482&${filter}`))).toEqual(codes)
  })

  // ORD-2
  it.each([
    'tamaki',
    'TĀMAKI',
    'amak',
    'Tāmaki gas',
    'gas tamaki',
    '  plumbing ',
    'wi',
    'o',
    "O'Neill",
    'oneill',
    'O’Neill',
    'wiremu.oneill@example.com',
    '@EXAMPLE.com',
    '09 555 0123',
    '095550123',
    '(09) 555-0123',
    '021 555 0188',
    '+64215550188',
    '+64 21 555 0188',
    '0215550',
    'Plumbing & Gas',
  ])('finds the customer by %j', async (query) => {
    expect(codesOf(await list(`?query=${encodeURIComponent(query)}`))).toEqual(TAMAKI)
  })

  // V1.2.4
  it.each([
    ['a/1 #2', ['A/1 #2']],
    ['quarter', ['QUARTER']],
    ['po 7/a-1', ['QUARTER']],
    ['F200', ['F200']],
    ['nobody at all', []],
    ['maki plumbing roofing', []],
    ['lumbin', TAMAKI],
    ['um', []],
    ['%', []],
    ['%_%', []],
    ['"', []],
    ["' or 1=1 --", []],
    ['tamaki" OR "brimful', []],
    ['tamaki*', TAMAKI],
    ['🐙', []],
    ['NOT tamaki', []],
  ])('finds exactly the matching orders by %j', async (query, codes) => {
    expect(codesOf(await list(`?query=${encodeURIComponent(query)}`))).toEqual(codes)
  })

  it.each(['', '%20', '%20%09%20'])('takes the blank query %j as no search', async (query) => {
    expect(codesOf(await list(`?query=${query}`))).toEqual(codesOf(await list('')))
  })

  it('gives nothing for a customer that does not exist', async () => {
    expect(await list('?customer=99999')).toEqual([])
  })

  it('finds by a changed search text', async () => {
    await database.db
      .updateTable('orders')
      .set({ search_text: '  kereru' })
      .where('code', '=', 'OLD')
      .execute()
    expect(codesOf(await list('?query=kereru'))).toEqual(['OLD'])
    expect(codesOf(await list('?query=tamaki'))).not.toContain('OLD')
    await database.db
      .updateTable('orders')
      .set({ search_text: '  old  tamaki  plumbing  gas' })
      .where('code', '=', 'OLD')
      .execute()
  })

  it.each([
    { terms: ['tamaki'], conditions: [] },
    { terms: ['tamaki'], conditions: [sql<boolean>`branch = 'christchurch'`] },
    {
      terms: ['tamaki', '  p'],
      conditions: [sql<boolean>`branch = 'auckland'`, sql<boolean>`ordered_at >= ${hoursAgo(720)}`],
    },
    { terms: ['brimful'], conditions: [sql<boolean>`branch = 'auckland'`] },
    { terms: ['zzz'], conditions: [sql<boolean>`branch = 'auckland'`] },
  ])('finds the same by the search index as by a scan: %j', async ({ terms, conditions }) => {
    const index = conditions.length > 0 ? 'orders_branch' : 'orders_all'
    const part = { firstId: 3, limit: 200, offset: 1 }
    const query = { from: 'orders', index, conditions, terms, ...part } as const
    expect(await pageOfIds(database.db.reads, query, 0)).toEqual(await pageOfIds(database.db.reads, query))
  })

  describe('one order', () => {
    // API-1
    it('is returned in the shape of the contract', async () => {
      const answer = await signedInApp(database.db).get('/api/v1/orders/SENT')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        code: 'SENT',
        reference: 'MCA-2291',
        status: 'Shipped',
        notes: 'Leave at the gate.',
        payment_method: 'bank',
        payment_reference: null,
        collected_by: null,
        cancelled_by: null,
        delivery_address: { ...PORT_ROAD, is_rural: true, country: 'New Zealand' },
        customer_address: { ...LUNN_AVENUE, is_rural: false, country: 'New Zealand' },
        customer: {
          code: '10482',
          name: "Wiremu O'Neill",
          company: 'Tāmaki Plumbing & Gas',
          phone: '09 555 0123',
          mobile: '+64 21 555 0188',
          email: 'WIREMU.ONEILL@EXAMPLE.COM',
          first_name: 'Aroha',
          terms: 'cash',
          credit_stop: false,
          credit_stop_warns: false,
        },
        freight: {
          branch: 'auckland',
          is_pickup: false,
          subtotal: 695,
          tracking_code: 'T1',
          tracking_url: 'https://track.titus.example/T1',
          tracking_company: 'titus',
        },
        costs: { subtotal: 10_000, tax: 1500, total: 11_500 },
        dates: {
          created_at: hoursAgo(5),
          ordered_at: hoursAgo(5),
          paid_at: hoursAgo(4),
          ready_at: hoursAgo(3),
          shipped_at: hoursAgo(2),
          cancelled_at: null,
          refunded_at: null,
          ordered_at_relative: '5 hours ago',
          shipped_at_relative: '2 hours ago',
        },
        items: [
          {
            id: '1',
            quantity: 1,
            fulfilled_quantity: null,
            costs: { subtotal: 9305 },
            product: { code: 'P/1', name: 'Pipe', price: 9305 },
          },
        ],
      })
    })

    it('is found by a code with a slash, a space and a hash', async () => {
      const answer = await signedInApp(database.db).get(`/api/v1/orders/${encodeURIComponent('A/1 #2')}`)
      expect(await answer.json()).toMatchObject({ code: 'A/1 #2' })
    })

    it.each(['SEN', 'sent', 'SENT2', '%', 'ā%2F%23%20', 'F%00', '%ff', 'SENT%2F'])(
      'is never a neighbour: %s',
      async (code) => {
        const answer = await signedInApp(database.db).get(`/api/v1/orders/${code}`)
        expect([400, 404]).toContain(answer.status)
        const body = await answer.json()
        if (answer.status === 404)
          expect(body.message).toBe('Failed to find the order, check the order ID and try again.')
      },
    )
  })
})

const LEFT = { shipped_at: hoursAgo(1) }
const COLLECTED = { ...LEFT, is_pickup: 1, status: 'Collected' }
const SHIPPED = { ...LEFT, tracking_code: 'AX1', status: 'Shipped' }

onEachDatabase((database) => {
  const { put, post, order } = orderOnTest(database)

  it.each([
    ['Collected', COLLECTED],
    ['Shipped', SHIPPED],
  ])('records the payment of an order that is and stays %s', async (status, parts) => {
    await put(parts)
    expect((await post('payment', PAYMENT)).status).toBe(200)
    expect(await order()).toMatchObject({ status, dates: { paid_at: now, shipped_at: LEFT.shipped_at } })
    const again = await post('payment', PAYMENT)
    expect([again.status, await again.json()]).toMatchObject([409, { message: 'The order is already paid.' }])
  })

  // ORD-11
  it('lists as unpaid just the orders whose payment can be recorded', async () => {
    const customer = await putCustomer(database.db, { code: 'unpaid' })
    const [no, yes] = [null, hoursAgo(2)]
    const steps: Partial<OrderParts>[] = [no, yes].flatMap((paid_at) =>
      [no, yes].flatMap((ready_at) =>
        [no, yes].flatMap((shipped_at) =>
          [0, 1].map((is_pickup) => ({ paid_at, ready_at, shipped_at, is_pickup })),
        ),
      ),
    )
    await putOrders(
      database.db,
      customer,
      steps.map((step, index) => ({ ...step, code: `U${index}` })),
    )
    const { list } = signedInApp(database.db)
    const all = await list('?customer=unpaid')
    expect(all).toHaveLength(steps.length)
    const payable = all.filter((one) => orderCan('record-payment', one).offered)
    expect(await list('?customer=unpaid&status=unpaid')).toEqual(payable)
    expect(payable).toHaveLength(steps.length / 2)
    expect(payable.every(({ dates }) => dates.paid_at === null)).toBe(true)
  })
})
