import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { codesOf, signedInApp } from '../orders/harness.ts'
import { CUSTOMER, counts, importFolder, ORDER, PRODUCT, SUPPLIER, SUPPLIER_ORDER } from './harness.ts'

const FULL_CUSTOMER = {
  ...CUSTOMER,
  first_name: 'Ro',
  phone: '09 555 0123',
  email: 'aroha@example.com',
  address: { street: '1 Lunn Avenue', city: 'Auckland', postcode: '1072', is_rural: true },
  delivery_address: { street: '4 Port Road', city: 'Whangārei', postcode: '0110' },
}
const FULL_ORDER = {
  ...ORDER,
  status: 'Cancelled',
  reference: 'Kauri',
  notes: 'Ring first',
  delivery_address: { street: '4 Port Road', postcode: '0110' },
  dates: { ...ORDER.dates, paid_at: '2026-11-18T10:00:00+13:00' },
}

onEachDatabase((database) => {
  const folder = importFolder()
  const run = (replaces = false) => folder.run(database.db, { replaces })
  const order = async () => (await signedInApp(database.db).get(`/api/v1/orders/${ORDER.code}`)).json()
  const customer = () =>
    database.db
      .selectFrom('customers')
      .selectAll()
      .where('code', '=', CUSTOMER.code)
      .executeTakeFirstOrThrow()
  const load = async (
    name: 'customers' | 'orders',
    content: string | readonly object[],
    replaces = false,
  ) => {
    folder.write({ [typeof content === 'string' ? `${name}.csv` : `${name}.jsonl`]: content })
    const outcome = await run(replaces)
    expect(outcome.said).toEqual([])
    return counts(outcome)[name]
  }

  beforeEach(async () => {
    for (const table of ['order_events', 'order_items', 'orders', 'order_days', 'customers'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    folder.write({ 'customers.jsonl': [FULL_CUSTOMER], 'orders.jsonl': [FULL_ORDER] })
    expect((await run()).said).toEqual([])
    folder.clear()
  })

  describe('a missing column', () => {
    it('leaves the field of a customer as it is', async () => {
      const before = await customer()
      expect(await load('customers', 'code,phone\n10482,021 555 0188')).toEqual([0, 1, 0, 0])
      const { search_text, ...after } = await customer()
      const { search_text: _, ...rest } = before
      expect(after).toEqual({ ...rest, phone: '021 555 0188', updated_at: after.updated_at })
      expect(search_text).toContain('0215550188')
    })

    it('leaves the fields and items of an order as they are', async () => {
      const before = await order()
      expect(await load('orders', [{ code: ORDER.code, notes: 'Do not ring' }])).toEqual([0, 1, 0, 0])
      expect(await order()).toEqual({ ...before, notes: 'Do not ring', items: expect.anything() })
      expect((await order()).items).toMatchObject(ORDER.items)
    })

    it('leaves the fields of an item that has the same product', async () => {
      await load('orders', [{ code: ORDER.code, items: [{ quantity: 3, product: { code: 'P/1' } }] }])
      expect(await order()).toMatchObject({
        items: [{ quantity: 3, costs: { subtotal: 3000 }, product: { name: 'Pipe', price: 1000 } }],
        costs: { subtotal: 3695, tax: 554, total: 4249 },
      })
    })

    it('is empty in a new record, and a fault if it is required', async () => {
      folder.write({ 'customers.csv': 'code,phone\n10482,1\n7,2' })
      expect((await run()).said).toEqual(['customers.csv:3: name: is required'])
    })

    it('empties its field with --replace', async () => {
      expect(await load('customers', [CUSTOMER], true)).toEqual([0, 1, 0, 0])
      expect(await customer()).toMatchObject({ phone: null, email: null, street: null, first_name: 'Aroha' })
      expect(await load('orders', [ORDER], true)).toEqual([0, 1, 0, 0])
      expect(await order()).toMatchObject({ status: 'Ordered', notes: null, dates: { paid_at: null } })
    })
  })

  describe('a blank cell', () => {
    it('empties its field', async () => {
      expect(await load('customers', 'code,phone,email,first_name\n10482,,\n')).toEqual([0, 1, 0, 0])
      expect(await customer()).toMatchObject({
        phone: null,
        email: null,
        first_name: 'Aroha',
        name: CUSTOMER.name,
      })
    })

    it('of JSON is null or an empty text, and of a group empties all its fields', async () => {
      await load('customers', [{ code: '10482', email: '', delivery_address: null }])
      expect(await customer()).toMatchObject({
        email: null,
        phone: FULL_CUSTOMER.phone,
        street: '1 Lunn Avenue',
        delivery_street: null,
        delivery_country: null,
      })
    })

    it('of a date empties it under either name', async () => {
      await load('orders', [{ code: ORDER.code, paid_at: null, status: 'Ordered' }])
      expect(await order()).toMatchObject({ status: 'Ordered', dates: { paid_at: null } })
    })

    it('for items leaves the order without any', async () => {
      await load('orders', [{ code: ORDER.code, items: [] }])
      expect(await order()).toMatchObject({ items: [], costs: { subtotal: 695 } })
    })
  })

  describe('a calculated field', () => {
    it('is calculated again when its sources change', async () => {
      await load('customers', [{ code: '10482', name: 'Mere Parata', address: { postcode: '1010' } }])
      expect(await customer()).toMatchObject({ first_name: 'Mere', is_rural: 0 })
    })

    it('keeps the value of an earlier file as long as its sources are unchanged', async () => {
      await load('customers', [
        { code: '10482', name: CUSTOMER.name, company: 'Kea', address: { postcode: '1072' } },
      ])
      expect(await customer()).toMatchObject({ first_name: 'Ro', is_rural: 1, company: 'Kea' })
    })

    it('a status follows the dates unless it says something else', async () => {
      const paid_at = '2026-11-19T10:00:00+13:00'
      await load('orders', [{ code: ORDER.code, dates: { paid_at } }])
      expect(await order()).toMatchObject({ status: 'Cancelled' })
      await load('orders', [{ code: ORDER.code, status: null, dates: { paid_at } }])
      expect(await order()).toMatchObject({ status: 'Paid' })
      await load('orders', [{ code: ORDER.code, dates: { paid_at: null } }])
      expect(await order()).toMatchObject({ status: 'Ordered' })
    })

    it('the search finds an order by its status, also after its customer has changed', async () => {
      const search = () => signedInApp(database.db).list('?query=cancelled').then(codesOf)
      await load('orders', [{ code: ORDER.code, status: 'Cancelled' }])
      expect(await search()).toEqual([ORDER.code])
      await load('customers', [{ code: '10482', name: 'Mere Parata' }])
      expect(await search()).toEqual([ORDER.code])
      await load('orders', [{ code: ORDER.code, status: null }])
      expect(await search()).toEqual([])
    })
  })

  it('products, suppliers and their orders keep fields that a file does not mention', async () => {
    const product = { ...PRODUCT, description: 'Red', weight: 0.4, pricing: { cost: 610 } }
    folder.write({
      'products.jsonl': [product],
      'suppliers.jsonl': [{ ...SUPPLIER, website: 'https://kowhai.example' }],
      'supplier-orders.jsonl': [{ ...SUPPLIER_ORDER, expected_at: '2026-11-30T00:00:00Z' }],
    })
    await run()
    folder.write({
      'products.jsonl': [{ code: PRODUCT.code, price: 1100 }],
      'suppliers.jsonl': [{ external_id: SUPPLIER.external_id, name_legal: 'Kōwhai Ltd' }],
      'supplier-orders.jsonl': [{ po_number: 'PO1', received_at: '2026-11-19T00:00:00Z' }],
    })
    expect(counts(await run())).toEqual({
      products: [0, 1, 0, 0],
      suppliers: [0, 1, 0, 0],
      'supplier-orders': [0, 1, 0, 0],
    })
    const { db } = database
    const one = { code: PRODUCT.code, price_cents: 1100, description: 'Red', weight: 0.4, cost_cents: 610 }
    expect(
      await db.selectFrom('products').selectAll().where('code', '=', one.code).executeTakeFirst(),
    ).toMatchObject(one)
    const supplier = { name_legal: 'Kōwhai Ltd', website: 'https://kowhai.example' }
    expect(
      await db.selectFrom('suppliers').selectAll().where('external_id', '=', 'S1').executeTakeFirst(),
    ).toMatchObject(supplier)
    expect(
      await db.selectFrom('supplier_orders').selectAll().where('po_number', '=', 'PO1').executeTakeFirst(),
    ).toMatchObject({
      expected_at: '2026-11-30T00:00:00.000Z',
      received_at: '2026-11-19T00:00:00.000Z',
      branch: 'christchurch',
    })
  })
})
