import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { RawRecord } from '../../../src/server/import/kinds/raw-record.ts'
import { readPostcodes } from '../../../src/server/import/kinds/read-record.ts'
import { fc } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { codesOf, NOW, signedInApp } from '../orders/harness.ts'
import { READY } from '../orders/order-on-test.ts'
import { openNew } from '../templates.ts'
import { CUSTOMER, counts, importFolder, ORDER, PRODUCT, SUPPLIER, SUPPLIER_ORDER } from './harness.ts'

const now = new Date(NOW).toISOString()
const WHOLE = {
  'customers.jsonl': [CUSTOMER],
  'products.jsonl': [PRODUCT],
  'orders.jsonl': [ORDER],
  'suppliers.jsonl': [SUPPLIER],
  'supplier-orders.jsonl': [SUPPLIER_ORDER],
}
const TABLES = [
  'order_events',
  'order_items',
  'outbox',
  'orders',
  'order_days',
  'customers',
  'products',
  'supplier_order_items',
  'supplier_orders',
  'suppliers',
] as const

onEachDatabase((database) => {
  const folder = importFolder()
  const order = async (code = ORDER.code) =>
    (await signedInApp(database.db).get(`/api/v1/orders/${encodeURIComponent(code)}`)).json()
  const run = () => folder.run(database.db)

  beforeEach(async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute()
  })

  it('loads one of each kind, with defaults for missing fields', async () => {
    folder.write({ ...WHOLE, 'products-offline.csv': 'code,name,price\nP/9,Pipe,1\nP/8,Pipe,1' })
    const outcome = await run()
    expect(outcome.said).toEqual([])
    expect(counts(outcome)).toEqual({
      suppliers: [1, 0, 0, 0],
      products: [3, 0, 0, 0],
      customers: [1, 0, 0, 0],
      orders: [1, 0, 0, 0],
      'supplier-orders': [1, 0, 0, 0],
    })
    expect(await order()).toMatchObject({
      status: 'Ordered',
      customer: { code: '10482', name: 'Aroha Ngata', first_name: 'Aroha' },
      freight: { branch: 'auckland', is_pickup: false, subtotal: 695 },
      costs: { subtotal: 2695, tax: 404, total: 3099 },
      delivery_address: { street: null, is_rural: false, country: 'New Zealand' },
      dates: {
        created_at: '2026-11-17T20:30:00.000Z',
        ordered_at: '2026-11-17T20:30:00.000Z',
        paid_at: null,
      },
      items: [
        { quantity: 2, costs: { subtotal: 2000 }, product: { code: 'P/1', name: 'Pipe', price: 1000 } },
      ],
    })
    const customer = await database.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow()
    expect(customer).toMatchObject({
      first_name: 'Aroha',
      pricing: 'retail',
      created_at: now,
      updated_at: now,
      last_ordered_at: '2026-11-17T20:30:00.000Z',
      delivery_street: null,
      delivery_country: null,
    })
  })

  it('does nothing the second time, and only what has changed after that', async () => {
    folder.write(WHOLE)
    await run()
    const before = await order()
    const again = await run()
    expect(Object.values(counts(again))).toEqual([...new Array(5)].map(() => [0, 0, 1, 0]))
    expect(await order()).toEqual(before)

    const items = [...ORDER.items, { quantity: 1, product: { code: 'P2', price: 500 } }]
    folder.write({
      'orders.jsonl': [
        { ...ORDER, notes: 'Ring first', items },
        { ...ORDER, code: 'NEW' },
      ],
    })
    expect(counts(await run()).orders).toEqual([1, 1, 0, 0])
    const changed = await order()
    expect(changed).toMatchObject({
      notes: 'Ring first',
      costs: { subtotal: 3195 },
      items: [{}, { quantity: 1 }],
    })
  })

  it('loads decimal quantities', async () => {
    const items = [{ quantity: 2.5, product: { code: 'HOSE-20', price: 333 } }]
    folder.write({ ...WHOLE, 'orders.jsonl': [{ ...ORDER, freight: { branch: 'auckland' }, items }] })
    await run()
    expect(counts(await run()).orders).toEqual([0, 0, 1, 0])
    expect(await order()).toMatchObject({
      costs: { subtotal: 833 },
      items: [{ quantity: 2.5, costs: { subtotal: 833 }, product: { code: 'HOSE-20', price: 333 } }],
    })
  })

  it('finds orders by their customer’s new name', async () => {
    folder.write(WHOLE)
    await run()
    folder.write({ 'customers.jsonl': [{ ...CUSTOMER, company: 'Waikato Drainage' }] })
    expect(counts(await run()).customers).toEqual([0, 1, 0, 0])
    const { list } = signedInApp(database.db)
    expect(codesOf(await list('?query=waikato'))).toEqual(['104823'])
    expect(codesOf(await list('?query=tamaki'))).toEqual([])
  })

  it('finds orders and customers by their addresses, also after the customer was renamed', async () => {
    const delivery_address = { street: '4 Port Road', suburb: 'Ōtara', postcode: '0610' }
    const customer = {
      ...CUSTOMER,
      address: { city: 'Kumeū' },
      delivery_address: { street: '1 Lunn Avenue' },
    }
    const files = { ...WHOLE, 'orders.jsonl': [{ ...ORDER, delivery_address }] }
    const { list, get } = signedInApp(database.db)
    for (const company of ['Tāmaki Plumbing', 'Waikato Drainage']) {
      folder.write({ ...files, 'customers.jsonl': [{ ...customer, company }] })
      await run()
      expect(codesOf(await list(`?query=port%20otara%200610%20${company.slice(-8)}`))).toEqual(['104823'])
      expect(codesOf(await list('?query=kumeu'))).toEqual([])
      expect(await (await get('/api/v1/customers?query=kumeu%20lunn')).json()).toHaveLength(1)
    }
  })

  it('never moves the time of a customer’s last order back', async () => {
    const lastOrder = async () =>
      (await database.db.selectFrom('customers').select('last_ordered_at').executeTakeFirst())
        ?.last_ordered_at
    const customer = (last_ordered_at: string) => ({
      ...WHOLE,
      'customers.jsonl': [{ ...CUSTOMER, last_ordered_at }],
    })
    folder.write(customer('2026-01-01T00:00:00Z'))
    await run()
    expect(await lastOrder()).toBe('2026-11-17T20:30:00.000Z')
    expect(counts(await run()).customers).toEqual([0, 0, 1, 0])
    folder.write({
      'customers.jsonl': [{ ...CUSTOMER, name: 'Mere', last_ordered_at: '2026-01-01T00:00:00Z' }],
    })
    expect(counts(await run()).customers).toEqual([0, 1, 0, 0])
    expect(await lastOrder()).toBe('2026-11-17T20:30:00.000Z')
    folder.write(customer('2026-11-18T00:00:00Z'))
    expect(counts(await run()).customers).toEqual([0, 1, 0, 0])
    expect(await lastOrder()).toBe('2026-11-18T00:00:00.000Z')
  })

  const [ordered, at] = ['2026-11-17T20:30:00.000Z', '2026-11-18T01:00:00.000Z']
  it.each([
    ['Ordered', {}, [null, null, null]],
    ['Cancelled', {}, [null, null, null]],
    ['paid', {}, [ordered, null, null]],
    ['Ready To Ship', {}, [ordered, ordered, null]],
    ['Ready To Collect', { paid_at: at }, [at, at, null]],
    // A shipped order does not count as paid.
    ['Shipped', {}, [null, null, ordered]],
    ['Shipped', { ready_at: at }, [null, at, at]],
    ['Collected', {}, [null, null, ordered]],
    ['Paid', { paid_at: at, shipped_at: at }, [at, null, at]],
  ])('dates the steps that the status %s implies, if the file has %j', async (status, said, due) => {
    const dates = { ...ORDER.dates, paid_at: null, ready_at: null, shipped_at: null, ...said }
    folder.write({ ...WHOLE, 'orders.jsonl': [{ ...ORDER, status, dates }] })
    await run()
    const loaded = await order()
    expect(loaded.status).toBe(status)
    const { paid_at, ready_at, shipped_at } = loaded.dates
    expect([paid_at, ready_at, shipped_at]).toEqual(due)
    expect(counts(await run()).orders).toEqual([0, 0, 1, 0])
  })

  it('a status without its dates counts in lists and for actions', async () => {
    folder.write({ ...WHOLE, 'orders.jsonl': [{ ...ORDER, status: 'Paid' }] })
    await run()
    const { list, post } = signedInApp(database.db)
    expect(codesOf(await list('?status=unpaid'))).toEqual([])
    expect(codesOf(await list('?status=paid'))).toEqual([ORDER.code])
    expect((await post('/api/v1/orders/104823/ready', READY)).status).toBe(200)
    expect(await order()).toMatchObject({ status: 'Ready To Ship' })
  })

  it('loads the oldest first, whatever the order of files and lines', async () => {
    const at = (code: string, ordered_at: string) => ({ ...ORDER, code, dates: undefined, ordered_at })
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'orders-a.jsonl': [at('3', '2026-03-01T00:00:00Z'), at('1', '2026-01-01T00:00:00Z')],
      'orders-b.json': JSON.stringify([
        at('4', '2026-03-01T00:00:00Z'),
        at('2', '2026-02-01T13:00:00+13:00'),
      ]),
    })
    await run()
    expect(codesOf(await signedInApp(database.db).list(''))).toEqual(['4', '3', '2', '1'])
  })

  it('reads a spreadsheet: quotes, blanks, an item on each line', async () => {
    folder.write({
      'customers.csv':
        '\uFEFFcode,name,company,address.street,delivery_address.city\r\n10482,"Ngata, Aroha","Say ""hi""","12 Queen Street\r\nLevel 2",Ōtaki\r\n\r\n 7 , Tama ,,,\r\n',
      'Orders 2026.CSV': [
        'code,customer.code,freight.branch,freight.is_pickup,ordered_at,items.product.code,items.product.price,items.quantity',
        'A/1,10482,Auckland,YES,2026-11-18T09:30:00Z,P1,1000,2',
        'A/1,,,,,P2,500,1',
        'A/1,10482,,,,P3,1,3',
        'B 2,7,christchurch,,2026-11-18T09:30:00Z,,,',
        'C,7,christchurch,0,2026-11-18T09:30:00Z,P1,1000,1',
      ].join('\n'),
    })
    const outcome = await run()
    expect(outcome.said).toEqual([])
    expect(counts(outcome)).toEqual({ customers: [2, 0, 0, 0], orders: [3, 0, 0, 0] })
    expect(await order('A/1')).toMatchObject({
      freight: { is_pickup: true, subtotal: 0 },
      customer: { name: 'Ngata, Aroha', company: 'Say "hi"' },
      customer_address: { street: '12 Queen Street\r\nLevel 2' },
      items: [{ product: { code: 'P1' } }, { product: { code: 'P2' } }, { product: { code: 'P3' } }],
    })
    expect(await order('B 2')).toMatchObject({ customer: { name: 'Tama' }, items: [] })
    const delivery = await database.db
      .selectFrom('customers')
      .select(['code', 'delivery_city', 'delivery_country'])
      .orderBy('code')
      .execute()
    expect(delivery).toEqual([
      { code: '10482', delivery_city: 'Ōtaki', delivery_country: 'New Zealand' },
      { code: '7', delivery_city: null, delivery_country: null },
    ])
  })

  it('refers to records in the database and in the files', async () => {
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'suppliers.jsonl': [SUPPLIER],
      'products.jsonl': [PRODUCT],
    })
    await run()
    folder.write({
      'customers.jsonl': [],
      'suppliers.jsonl': [],
      'products.jsonl': [PRODUCT, { ...PRODUCT, code: 'P/2' }],
      'orders.jsonl': [ORDER, { ...ORDER, code: 'X', customer: { code: 'nobody' } }],
      'supplier-orders.jsonl': [
        SUPPLIER_ORDER,
        { ...SUPPLIER_ORDER, po_number: 'PO2', supplier: { external_id: 'S9' } },
      ],
    })
    const { said } = await run()
    expect(said).toEqual([
      'customers.jsonl:0: is empty',
      'orders.jsonl:2: customer.code: there is no customer nobody',
      'products.jsonl:2: cms_id: belongs to P/1 already',
      'products.jsonl:2: cms_id: is there already: 7 on line 1',
      'supplier-orders.jsonl:2: supplier.external_id: there is no supplier S9',
      'suppliers.jsonl:0: is empty',
    ])
  })

  it('loads nothing if one line of one file is wrong and the import is strict', async () => {
    folder.write({
      ...WHOLE,
      'orders-more.jsonl': [
        { ...ORDER, code: 'X' },
        { ...ORDER, code: 'Y', freight: null },
      ],
    })
    const outcome = await folder.run(database.db, { isStrict: true })
    expect(outcome.said).toEqual(['orders-more.jsonl:2: freight.branch: is required'])
    expect(outcome.loaded).toEqual([])
    for (const table of ['customers', 'orders', 'suppliers'] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})

describe('the document', () => {
  const folder = importFolder()
  let db: Connections

  beforeAll(async () => {
    db = await openNew(folder.root)
  })
  afterAll(() => db.destroy())

  it('the document shows examples that can be loaded, of every kind', async () => {
    const text = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
    const files = text.split(/^## /m).find((section) => section.startsWith('Files\n')) ?? ''
    const [, ...sections] = files.split(/^### /m)
    for (const section of sections) {
      const kind = section.split('\n', 1)[0]?.toLowerCase().replace(' ', '-')
      for (const [, format, example = ''] of section.matchAll(/```(csv|json)\n([^`]+)```/g)) {
        folder.write({ [`${kind}.${format}`]: example })
      }
    }
    const outcome = await folder.run(db)
    expect(outcome.said).toEqual([])
    expect(counts(outcome)).toEqual({
      suppliers: [1, 0, 0, 0],
      products: [1, 0, 0, 0],
      customers: [1, 0, 0, 0],
      orders: [2, 0, 0, 0],
      'supplier-orders': [1, 0, 0, 0],
    })
  })
})

describe('postcodes', () => {
  const recordOf = (cells: Record<string, string>): RawRecord => ({ line: 7, cells, items: null })
  const read = (cells: Record<string, string>, completed = cells) =>
    readPostcodes(recordOf(cells), recordOf(completed), ['address', 'delivery_address'])
  const NOT_FOUR = 'must be four digits in New Zealand'

  describe('a postcode', () => {
    test.each<[string, Record<string, string>, string[]]>([
      ['of four digits', { 'address.postcode': '0610' }, []],
      ['that is blank', { 'address.postcode': '' }, []],
      ['of two digits', { 'address.postcode': '61' }, [NOT_FOUR]],
      ['of five digits', { 'address.postcode': '06100' }, [NOT_FOUR]],
      ['with a letter', { 'address.postcode': '0a10' }, [NOT_FOUR]],
      ['with a space', { 'address.postcode': '06 10' }, [NOT_FOUR]],
      ['of New Zealand by name', { 'address.postcode': '61', 'address.country': 'nz' }, [NOT_FOUR]],
      ['of another country', { 'address.postcode': 'SW1A 1AA', 'address.country': 'United Kingdom' }, []],
      [
        'of each address',
        { 'address.postcode': '1', 'delivery_address.postcode': '2' },
        [NOT_FOUR, NOT_FOUR],
      ],
    ])('%s', (_, cells, reasons) => {
      const { faults, notes, record } = read(cells)
      expect(faults.map(({ reason }) => reason)).toEqual(reasons)
      expect(notes).toEqual([])
      expect(record.cells).toEqual(cells)
    })

    it('of three digits is padded with a zero, which is reported', () => {
      const { faults, notes, record } = read({ 'delivery_address.postcode': '610' })
      expect(faults).toEqual([])
      expect(record.cells['delivery_address.postcode']).toBe('0610')
      const reason = 'has three digits, 610: read as 0610'
      expect(notes).toEqual([{ line: 7, field: 'delivery_address.postcode', reason }])
    })

    it('that is stored and missing in the file is not changed', () => {
      const stored = { 'address.postcode': 'unknown' }
      expect(read({ code: '1' }, { code: '1', ...stored })).toMatchObject({ faults: [], notes: [] })
    })

    it('is checked by the stored country if the file has none', () => {
      const given = { 'address.postcode': '610' }
      expect(read(given, { ...given, 'address.country': 'Fiji' })).toMatchObject({ faults: [], notes: [] })
    })

    test('is four digits, blank or a fault, for any input', () => {
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{0,6}$/)), (postcode) => {
          const { faults, record } = read({ 'address.postcode': postcode })
          const after = record.cells['address.postcode'] ?? ''
          expect(faults.length === 0).toBe(/^(\d{4})?$/.test(after))
          expect(Number(after) || 0).toBe(Number(postcode) || 0)
        }),
      )
    })
  })
})
