import { describe, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { PROFILES } from '../../../src/server/import/profiles/all-profiles.ts'
import { comparable, profileName } from '../../../src/server/import/profiles/profile.ts'
import { codesOf, signedInApp } from '../orders/harness.ts'
import { CUSTOMER, counts, exportsOnTest, fixture, fixtureText, PRODUCT } from './harness.ts'

/** A customer whom exports know by e-mail address or company. */
const AROHA = { ...CUSTOMER, email: 'aroha@example.com' }

const { load, order } = exportsOnTest()

describe('an export', () => {
  it('may not name a column twice', async () => {
    const [header] = fixtureText('shopify-orders.csv').split('\n')
    expect((await load({ 'x.csv': `${header},Email\n` })).said).toEqual(['x.csv:1: Email: is there twice'])
  })

  it('may not contradict itself about one order', async () => {
    const text = fixtureText('xero-sales-invoices.csv').replace('PO 7781', 'PO 1')
    expect((await load({ 'x.csv': text })).said).toContain(
      'x.csv:3: Reference: is not what line 2 says of the same record',
    )
  })

  it('gets the zeros back that a spreadsheet removed from codes of customers and products', async () => {
    const outcome = await load({
      'customers.csv': 'code,name\n00482,Aroha\n00483,Tama\n483,Mere',
      'products.csv': 'code,name,price\n0012,Pipe,1\n0013,Seal,1\n00013,Tap,1',
      'x.csv': [
        'Co./Last Name,Invoice No.,Date,Card ID,Item Number,Quantity,Price',
        'Ngata,1,18/11/2026,482,12,1,5',
        'Ngata,1,18/11/2026,482,13,1,5',
        'Hohepa,2,18/11/2026,483,0012,1,5',
      ].join('\n'),
    })
    expect(outcome.said).toEqual([])
    expect(outcome.notes).toEqual([
      'x.csv:2: Card ID: has no zeros at the beginning, 482: read as 00482',
      'x.csv:2: Item Number: has no zeros at the beginning, 12: read as 0012',
    ])
    const codesOf = ({ customer, items }: Order) => [
      customer.code,
      ...items.map(({ product }) => product.code),
    ]
    // Two products have the code 13 but for zeros: neither is taken.
    expect(codesOf(await order('1'))).toEqual(['00482', '0012', '13'])
    expect(codesOf(await order('2'))).toEqual(['483', '0012'])
  })

  it('with an order that is too long for the memory is refused, with one fault about that', async () => {
    const lines = Array.from({ length: 60 }, () => `#1,paid,2026-11-18,1,${'x'.repeat(100_000)},1`)
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    const { said } = await load({ 'x.csv': [header, ...lines].join('\n') })
    expect(said.filter((fault) => !fault.endsWith('Lineitem name: may have at most 500 characters'))).toEqual(
      ['x.csv:51: belongs to a record of more than 5000000 characters'],
    )
  })

  it('with an order of more than 2000 items is refused, with one fault', async () => {
    const lines = Array.from({ length: 2010 }, () => '#1,paid,2026-11-18,1,Pipe,1')
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    expect((await load({ 'x.csv': [header, ...lines].join('\n') })).said).toEqual([
      'x.csv:2: may have at most 2000 items',
    ])
  })

  it('needs a code and a time for each order', async () => {
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    const text = [header, ',paid,2026-11-18,1,Pipe,1', '#1,paid,,1,Pipe,1'].join('\n')
    expect((await load({ 'x.csv': text })).said).toEqual([
      'x.csv:2: Name: is required',
      'x.csv:3: Created at: is required',
    ])
  })
})

describe('a profile', () => {
  it.each(PROFILES.map((profile) => [profileName(profile), profile] as const))(
    'declares each column once, necessary ones too: %s',
    (_, { documented, assumed, packed, signs }) => {
      const names = [...Object.keys(documented), ...Object.keys(assumed)].map(comparable)
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
      const numbered = packed ? [`${packed.prefix}1`] : []
      expect(signs.filter((sign) => ![...names, ...numbered].includes(comparable(sign)))).toEqual([])
    },
  )
})

describe('offices', () => {
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
        'SalesInvoices.csv:6: Type: Sales Credit Note is no order here: left out',
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
        'itemsale.csv:8: Sale Status: Q is no order here: left out',
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
      expect(outcome.recognised).toEqual([
        'SalesOrders.csv: Cin7 sales orders export, 69 of 69 columns known',
      ])
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
        terms: 'account',
        credit_stop: 0,
        street: 'PO Box 12',
        delivery_street: '42 Hugo Johnston Drive',
        delivery_suburb: 'Penrose',
      })
      expect(await customer('10483')).toMatchObject({
        name: 'Kauri Builders',
        terms: 'cash',
        street: '3 Bank Street',
        postcode: '0110',
        delivery_street: null,
      })
      expect(await order('#1001')).toMatchObject({ customer: { code: '10482' } })
    })

    // ORD-60, ORD-61
    it.each([
      [
        'Unleashed',
        [
          'CustomerCode,CustomerName,StopCredit,PaymentTerm',
          'A,Ben,False,20th Month following',
          'B,Emma,True,COD',
        ],
      ],
      ['Xero', ['*ContactName,AccountNumber,DueDateSalesTerm', 'Ben,A,of the following month', 'Emma,B,']],
      [
        'MYOB',
        ['Co./Last Name,Card ID,Card Status,Terms - Payment is Due,On Hold', 'Ben,A,N,2,N', 'Emma,B,N,0,Y'],
      ],
    ])('terms and credit stop of customers of %s are loaded', async (program, lines) => {
      const outcome = await load({ 'Contacts.csv': lines.join('\n') })
      expect([outcome.said, outcome.recognised[0]]).toEqual([[], expect.stringContaining(program)])
      expect(await customer('A')).toMatchObject({ company: 'Ben', terms: 'account', credit_stop: 0 })
      const stopped = program === 'Xero' ? 0 : 1
      expect(await customer('B')).toMatchObject({ terms: 'cash', credit_stop: stopped })
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
})

describe('shops', () => {
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
      expect((await load(files)).notes).toContain(
        `${file}:2: Email: belongs to several customers: 1 is taken`,
      )
    })

    it('identifies a customer by the company, even with different e-mail addresses', async () => {
      const customers = [{ ...AROHA, email: 'accounts@example.com' }]
      const outcome = await load({ 'customers.jsonl': customers, [file]: fixture('shopify-orders.csv') })
      expect(counts(outcome).customers).toEqual([2, 0, 0, 0])
      expect(await order('#1001')).toMatchObject({ customer: { code: '10482' } })
    })

    it('reports unreadable values by line and column, and loads none of their orders', async () => {
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
      expect(counts(outcome).orders).toEqual([0, 0, 0, 0])
      expect(await run.db.selectFrom('orders').selectAll().execute()).toEqual([])
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
})
