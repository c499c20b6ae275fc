import { afterEach, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { putCustomer } from '../orders/harness.ts'
import { feedsOnTest, SHOP, shopifyLine, shopifyOrder, woocommerceOrder } from './feeds-on-test.ts'

const PIPES = { product_code: 'PEX-20-RED', quantity: 2, fulfilled_quantity: 0 }

onEachDatabase((database) => {
  const feeds = feedsOnTest(database, { pickupLocations: ['Greenpoint Store'] })
  const { order } = feeds
  afterEach(async () => {
    for (const table of ['feed_messages', 'feed_orders', 'order_items', 'order_events', 'orders'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    await database.db.deleteFrom('customers').execute()
    await database.db.deleteFrom('arrivals').execute()
  })
  const shopify = async (parts: object = {}, topic = 'orders/updated') => {
    expect((await feeds.shopify(topic, shopifyOrder(parts))).status).toBe(200)
    await feeds.applyAll()
    return order('#1001')
  }
  const woocommerce = async (parts: object = {}, topic = 'order.updated') => {
    expect((await feeds.woocommerce(topic, woocommerceOrder(parts))).status).toBe(200)
    await feeds.applyAll()
    return order('4993')
  }

  // FEED-4
  it('takes over an order of Shopify with its guest, without GST', async () => {
    expect(await shopify({ customer: null, note: 'Ring first' })).toMatchObject({
      status: 'Paid',
      customer: 'aroha@example.com',
      customer_name: 'Aroha Ngata',
      notes: 'Ring first',
      payment_method: 'shopify_payments',
      is_pickup: 0,
      ordered_at: '2026-11-19T20:00:00.000Z',
      paid_at: '2026-11-19T20:00:00.000Z',
      shipped_at: null,
      street: '42 Hugo Johnston Drive',
      suburb: 'Penrose',
      city: 'Auckland',
      postcode: '1061',
      country: 'New Zealand',
      freight_cents: 600,
      subtotal_cents: 10_600,
      tax_cents: 1590,
      total_cents: 12_190,
      items: [{ ...PIPES, product_name: 'Pipe - 20 mm', price_cents: 5000, subtotal_cents: 10_000 }],
    })
    expect(await feeds.messages()).toEqual([
      { topic: 'orders/updated', outcome: 'applied', order_key: `shopify/${SHOP}/820982911946` },
    ])
  })

  // FEED-4
  it('takes over an order of WooCommerce with its guest', async () => {
    expect(await woocommerce()).toMatchObject({
      status: 'Paid',
      customer: 'tama@example.com',
      customer_name: 'Tama Hohepa',
      notes: 'Ring first',
      ordered_at: '2026-11-19T20:00:00.000Z',
      paid_at: '2026-11-19T20:00:03.000Z',
      street: '12 Bank Street',
      suburb: 'Regent',
      city: 'Whangarei',
      postcode: '0112',
      freight_cents: 695,
      subtotal_cents: 3135,
      tax_cents: 470,
      total_cents: 3605,
      items: [{ product_code: 'PEX-20-RED', quantity: 2, price_cents: 1220, subtotal_cents: 2440 }],
    })
  })

  it('finds the customer who is here already, by e-mail address or company', async () => {
    await putCustomer(database.db, { code: '10482', name: 'Aroha', email: 'Aroha@Example.com' })
    await putCustomer(database.db, {
      code: '20001',
      name: 'Tamaki Plumbing',
      company: 'Tāmaki Plumbing & Gas',
    })
    expect(await shopify()).toMatchObject({ customer: '10482' })
    const billing = {
      ...woocommerceOrder().billing,
      company: 'TAMAKI PLUMBING & GAS',
      email: 'new@example.com',
    }
    expect(await woocommerce({ billing })).toMatchObject({ customer: '20001' })
    const { count } = await database.db
      .selectFrom('customers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(2)
  })

  database.once(() => {
    it.each<[string, object, object]>([
      ['an unpaid order', { financial_status: 'pending' }, { status: 'Ordered', paid_at: null }],
      ['a reserved payment', { financial_status: 'authorized' }, { paid_at: null, is_stopped: 0 }],
      ['a part payment', { financial_status: 'partially_paid' }, { paid_at: null }],
      ['a payment that is void', { financial_status: 'voided' }, { is_stopped: 1, status: 'Voided' }],
      ['a refund', { financial_status: 'refunded' }, { is_stopped: 1, status: 'Refunded' }],
      [
        'a cancellation',
        { cancelled_at: '2026-11-20T09:30:00+13:00' },
        { is_stopped: 1, status: 'Cancelled', cancelled_at: '2026-11-19T20:30:00.000Z' },
      ],
      ['a hold', { fulfillment_status: 'on_hold' }, { is_held: 1 }],
      [
        'a dispatch',
        {
          fulfillment_status: 'fulfilled',
          fulfillments: [
            {
              created_at: '2026-11-20T09:40:00+13:00',
              status: 'success',
              tracking_company: 'NZ Post',
              tracking_number: 'CL092594237NZ',
            },
          ],
          line_items: [shopifyLine({ fulfillment_status: 'fulfilled', fulfillable_quantity: 0 })],
        },
        {
          shipped_at: '2026-11-19T20:40:00.000Z',
          tracking_code: 'CL092594237NZ',
          items: [{ fulfilled_quantity: 2 }],
        },
      ],
      [
        'a partial dispatch',
        {
          fulfillment_status: 'partial',
          line_items: [shopifyLine({ fulfillment_status: 'partial', fulfillable_quantity: 1 })],
        },
        { shipped_at: null, items: [{ quantity: 2, fulfilled_quantity: 1 }] },
      ],
      [
        'a collection at a location of the business',
        {
          shipping_lines: [{ title: 'Greenpoint Store', price: '0.00', tax_lines: [] }],
          total_price: '115.00',
          total_tax: '15.00',
        },
        { is_pickup: 1, freight_cents: 0, total_cents: 11_500 },
      ],
      [
        'a discount as a line of its own',
        {
          discount_codes: [{ code: 'TRADE10' }],
          total_discounts: '11.50',
          subtotal_price: '103.50',
          total_tax: '14.40',
          total_price: '110.40',
          line_items: [shopifyLine({ tax_lines: [{ price: '13.50' }] })],
        },
        {
          subtotal_cents: 9600,
          tax_cents: 1440,
          total_cents: 11_040,
          items: [
            { product_code: 'PEX-20-RED', subtotal_cents: 10_000 },
            {
              product_code: 'DISCOUNT',
              product_name: 'Discount TRADE10',
              quantity: 0,
              subtotal_cents: -1000,
            },
          ],
        },
      ],
      [
        'freight that was not taxed',
        {
          shipping_lines: [{ title: 'Standard', price: '6.90', discounted_price: '6.90', tax_lines: [] }],
          total_tax: '15.00',
        },
        { freight_cents: 690, subtotal_cents: 10_690, tax_cents: 1500, total_cents: 12_190 },
      ],
      [
        'prices without GST',
        {
          taxes_included: false,
          subtotal_price: '100.00',
          total_price: '121.90',
          total_tax: '15.90',
          line_items: [shopifyLine({ price: '50.00' })],
          shipping_lines: [{ title: 'Standard', price: '6.00', tax_lines: [{ price: '0.90' }] }],
        },
        { freight_cents: 600, subtotal_cents: 10_600, tax_cents: 1590, items: [{ price_cents: 5000 }] },
      ],
      [
        'a line that was removed',
        {
          line_items: [
            shopifyLine({ id: 1, current_quantity: 1, fulfillable_quantity: 1 }),
            shopifyLine({ id: 2, sku: 'GONE', current_quantity: 0, fulfillable_quantity: 0 }),
          ],
          subtotal_price: '230.00',
          total_tax: '30.90',
          total_price: '236.90',
          current_subtotal_price: '57.50',
          current_total_tax: '8.40',
          current_total_price: '64.40',
        },
        { subtotal_cents: 5600, total_cents: 6440, items: [{ quantity: 1, subtotal_cents: 5000 }] },
      ],
      [
        'a discounted line of which a part was removed',
        {
          line_items: [
            shopifyLine({
              quantity: 2,
              current_quantity: 1,
              fulfillable_quantity: 1,
              total_discount: '23.00',
            }),
          ],
          subtotal_price: '92.00',
          total_tax: '12.90',
          total_price: '98.90',
          current_subtotal_price: '46.00',
          current_total_tax: '6.90',
          current_total_price: '52.90',
        },
        { subtotal_cents: 4600, total_cents: 5290, items: [{ quantity: 1, subtotal_cents: 4000 }] },
      ],
    ])('reads %s of Shopify', async (_, parts, expected) => {
      expect(await shopify(parts)).toMatchObject(expected)
    })

    it.each<[string, object, object]>([
      [
        'an order that waits for a bank transfer',
        { status: 'on-hold', date_paid_gmt: null },
        { paid_at: null, is_held: 0 },
      ],
      [
        'a dispatch',
        { status: 'completed', date_completed_gmt: '2026-11-19T22:00:00' },
        { shipped_at: '2026-11-19T22:00:00.000Z' },
      ],
      ['a cancellation', { status: 'cancelled' }, { is_stopped: 1, status: 'Cancelled' }],
      ['a refund', { status: 'refunded' }, { is_stopped: 1, status: 'Refunded' }],
      [
        'a collection',
        {
          shipping_lines: [
            { method_title: 'Local pickup', method_id: 'local_pickup', total: '0.00', total_tax: '0.00' },
          ],
        },
        { is_pickup: 1 },
      ],
      [
        'a fee',
        {
          fee_lines: [{ name: 'Card fee', total: '1.00', total_tax: '0.15' }],
          total: '37.20',
          total_tax: '4.85',
        },
        { subtotal_cents: 3235, tax_cents: 485, total_cents: 3720 },
      ],
    ])('reads %s of WooCommerce', async (_, parts, expected) => {
      expect(await woocommerce(parts)).toMatchObject(expected)
    })
  })

  it('leaves out what is no order', async () => {
    expect(await woocommerce({ status: 'checkout-draft' })).toBeNull()
    expect(await feeds.messages()).toMatchObject([{ outcome: 'applied' }])
    expect(await feeds.arrivals()).toEqual([])
  })

  // FEED-5
  it('applies a refund that comes before the order that contains it', async () => {
    await shopify({}, 'orders/create')
    const refund = {
      id: 929_361,
      order_id: 820_982_911_946,
      created_at: '2026-11-20T10:00:00+13:00',
      refund_line_items: [{ line_item_id: 487_817_672, quantity: 1 }],
      transactions: [{ kind: 'refund', status: 'success', amount: '57.50' }],
    }
    await feeds.shopify('refunds/create', refund)
    await feeds.applyAll()
    const rest = {
      ...{ is_stopped: 0, freight_cents: 600, subtotal_cents: 5600, tax_cents: 840, total_cents: 6440 },
      items: [{ quantity: 1 }],
    }
    expect(await order('#1001')).toMatchObject(rest)
    // The same refund by another subscription.
    await feeds.shopify('refunds/create', refund)
    await feeds.applyAll()
    expect(await order('#1001')).toMatchObject(rest)
    await feeds.shopify('refunds/create', {
      ...refund,
      id: 929_362,
      transactions: [{ kind: 'refund', status: 'success', amount: '64.40' }],
    })
    await feeds.applyAll()
    expect(await order('#1001')).toMatchObject({ is_stopped: 1, status: 'Refunded' })
  })

  // FEED-5
  it('cancels an order that WooCommerce has deleted, until a newer version comes', async () => {
    await woocommerce()
    await feeds.woocommerce('order.deleted', { id: 4993 })
    await feeds.applyAll()
    expect(await order('4993')).toMatchObject({ is_stopped: 1, status: 'Cancelled' })
    expect(await woocommerce({ date_modified_gmt: '2026-11-19T20:00:04' })).toMatchObject({ is_stopped: 1 })
    expect(await woocommerce({ date_modified_gmt: '2030-01-01T00:00:00' })).toMatchObject({ is_stopped: 0 })
  })

  // FEED-5
  it('cancels an order in the trash of WooCommerce until it is restored, and leaves out a new one', async () => {
    expect(await woocommerce({ status: 'trash' })).toBeNull()
    await woocommerce({ date_modified_gmt: '2026-11-19T20:00:06' })
    const trashed = { status: 'trash', date_modified_gmt: '2026-11-19T20:00:07' }
    expect(await woocommerce(trashed)).toMatchObject({ is_stopped: 1, status: 'Cancelled' })
    const restored = await woocommerce({ date_modified_gmt: '2026-11-19T20:00:08' }, 'order.restored')
    expect(restored).toMatchObject({ is_stopped: 0, status: 'Paid' })
  })

  // FEED-5
  it('does not overwrite an order with an older version', async () => {
    await shopify({ updated_at: '2026-11-20T11:00:00+13:00', note: 'newer' })
    expect(await shopify({ updated_at: '2026-11-20T10:59:59+13:00', note: 'older' })).toMatchObject({
      notes: 'newer',
    })
    expect((await feeds.messages()).map(({ outcome }) => outcome)).toEqual(['applied', 'older'])
  })

  it('keeps the newer version also after the messages were deleted', async () => {
    await shopify({ updated_at: '2026-11-20T11:00:00+13:00', note: 'newer' })
    await database.db.deleteFrom('feed_messages').execute()
    expect(await shopify({ updated_at: '2026-11-20T10:59:59+13:00', note: 'older' })).toMatchObject({
      notes: 'newer',
    })
  })

  // FEED-6
  it('keeps the work of staff, and notes what the shop wants', async () => {
    const before = await shopify()
    await database.db
      .insertInto('order_events')
      .values({
        ...{ order_id: before?.id ?? 0, action: 'ready', at: '2026-11-19T21:00:00.000Z' },
        ...{ staff_id: 'local:mere', staff_name: 'Mere Parata', details: '{}', changes: null, reverts: null },
      })
      .execute()
    const after = await shopify({
      updated_at: '2026-11-20T12:00:00+13:00',
      line_items: [shopifyLine({ quantity: 3, current_quantity: 3, fulfillable_quantity: 3 })],
      subtotal_price: '172.50',
      total_tax: '23.40',
      total_price: '179.40',
    })
    expect(after).toMatchObject({ total_cents: 12_190, items: [{ quantity: 2 }] })
    expect(after?.source_changes).toContain('"quantity":3')
    const cancelled = await shopify({
      updated_at: '2026-11-20T13:00:00+13:00',
      cancelled_at: '2026-11-20T13:00:00+13:00',
    })
    expect(cancelled).toMatchObject({ is_stopped: 1, status: 'Cancelled' })
  })

  database.once(() => {
    // FEED-7
    it.each<[string, object, string]>([
      [
        'a postcode that is none',
        { shipping_address: { ...shopifyOrder().shipping_address, zip: '-' } },
        'four digits',
      ],
      ['another currency', { currency: 'AUD' }, 'AUD'],
      ['an unknown word', { financial_status: 'frozen' }, 'frozen'],
      ['a list that is none', { line_items: null }, 'must be a list'],
      ['a price that is none', { line_items: [shopifyLine({ price: 'x' })] }, 'must be a number'],
    ])('keeps an order with %s for staff, as it came', async (_, parts, reason) => {
      expect(await shopify(parts)).toBeNull()
      const [kept, ...others] = await feeds.arrivals()
      expect(others).toEqual([])
      expect(kept).toMatchObject({ source: 'Shopify', kind: 'orders', state: 'waiting' })
      expect(kept?.faults).toContain(reason)
      expect(JSON.parse(kept?.original ?? '')).toEqual(JSON.parse(JSON.stringify(shopifyOrder(parts))))
      expect(await feeds.messages()).toMatchObject([{ outcome: 'waiting' }])
      // The next version without the fault ends it.
      expect(await shopify({ updated_at: '2026-11-20T14:00:00+13:00' })).not.toBeNull()
      expect((await feeds.arrivals()).map(({ state }) => state)).toEqual(['right'])
    })

    // FEED-7
    it.each<[string, string]>([
      ['text', 'no JSON at all'],
      ['a list', '[]'],
      ['an order without an id', '{"name":"#1001"}'],
    ])('keeps %s for staff', async (_, body) => {
      expect((await feeds.shopify('orders/create', body)).status).toBe(200)
      await feeds.applyAll()
      expect(await feeds.messages()).toMatchObject([{ outcome: 'waiting', order_key: null }])
      expect(await feeds.arrivals()).toMatchObject([
        { source: 'Shopify', origin: 'orders/create', code: null },
      ])
    })
  })

  it('gives the orders of a source its prefix, of two shops each its own', async () => {
    const prefixed = feedsOnTest(database, {
      prefixes: new Map([
        ['shopify', 'W-'],
        ['shop.example.nz', 'N-'],
      ]),
    })
    await prefixed.shopify('orders/create', shopifyOrder())
    await prefixed.woocommerce('order.created', woocommerceOrder())
    await prefixed.applyAll()
    expect(await order('W-1001')).not.toBeNull()
    expect(await order('N-4993')).not.toBeNull()
  })

  // FEED-10
  it.each([
    ['after', true],
    ['together with', false],
  ])('does not overwrite the order of another shop that comes %s it', async (_, isApplied) => {
    const [one, two] = ['one.example.nz', 'two.example.nz']
    const send = (shop: string, parts: object) =>
      feeds.woocommerce('order.updated', woocommerceOrder(parts), { 'x-wc-webhook-source': shop })
    await send(one, { customer_note: 'first' })
    if (isApplied) await feeds.applyAll()
    await send(two, { customer_note: 'second' })
    await feeds.applyAll()
    expect(await order('4993')).toMatchObject({ notes: 'first' })
    const [kept, ...others] = await feeds.arrivals()
    expect(others).toEqual([])
    expect(kept).toMatchObject({ source: two, code: '4993', state: 'waiting' })
    expect(kept?.faults).toContain(
      'is also the code of an order of one.example.nz: give each shop a prefix in ORDER_CODE_PREFIXES',
    )
    // The first shop's order goes on, and the other one has no say in it.
    await send(one, { customer_note: 'third', date_modified_gmt: '2026-11-19T21:00:00' })
    await feeds.woocommerce('order.deleted', { id: 4993 }, { 'x-wc-webhook-source': two })
    await feeds.applyAll()
    expect(await order('4993')).toMatchObject({ notes: 'third', is_stopped: 0 })
    expect(await feeds.arrivals()).toMatchObject([{ code: '4993', state: 'waiting' }])
    await database.db.deleteFrom('feed_messages').execute()
    await feeds.woocommerce('order.deleted', { id: 4993, again: 1 }, { 'x-wc-webhook-source': two })
    await feeds.applyAll()
    expect(await order('4993')).toMatchObject({ notes: 'third', is_stopped: 0 })
    // With a prefix, both are here.
    const prefixed = feedsOnTest(database, { prefixes: new Map([[two, 'B-']]) })
    await send(two, { customer_note: 'second', date_modified_gmt: '2030-01-01T00:00:00' })
    await prefixed.applyAll()
    expect(await order('B-4993')).toMatchObject({ notes: 'second' })
    expect(await order('4993')).toMatchObject({ notes: 'third' })
  })

  // FEED-7
  it('takes over an order of a new customer whose other order is faulty, and changes no customer', async () => {
    const address = { ...shopifyOrder().billing_address, zip: '-' }
    const faulty = { billing_address: address, shipping_address: address }
    await feeds.shopify('orders/create', shopifyOrder({ id: 1, name: '#1', ...faulty }))
    await feeds.shopify('orders/create', shopifyOrder({ id: 2, name: '#2' }))
    const other = { ...shopifyOrder().billing_address, city: 'Hamilton' }
    await feeds.shopify('orders/create', shopifyOrder({ id: 3, name: '#3', billing_address: other }))
    await feeds.applyAll()
    expect(await order('#1')).toBeNull()
    expect(await order('#2')).toMatchObject({ customer: 'aroha@example.com' })
    expect(await order('#3')).toMatchObject({ customer: 'aroha@example.com' })
    const customers = await database.db.selectFrom('customers').select('city').execute()
    expect(customers).toEqual([{ city: 'Auckland' }])
  })

  it('applies many orders together, of which one is faulty', async () => {
    for (let number = 1; number <= 45; number += 1) {
      const parts = number === 20 ? { currency: 'USD' } : {}
      await feeds.shopify('orders/create', shopifyOrder({ id: number, name: `#${number}`, ...parts }))
    }
    await feeds.applyAll()
    const { count } = await database.db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(44)
    expect(await feeds.arrivals()).toMatchObject([{ code: '#20' }])
  })
})
