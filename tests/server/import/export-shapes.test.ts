import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { exportsOnTest, fixture, fixtureText } from './harness.ts'

type Row = Record<string, string>

/** The rows of a fixture as a spreadsheet shows them, read without the profiles. */
function rowsOf(name: string): Row[] {
  return parse(fixtureText(name), { columns: true })
}

/** '45.20' → 4520. */
function centsOf(cell = ''): number {
  const [dollars = '0', cents = ''] = cell.split('.')
  return Number(dollars) * 100 + Number(cents.slice(0, 2).padEnd(2, '0'))
}

/** The items and the freight of an order together. */
function linesOf({ items, freight }: Order): number {
  return items.reduce((sum, { costs }) => sum + (costs.subtotal ?? 0), freight.subtotal ?? 0)
}

describe('orders of Shopify', () => {
  const { load, order } = exportsOnTest()
  const file = 'shopify-standing.csv'
  const read = () => load({ [file]: fixture(file) }, { pickupLocations: ['Hornby'] })

  // EXP-3
  it('have the total and the GST of the file to the cent, and lines that add up to them', async () => {
    expect((await read()).said).toEqual([])
    const rows = rowsOf(file).filter(({ Total }) => Total !== '')
    expect(rows).toHaveLength(13)
    for (const { Name = '', Total, Taxes } of rows) {
      const found: Order = await order(Name)
      expect([Name, found.costs.total, found.costs.tax]).toEqual([Name, centsOf(Total), centsOf(Taxes)])
      expect(found.costs.subtotal).toBe(centsOf(Total) - centsOf(Taxes))
      expect(linesOf(found)).toBe(found.costs.subtotal)
    }
  })

  it('have untaxed freight and lines as they are, and the discount as a line', async () => {
    await read()
    expect(await order('#2001')).toMatchObject({ freight: { subtotal: 850 }, costs: { subtotal: 4850 } })
    expect(await order('#2002')).toMatchObject({ freight: { subtotal: 1000 }, costs: { subtotal: 5000 } })
    // 45.20 less 5.90 GST is 39.30: the lines have 38.00 and 10.00 without GST.
    expect(await order('#2003')).toMatchObject({
      costs: { subtotal: 3930 },
      items: [
        { quantity: 2, fulfilled_quantity: 2, costs: { subtotal: 3800 } },
        { quantity: 1, fulfilled_quantity: 0, costs: { subtotal: 1000 } },
        { quantity: 0, product: { code: 'DISCOUNT', name: 'Discount SPRING' }, costs: { subtotal: -870 } },
      ],
    })
    expect(linesOf(await order('#2003'))).toBe(3930)
    expect(await order('#2004')).toMatchObject({
      items: [{ costs: { subtotal: 2000 } }, { costs: { subtotal: 2000 }, product: { price: 2000 } }],
    })
    expect(await order('#2013')).toMatchObject({
      freight: { subtotal: 3000 },
      costs: { subtotal: 5300, tax: 0 },
    })
  })

  const PAID = '2026-11-17T20:01:00.000Z'
  it.each([
    ['#2001', 'Paid', PAID, null],
    ['#2002', 'Ordered', null, null],
    ['#2003', 'Paid', PAID, null],
    ['#2004', 'Ordered', null, null],
    ['#2005', 'Refunded', PAID, null],
    ['#2007', 'Cancelled', null, null],
    ['#2008', 'Expired', null, null],
    ['#2009', 'Cancelled', PAID, null],
    ['#2010', 'On hold', null, null],
    ['#2013', 'Shipped', PAID, '2026-11-18T21:00:00.000Z'],
  ])('mean what both status columns say: %s is %s', async (code, status, paid_at, shipped_at) => {
    await read()
    expect(await order(code)).toMatchObject({ status, dates: { paid_at, shipped_at } })
  })

  // EXP-2
  it('are pick-ups by the shipping method or a location of the business, whatever address they have', async () => {
    await read()
    const codes = rowsOf(file).flatMap(({ Name = '', Total }) => (Total ? Name : []))
    const pickups: string[] = []
    for (const code of codes) if ((await order(code)).freight.is_pickup) pickups.push(code)
    expect(pickups).toEqual(['#2004', '#2006', '#2010', '#2011'])
    expect(await order('#2011')).toMatchObject({
      delivery_address: { street: '5 Tory Street', city: 'Wellington' },
    })
  })

  it('are refused in another currency, and with an unknown word', async () => {
    const text = fixtureText(file)
      .replace('no,NZD,46.00,8.50', 'no,CAD,46.00,8.50')
      .replace('authorized', 'hoped')
    const { said } = await load({ [file]: text })
    expect(said).toEqual([
      `${file}:2: Currency: must be NZD: this order is in CAD`,
      expect.stringContaining(
        `${file}:3: Financial Status: is an unknown word, hoped: the known ones are paid, `,
      ),
    ])
  })
})

describe('orders of WooCommerce', () => {
  const { load, order, customer } = exportsOnTest()

  it('of Advanced Order Export are loaded', async () => {
    const file = 'woocommerce-advanced-order-export.csv'
    const outcome = await load({ 'orders-2026-11-18.csv': fixture(file) })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'orders-2026-11-18.csv: WooCommerce orders export (Advanced Order Export), 37 of 37 columns known',
    ])
    expect(outcome.notes).toEqual(
      expect.arrayContaining([
        'orders-2026-11-18.csv:6: Order Status: is an unknown word, Waiting for stock: the order is open and unpaid',
        'orders-2026-11-18.csv:7: Order Status: Draft is no order here: left out',
      ]),
    )
    for (const row of rowsOf(file).filter((one) => one['Order Status'] !== 'Draft')) {
      const total = centsOf(row['Order Total Amount'])
      const tax = centsOf(row['Order Total Tax Amount'])
      const { costs } = await order(row['Order Number'] ?? '')
      expect(costs).toEqual({ total, tax, subtotal: total - tax })
    }
    expect(await order('601')).toMatchObject({
      status: 'Paid',
      customer: { name: 'Aroha Ngata', company: 'Tāmaki Plumbing & Gas', phone: '0215550188' },
      notes: 'For Mere Rewi',
      delivery_address: { street: '5 Tory Street', city: 'Wellington', postcode: '6011' },
      freight: { subtotal: 800, is_pickup: false },
      dates: { ordered_at: '2026-11-17T21:00:00.000Z' },
      items: [
        { quantity: 2, product: { code: 'PEX-20-RED', price: 900 }, costs: { subtotal: 1800 } },
        { quantity: 1.5, product: { code: 'SEAL-310', price: 1200 }, costs: { subtotal: 1800 } },
      ],
    })
    expect(await order('602')).toMatchObject({ status: 'Refunded', items: [{ quantity: 0 }] })
    expect(await order('603')).toMatchObject({ status: 'Ordered', freight: { is_pickup: true } })
    expect(await order('604')).toMatchObject({ status: 'Ordered' })
  })

  it('of Order Export & Order Import are loaded: items packed in columns, the month first', async () => {
    const outcome = await load({ 'order_export.csv': fixture('woocommerce-import-export-suite.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'order_export.csv: WooCommerce orders export (Order Export & Order Import), 58 of 58 columns known',
    ])
    // 25.00 + 5.00 + 8.00 freight + 2.00 fees = 40.00, and 6.00 GST.
    const first: Order = await order('701')
    expect(first).toMatchObject({
      status: 'Paid',
      payment_method: 'Credit card',
      payment_reference: 'ch_701',
      freight: { subtotal: 800 },
      costs: { subtotal: 4000, tax: 600, total: 4600 },
      dates: { ordered_at: '2026-11-08T21:00:00.000Z', paid_at: '2026-11-08T21:01:00.000Z' },
      items: [
        { quantity: 2, product: { code: 'PEX-20-RED', name: 'Pipe, 20 mm | red', price: 1250 } },
        { quantity: 1, product: { code: 'Sealant: white', name: 'Sealant: white', price: 500 } },
        { quantity: 0, product: { code: 'FEES' }, costs: { subtotal: 200 } },
      ],
    })
    expect(linesOf(first)).toBe(4000)
    expect(await order('702')).toMatchObject({
      status: 'Collected',
      freight: { is_pickup: true },
      dates: { ordered_at: '2026-11-09T05:30:00.000Z', paid_at: '2026-11-09T05:31:00.000Z' },
      items: [{ quantity: 2.5, product: { code: 'HOSE-20', price: 400 }, costs: { subtotal: 1000 } }],
    })
    expect(await customer('mere@example.com')).toMatchObject({ company: 'Rewi Ltd', city: 'Wellington' })
  })
})

describe('invoices of Xero', () => {
  const { load, order } = exportsOnTest()

  // EXP-1
  it('are orders if they are approved sales invoices; everything else is left out by its word', async () => {
    const outcome = await load({ 'Invoices.csv': fixture('xero-all-types.csv') })
    expect(outcome.said).toEqual([])
    expect(outcome.notes.filter((note) => note.includes('left out'))).toEqual([
      'Invoices.csv:4: Status: Awaiting Approval is no order here: left out',
      'Invoices.csv:5: Status: Draft is no order here: left out',
      'Invoices.csv:6: Status: Voided is no order here: left out',
      'Invoices.csv:7: Type: Sales credit note is no order here: left out',
      'Invoices.csv:8: Type: Sales overpayment is no order here: left out',
      'Invoices.csv:9: Type: Sales prepayment is no order here: left out',
      'Invoices.csv:10: Type: Bill is no order here: left out',
    ])
    expect(outcome.loaded.map(({ kind, loaded }) => [kind, loaded.added])).toEqual([
      ['customers', 1],
      ['orders', 2],
    ])
    expect(await order('INV-3001')).toMatchObject({
      status: 'Ordered',
      freight: { subtotal: 1000 },
      costs: { subtotal: 5000, tax: 750, total: 5750 },
      items: [{ quantity: 4, costs: { subtotal: 4000 } }],
    })
    expect(await order('INV-3005')).toMatchObject({ status: 'Paid', costs: { subtotal: 1000, tax: 0 } })
  })
})

describe('item sales of MYOB', () => {
  const { load, order } = exportsOnTest()

  it('are read without quoting, and faults have the line numbers of an editor', async () => {
    const text = fixtureText('MYOB-ITEMSALE.TXT')
    const line = text.split('\r\n').findIndex((one) => one.includes('32/03/2026')) + 1
    const { said, recognised } = await load({ 'ITEMSALE.TXT': text })
    expect(recognised).toEqual(['ITEMSALE.TXT: MYOB item sales export, 59 of 59 columns known'])
    expect(said).toEqual([expect.stringContaining(`ITEMSALE.TXT:${line}: Date: must be a time`)])
    expect((await load({ 'ITEMSALE.TXT': text.replace('32/03', '31/03') })).said).toEqual([])
    expect(await order('00002113')).toMatchObject({
      delivery_address: { street: 'COLLECT EACH" 50 SHEETS, 7 Port Road', city: 'Nelson', postcode: '7010' },
      costs: { subtotal: 1415043, tax: 212257, total: 1627300 },
      items: [
        {
          quantity: 500,
          product: { name: 'PLANK 8 MM (20" X 300)', price: 2826 },
          costs: { subtotal: 1413043 },
        },
        { quantity: 2, product: { name: 'PLANK' }, costs: { subtotal: 2000 } },
      ],
    })
  })

  it('in a folder are found among notes and lists of faults', async () => {
    const files = {
      'notes.txt': 'Ask Mere\nabout these',
      'a.csv.faults.txt': 'a.csv:1: x',
      'I.TXT': 'Co./Last Name',
    }
    expect((await load({ ...files, 'ITEMSALE.TXT': fixture('MYOB-ITEMSALE.TXT') })).recognised).toHaveLength(
      1,
    )
  })
})

describe('customers and products', () => {
  const run = exportsOnTest()
  const { load, customer } = run

  it('of Shopify: a customer who is here already is found by the e-mail address', async () => {
    await load({ 'customers.csv': 'code,name,email\n10482,Aroha,aroha@example.com\n' })
    run.clear()
    expect((await load({ 'export.csv': fixture('shopify-customers.csv') })).said).toEqual([])
    expect(await customer('10482')).toMatchObject({ name: 'Aroha Ngata', company: 'Tāmaki Plumbing & Gas' })
    expect(await customer('aroha@example.com')).toBeUndefined()
  })

  it('of Shopify: several people of one company are several customers', async () => {
    const outcome = await load({ 'export.csv': fixture('shopify-customers.csv') })
    expect([outcome.said, outcome.recognised]).toEqual([
      [],
      ['export.csv: Shopify customers export, 20 of 20 columns known'],
    ])
    expect(outcome.notes).toEqual([
      'export.csv:5: has neither a code, an e-mail address nor a name: left out',
    ])
    expect(await customer('aroha@example.com')).toMatchObject({
      ...{ name: 'Aroha Ngata', company: 'Tāmaki Plumbing & Gas', phone: '+64215550188' },
      ...{
        street: '42 Hugo Johnston Drive, Unit 3',
        city: 'Auckland',
        postcode: '1061',
        country: 'New Zealand',
      },
    })
    expect(await customer('hemi@example.com')).toMatchObject({ name: 'Hēmi Ngata', phone: '+64 9 555 0100' })
    expect(await customer('WIREMU-TAIT')).toMatchObject({ email: null, suburb: 'Regent', postcode: '0112' })
  })

  it.each([
    ['shopify-products.csv', 'Pipe - Red / 2 m', 39, 3],
    ['shopify-products-2025.csv', 'Pipe - Red', 43, 2],
  ])('of Shopify: %s has a product for each variant, with its weight', async (file, name, columns, count) => {
    const outcome = await load({ 'export.csv': fixture(file) })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised[0]).toContain(`${columns} of ${columns} columns known`)
    const found = await run.db.selectFrom('products').selectAll().orderBy('code').execute()
    expect(found).toHaveLength(count)
    expect(found.find(({ code }) => code === 'PEX-20-RED')).toMatchObject({
      ...{ name, price_cents: 1000, cost_cents: 610, weight: 0.4 },
    })
    expect(found.find(({ code }) => code === 'PEX-20-BLU')).toMatchObject({ price_cents: 2000, weight: 1 })
    if (count === 3) expect(found[0]).toMatchObject({ code: 'Gift voucher', price_cents: 2000, weight: 0 })
  })

  it('of Xero: contacts have company, terms and both addresses', async () => {
    const outcome = await load({ 'Contacts.csv': fixture('xero-contacts.csv') })
    expect([outcome.said, outcome.recognised]).toEqual([
      [],
      ['Contacts.csv: Xero contacts export, 73 of 73 columns known'],
    ])
    expect(await customer('KAU01')).toMatchObject({
      ...{ company: 'Kauri Builders', name: 'Ngaio Kingi', terms: 'account', phone: '06 555 0101' },
      ...{
        street: 'PO Box 12',
        postcode: '4140',
        delivery_street: '9 Marine Parade',
        delivery_postcode: '4110',
      },
    })
    expect(await customer('RIMU-CAFE')).toMatchObject({ company: 'Rimu Cafe', terms: 'cash', city: 'Nelson' })
  })

  it('of Unleashed: customers have company, terms and credit stop', async () => {
    const outcome = await load({ 'Customers.csv': fixture('unleashed-customers.csv') })
    expect([outcome.said, outcome.recognised]).toEqual([
      [],
      ['Customers.csv: Unleashed customers export, 43 of 43 columns known'],
    ])
    expect(await customer('RIMU')).toMatchObject({
      company: 'Rimu Emporium',
      terms: 'account',
      credit_stop: 1,
    })
    expect(await customer('KAURI')).toMatchObject({ name: 'Ngaio Kingi', terms: 'cash', credit_stop: 0 })
  })
})

describe('invoices of Unleashed', () => {
  const { load, order, customer, clear } = exportsOnTest()
  const invoices = fixtureText('unleashed-invoices.csv')
  const lines = fixture('unleashed-invoice-lines.csv')

  it('are loaded with the lines of their other file', async () => {
    expect((await load({ 'Invoices.csv': invoices, 'InvoiceLines.csv': lines })).said).toEqual([
      'Invoices.csv:3: Total: is not the total in New Zealand dollars: this order is in another currency',
    ])
    const outcome = await load({ 'Invoices.csv': invoices.replace(',160.0,', ',100.0,') })
    expect(outcome.said).toEqual([])
    expect(outcome.recognised).toEqual([
      'Invoices.csv: Unleashed sales invoices export, 35 of 35 columns known',
    ])
    expect(outcome.notes).toContain('Invoices.csv:4: InvoiceStatus: Parked is no order here: left out')
    expect(await order('SI-00000201')).toMatchObject({
      ...{ reference: 'SO-00000201', status: 'Shipped', customer: { code: 'RIMU' } },
      costs: { subtotal: 13000, tax: 1950, total: 14950 },
      dates: { ordered_at: '2025-11-17T23:00:00.000Z', shipped_at: '2025-11-17T23:00:00.000Z' },
      delivery_address: { street: '3 Port Road', city: 'Nelson', postcode: '7010' },
      items: [
        { quantity: 30, product: { code: 'SHELF', price: 400 }, costs: { subtotal: 12000 } },
        { quantity: 2, product: { code: 'STAIN', price: 500 }, costs: { subtotal: 1000 } },
      ],
    })
    expect(await order('SI-00000202')).toMatchObject({ costs: { subtotal: 10000, tax: 0 }, items: [] })
    expect(await customer('KAURI')).toMatchObject({ company: 'Kauri Discount' })
  })

  it('need the file with their lines, and this one needs theirs', async () => {
    expect((await load({ 'Invoices.csv': invoices })).said[0]).toBe(
      'Invoices.csv:0: has no items: import it together with the lines of sales invoices',
    )
    clear()
    expect((await load({ 'InvoiceLines.csv': lines })).said).toEqual([
      'InvoiceLines.csv:0: has only the lines of sales invoices: import it together with their file',
    ])
  })
})

// EXP-4
describe('a file that is nearly a known export', () => {
  const { load } = exportsOnTest()
  const shopify = fixtureText('shopify-standing.csv')

  it.each([
    [
      'export.csv',
      shopify.replace('Lineitem price', 'Price of the line'),
      "looks like Shopify's orders; the column Lineitem price is missing; not known: Price of the line",
    ],
    [
      'orders.csv',
      shopify.replace('Lineitem price', 'Price of the line').replace('Financial Status', 'Money'),
      "looks like Shopify's orders; the columns Financial Status and Lineitem price are missing; not known: Money, Price of the line",
    ],
    [
      'stock.csv',
      'Bin,Count\nA,1\n',
      'is not recognised: its columns are those of no known export, and its name does not begin with suppliers, products, customers, orders or supplier-orders',
    ],
  ])('%s says what is missing', async (name, text, reason) => {
    expect((await load({ [name]: text })).said).toEqual([`${name}:0: ${reason}`])
  })
})
