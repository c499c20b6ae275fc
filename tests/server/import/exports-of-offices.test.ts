import { describe, expect, it } from 'vitest'
import { AROHA, exportsOnTest, fixture } from './exports-on-test.ts'
import { counts, PRODUCT } from './harness.ts'

const run = exportsOnTest()
const { load, order, customer } = run

describe('Xero', () => {
  it('sales invoices are loaded, freight as freight, credit notes left out', async () => {
    const outcome = await load({
      'customers.jsonl': [AROHA],
      'SalesInvoices.csv': fixture('xero-sales-invoices.csv'),
    })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'SalesInvoices.csv: Xero sales invoices export, 44 of 44 columns known',
    ])
    expect(outcome.notes).toEqual([
      'SalesInvoices.csv:5: ContactName: is no customer here: Ngaio Kingi is made as customer NGAIO-KINGI',
      'SalesInvoices.csv:6: Type: is no order: CN-0007 is left out',
    ])
    expect(counts(outcome).orders).toEqual([2, 0, 0, 0])
    expect(await order('INV-0042')).toMatchObject({
      status: 'Paid',
      reference: 'PO 7781',
      customer: { code: '10482' },
      delivery_address: { street: '42 Hugo Johnston Drive', suburb: 'Penrose', city: 'Auckland' },
      freight: { subtotal: 800 },
      costs: { subtotal: 3800, tax: 570, total: 4370 },
      dates: { ordered_at: '2026-11-17T11:00:00.000Z' },
      items: [
        { quantity: 2.5, costs: { subtotal: 3000 }, product: { code: 'PEX-20-RED', price: 1200 } },
        { quantity: 0, product: { name: 'Thank you for your order', price: 0 } },
      ],
    })
    expect(await order('INV-0043')).toMatchObject({
      status: 'Ordered',
      costs: { subtotal: 2000, tax: 300, total: 2300 },
      items: [{ quantity: 2, costs: { subtotal: 2000 }, product: { price: 1000 } }],
    })
  })
})

describe('MYOB', () => {
  it('item sales are loaded: Windows-1252, tabs, blank lines between sales', async () => {
    const outcome = await load({ 'itemsale.csv': fixture('myob-item-sales.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'itemsale.csv: MYOB item sales export, 52 of 52 columns known; read as Windows-1252',
    ])
    expect(counts(outcome)).toEqual({ customers: [2, 0, 0, 0], orders: [2, 0, 0, 0] })
    expect(outcome.notes).toEqual([
      'itemsale.csv:3: Co./Last Name: is no customer here: Café Brûlée Ltd is made as customer CAFE-BRULEE-LTD',
      'itemsale.csv:6: Card ID: is no customer here: CUS000045 is made as customer CUS000045',
      'itemsale.csv:8: Sale Status: is no order: 00000125 is left out',
    ])
    expect(await order('00000123')).toMatchObject({
      customer: { name: 'Café Brûlée Ltd', company: 'Café Brûlée Ltd' },
      reference: '77',
      delivery_address: {
        street: '8 Riccarton Road',
        suburb: 'Riccarton',
        city: 'Christchurch',
        postcode: '8011',
      },
      freight: { branch: 'christchurch', subtotal: 800 },
      costs: { subtotal: 101800, tax: 15270, total: 117070 },
      items: [
        { quantity: 100, costs: { subtotal: 100000 }, product: { price: 1000 } },
        { quantity: 1, costs: { subtotal: 1000 }, product: { price: 2000 } },
      ],
    })
    expect(await order('00000124')).toMatchObject({
      customer: { code: 'CUS000045', name: 'Hine Parata', company: null },
      delivery_address: { street: '1 Beach Road', city: 'Kaikoura', postcode: '7300' },
      costs: { subtotal: 3000, tax: 450, total: 3450 },
    })
  })

  it('files that are neither UTF-8 nor Windows-1252 are refused', async () => {
    const bytes = fixture('myob-item-sales.csv').map((byte) => (byte === 0xe9 ? 0x81 : byte))
    expect((await load({ 'itemsale.csv': bytes })).said).toContain(
      'itemsale.csv:3: Co./Last Name: has a character that is not UTF-8',
    )
  })
})

describe('Cin7', () => {
  it('sales orders are loaded: semicolons, decimal commas, decimal quantities', async () => {
    const outcome = await load({ 'SalesOrders.csv': fixture('cin7-sales-orders.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual(['SalesOrders.csv: Cin7 sales orders export, 69 of 69 columns known'])
    expect(await order('SO-1881')).toMatchObject({
      reference: '4501',
      delivery_address: { street: 'Unit 2, 14 Kahikatea Drive', city: 'Hamilton', postcode: '3204' },
      notes: 'For Wiremu Tait\nYard closes at 4',
      freight: { branch: 'christchurch', subtotal: 1000 },
      costs: { subtotal: 11375, tax: 1706, total: 13081 },
      dates: { ordered_at: '2026-11-17T21:00:00.000Z' },
      items: [{ quantity: 2.5, costs: { subtotal: 1375 }, product: { price: 550 } }, { quantity: 1 }],
    })
    expect(await customer('mere@example.com')).toMatchObject({
      name: 'Mere Rewi',
      company: 'Waikato Drainage',
      mobile: '0215550144',
    })
  })
})

describe('Infusion', () => {
  it('customers are loaded, and orders find them', async () => {
    const outcome = await load({
      'Customers.csv': fixture('infusion-customers.csv'),
      'orders_export.csv': fixture('shopify-orders.csv'),
    })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised[0]).toBe('Customers.csv: Infusion customers export, 38 of 38 columns known')
    expect(outcome.notes.slice(0, 2)).toEqual([
      'Customers.csv:3: Phone: has no zero at the beginning, 95550177: read as 095550177',
      'orders_export.csv:4: Billing Name: names no customer: customer CASH is made',
    ])
    expect(await customer('10482')).toMatchObject({
      infusion_key: 'TAMAKIPL',
      name: 'Aroha Ngata',
      company: 'Tāmaki Plumbing & Gas',
      pricing: 'wholesale',
      street: 'PO Box 12',
      delivery_street: '42 Hugo Johnston Drive',
      delivery_suburb: 'Penrose',
    })
    expect(await customer('10483')).toMatchObject({
      name: 'Kauri Builders',
      street: '3 Bank Street',
      postcode: '0110',
      delivery_street: null,
    })
    expect(await order('#1001')).toMatchObject({ customer: { code: '10482' } })
  })

  it('products are loaded', async () => {
    const outcome = await load({
      'products.jsonl': [PRODUCT],
      'Products 2026.csv': fixture('infusion-products.csv'),
    })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'Products 2026.csv: Infusion products export, 24 of 24 columns known',
    ])
    const products = await run.db.selectFrom('products').selectAll().orderBy('code').execute()
    expect(products).toMatchObject([
      { code: 'P/1' },
      { code: 'PEX-20-RED', price_cents: 1250, cost_cents: 610, wholesale_cents: 950, depth: 500 },
      { code: 'SEAL-310-WHT', name: 'Sealant, white, 310 ml', price_cents: 100990, cost_cents: null },
    ])
  })

  it('suppliers are not loaded as customers', async () => {
    const outcome = await load({ 'suppliers.csv': 'Account Number,Sort Key,Organisation Name\n1,A,B' })
    expect(outcome.recognised).toEqual([])
    expect(outcome.said).toHaveLength(3)
  })
})
