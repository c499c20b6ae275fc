import { describe, expect, it } from 'vitest'
import { codesOf, signedInApp } from '../orders/harness.ts'
import { AROHA, exportsOnTest, fixture, fixtureText } from './exports-on-test.ts'
import { counts } from './harness.ts'

const run = exportsOnTest()
const { load, order, customer } = run

describe('Shopify', () => {
  const file = 'orders_export_1.csv'

  it('orders are loaded, with the number of known columns before', async () => {
    const outcome = await load({ 'customers.jsonl': [AROHA], [file]: fixture('shopify-orders.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([`${file}: Shopify orders export, 79 of 79 columns known`])
    expect(outcome.notes).toEqual([`${file}:4: Billing Name: names no customer: customer CASH is made`])
    expect(counts(outcome)).toEqual({ customers: [2, 0, 0, 0], orders: [3, 0, 0, 0] })
    expect(await order('#1001')).toMatchObject({
      status: 'Paid',
      customer: { code: '10482', company: 'Tāmaki Plumbing & Gas' },
      delivery_address: {
        street: '123 McGregor Road, RD 2',
        suburb: null,
        city: 'Papakura',
        region: 'Auckland',
        postcode: '0610',
        country: 'New Zealand',
      },
      notes: 'Leave at the workshop',
      payment_method: 'Shopify Payments',
      payment_reference: 'c123.1',
      freight: { branch: 'auckland', is_pickup: false, subtotal: 1086 },
      costs: { subtotal: 5086, tax: 763, total: 5849 },
      dates: { ordered_at: '2026-11-17T21:00:58.000Z', paid_at: '2026-11-17T21:01:12.000Z' },
      items: [
        { quantity: 2, costs: { subtotal: 2000 }, product: { code: 'PEX-20-RED', price: 1000 } },
        {
          quantity: 1,
          costs: { subtotal: 2000 },
          product: { code: 'Hose, cut to length', name: 'Hose, cut to length', price: 2174 },
        },
      ],
    })
    expect(await order('#1000')).toMatchObject({
      status: 'Ordered',
      customer: { code: 'CASH', name: 'Cash sale' },
      freight: { branch: 'christchurch', is_pickup: true, subtotal: 0 },
      delivery_address: { street: null },
    })
    expect(await order('#0999')).toMatchObject({
      status: 'Cancelled',
      customer: { code: '10482' },
      notes: 'For Mere Rewi\nLeave at the workshop',
    })
    expect(codesOf(await signedInApp(run.db).list('?query=1001'))).toEqual(['#1001'])
  })

  it('orders change nothing when they are loaded again', async () => {
    await load({ [file]: fixture('shopify-orders.csv') })
    expect(counts(await load({}))).toEqual({ orders: [0, 0, 3, 0] })
  })

  it('creates an unknown customer once', async () => {
    const { notes, ...outcome } = await load({ [file]: fixture('shopify-orders.csv') })
    expect(counts(outcome).customers).toEqual([2, 0, 0, 0])
    expect(notes).toContain(
      `${file}:2: Email: is no customer here: aroha@example.com is made as customer aroha@example.com`,
    )
    expect(await customer('aroha@example.com')).toMatchObject({
      name: 'Aroha Ngata',
      company: 'Tāmaki Plumbing & Gas',
      phone: '+64 21 555 0188',
      street: '42 Hugo Johnston Drive, Unit 3',
      city: 'Auckland',
      postcode: '1061',
    })
  })

  it('reports that several customers have the e-mail address', async () => {
    const two = [{ ...AROHA, code: '1', company: null }, AROHA]
    const files = { 'customers.jsonl': two, [file]: fixture('shopify-orders.csv') }
    expect((await load(files)).notes).toContain(`${file}:2: Email: belongs to several customers: 1 is taken`)
  })

  it('identifies a customer by the company, even with different e-mail addresses', async () => {
    const customers = [{ ...AROHA, email: 'accounts@example.com' }]
    const outcome = await load({ 'customers.jsonl': customers, [file]: fixture('shopify-orders.csv') })
    expect(counts(outcome).customers).toEqual([2, 0, 0, 0])
    expect(await order('#1001')).toMatchObject({ customer: { code: '10482' } })
  })

  it('reports unreadable values by line and column, and loads nothing', async () => {
    const text = fixtureText('shopify-orders.csv')
      .replace(',2,"Pipe, 20 mm - Red",', ',two,"Pipe, 20 mm - Red",')
      .replace('2026-11-17 16:20:00 +1300', '11/17/2026 16:20')
      .replace(',25.00,,', ',25.0.0,,')
      .replaceAll("'0610", 'ABC')
    const outcome = await load({ [file]: text })
    expect(outcome.said).toEqual([
      `${file}:2: Lineitem quantity: must be a number`,
      `${file}:3: Lineitem price: must be an amount such as 1,234.50`,
      `${file}:4: Created at: must be a time such as 18/11/2026 10:00 or 2026-11-18 10:00:00 +1300`,
      `${file}:5: Shipping Zip: must be four digits in New Zealand`,
    ])
    expect(outcome.loaded).toEqual([])
    expect(await run.db.selectFrom('customers').selectAll().execute()).toEqual([])
  })

  it('names the columns that it does not read', async () => {
    const [header, ...lines] = fixtureText('shopify-orders.csv').trimEnd().split('\n')
    const text = [`${header},Colour`, ...lines.map((line) => `${line},red`)].join('\n')
    expect((await load({ [file]: text })).recognised).toEqual([
      `${file}: Shopify orders export, 79 of 80 columns known; not read: Colour`,
    ])
  })
})

describe('WooCommerce', () => {
  it('orders are loaded', async () => {
    const outcome = await load({ 'wc-orders.csv': fixture('woocommerce-orders.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual(['wc-orders.csv: WooCommerce orders export, 56 of 56 columns known'])
    expect(outcome.notes).toEqual([
      'wc-orders.csv:2: billing_email: is no customer here: tama@example.com is made as customer tama@example.com',
      'wc-orders.csv:2: billing_phone: has no zero at the beginning, 215550199: read as 0215550199',
      'wc-orders.csv:2: delivery_address.postcode: has three digits, 112: read as 0112',
    ])
    expect(await order('4993')).toMatchObject({
      status: 'Paid',
      delivery_address: { street: '12 Bank Street', suburb: 'Regent', city: 'Whangārei', postcode: '0112' },
      notes: 'Ring first',
      freight: { subtotal: 695 },
      costs: { subtotal: 3634, tax: 545, total: 4179 },
      dates: { ordered_at: '2026-11-17T21:00:00.000Z', paid_at: '2026-11-17T21:00:00.000Z' },
      items: [
        { quantity: 2, costs: { subtotal: 2439 }, product: { code: 'PEX-20-RED', price: 1220 } },
        { quantity: 0.5, costs: { subtotal: 500 }, product: { code: 'Sealant, white', price: 1000 } },
      ],
    })
    expect(await customer('tama@example.com')).toMatchObject({
      name: 'Tama Hohepa',
      company: null,
      phone: '0215550199',
      street: 'Level 2, 5 Tory Street',
    })
  })
})
