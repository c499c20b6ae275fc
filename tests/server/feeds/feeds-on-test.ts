import { createHmac } from 'node:crypto'
import type { Hono } from 'hono'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { applyDue } from '../../../src/server/feeds/apply.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import type { ShopWebhooks } from '../../../src/server/platform/shop-settings.ts'
import { NOW, signedInApp, TEST_CONFIG } from '../orders/harness.ts'

export const SHOPIFY_SECRET = 'shpss_0123456789abcdef'
export const WOOCOMMERCE_SECRET = '{2d=9,Kx&:q7 a-secret-as-WordPress-makes-it}'
export const SHOP = 'example.myshopify.com'
export const SITE = 'https://shop.example.nz/'

const SHOPS: ShopWebhooks = {
  shopify: [{ shop: SHOP, secret: SHOPIFY_SECRET }],
  woocommerce: [{ shop: null, secret: WOOCOMMERCE_SECRET }],
}

/** The base64 of an HMAC-SHA256, as shops sign. */
export function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

let deliveries = 0

/** A server that receives the webhooks of a Shopify shop and of WooCommerce. */
export function feedsOnTest(
  database: { readonly db: Connections },
  { shops = SHOPS, prefixes = new Map<string, string>(), pickupLocations = [] as string[] } = {},
) {
  const app = (): Hono<SessionEnv> => signedInApp(database.db, undefined, { ...TEST_CONFIG, shops }).app
  const send = async (path: string, body: string, headers: Record<string, string>) =>
    app().request(`/api/v1/intake/${path}`, { method: 'POST', body, headers })
  const deps = () => ({
    db: database.db,
    clock: () => NOW,
    prefixes,
    business: { pickupLocations },
  })
  const readAll = async () => {
    for (;;) {
      const due = await database.db
        .selectFrom('feed_messages')
        .select('id')
        .where('settled_at', 'is', null)
        .execute()
      if (due.length === 0) return
      await applyDue(deps())
    }
  }
  return {
    app,
    send,
    deps,
    /** Applies all pending messages. */
    applyAll: readAll,
    /** Sends a message as Shopify does, with an id of its own unless given. */
    async shopify(topic: string, body: unknown, headers: Record<string, string> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      deliveries += 1
      return send('shopify', text, {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': SHOP,
        'x-shopify-webhook-id': `delivery-${deliveries}`,
        'x-shopify-hmac-sha256': signatureOf(SHOPIFY_SECRET, text),
        ...headers,
      })
    },
    /** The same as WooCommerce. */
    async woocommerce(topic: string, body: unknown, headers: Record<string, string> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      deliveries += 1
      return send('woocommerce', text, {
        'content-type': 'application/json',
        'x-wc-webhook-topic': topic,
        'x-wc-webhook-source': SITE,
        'x-wc-webhook-delivery-id': `delivery-${deliveries}`,
        'x-wc-webhook-signature': signatureOf(WOOCOMMERCE_SECRET, text),
        ...headers,
      })
    },
    /** An order with its items, without what the database generates. */
    async order(code: string) {
      const order = await database.db
        .selectFrom('orders')
        .innerJoin('customers', 'customers.id', 'orders.customer_id')
        .selectAll('orders')
        .select(['customers.code as customer', 'customers.name as customer_name', 'customers.company'])
        .where('orders.code', '=', code)
        .executeTakeFirst()
      if (!order) return null
      const items = await database.db
        .selectFrom('order_items')
        .select([
          'product_code',
          'product_name',
          'quantity',
          'price_cents',
          'subtotal_cents',
          'fulfilled_quantity',
        ])
        .where('order_id', '=', order.id)
        .orderBy('id')
        .execute()
      return { ...order, items }
    },
    messages: () =>
      database.db
        .selectFrom('feed_messages')
        .select(['topic', 'outcome', 'order_key'])
        .orderBy('id')
        .execute(),
    arrivals: () =>
      database.db
        .selectFrom('arrivals')
        .select(['source', 'kind', 'code', 'origin', 'original', 'faults', 'state'])
        .orderBy('id')
        .execute(),
  }
}

const NZ_ADDRESS = {
  first_name: 'Aroha',
  last_name: 'Ngata',
  name: 'Aroha Ngata',
  company: null,
  address1: '42 Hugo Johnston Drive',
  address2: 'Penrose',
  city: 'Auckland',
  zip: '1061',
  province: 'Auckland',
  province_code: 'AUK',
  country: 'New Zealand',
  country_code: 'NZ',
  phone: '+64 21 555 0188',
  latitude: -36.9,
  longitude: 174.8,
}

const TAX = { title: 'GST', rate: 0.15, price: '15.00', channel_liable: false }

/** A line of an order of Shopify: $57.50 each, with GST. */
export function shopifyLine(parts: object = {}) {
  return {
    id: 487_817_672,
    admin_graphql_api_id: 'gid://shopify/LineItem/487817672',
    current_quantity: 2,
    fulfillable_quantity: 2,
    fulfillment_service: 'manual',
    fulfillment_status: null,
    gift_card: false,
    grams: 1200,
    name: 'Pipe - 20 mm',
    price: '57.50',
    product_id: 788_032,
    properties: [],
    quantity: 2,
    requires_shipping: true,
    sku: 'PEX-20-RED',
    taxable: true,
    title: 'Pipe',
    total_discount: '0.00',
    variant_title: '20 mm',
    tax_lines: [TAX],
    duties: [],
    discount_allocations: [],
    ...parts,
  }
}

/** An order as the body of Shopify's webhooks: two pipes and freight of $6.90, all with GST. */
export function shopifyOrder(parts: object = {}) {
  return {
    id: 820_982_911_946,
    admin_graphql_api_id: 'gid://shopify/Order/820982911946',
    app_id: 580_111,
    cancel_reason: null,
    cancelled_at: null,
    closed_at: null,
    confirmed: true,
    contact_email: 'aroha@example.com',
    created_at: '2026-11-20T09:00:00+13:00',
    currency: 'NZD',
    current_subtotal_price: '115.00',
    current_total_discounts: '0.00',
    current_total_price: '121.90',
    current_total_tax: '15.90',
    customer_locale: 'en-NZ',
    discount_codes: [],
    email: 'aroha@example.com',
    financial_status: 'paid',
    fulfillment_status: null,
    name: '#1001',
    note: null,
    note_attributes: [],
    number: 1,
    order_number: 1001,
    payment_gateway_names: ['shopify_payments'],
    phone: null,
    presentment_currency: 'NZD',
    processed_at: '2026-11-20T09:00:00+13:00',
    source_name: 'web',
    subtotal_price: '115.00',
    tags: '',
    tax_lines: [{ ...TAX, price: '15.90' }],
    taxes_included: true,
    test: false,
    total_discounts: '0.00',
    total_discounts_set: { shop_money: { amount: '0.00', currency_code: 'NZD' } },
    total_line_items_price: '115.00',
    total_price: '121.90',
    total_shipping_price_set: { shop_money: { amount: '6.90', currency_code: 'NZD' } },
    total_tax: '15.90',
    updated_at: '2026-11-20T09:00:05+13:00',
    billing_address: NZ_ADDRESS,
    customer: {
      id: 115_310,
      email: 'aroha@example.com',
      first_name: 'Aroha',
      last_name: 'Ngata',
      phone: null,
    },
    discount_applications: [],
    fulfillments: [],
    line_items: [shopifyLine()],
    payment_terms: null,
    refunds: [],
    shipping_address: NZ_ADDRESS,
    shipping_lines: [
      {
        id: 271_878,
        code: 'Standard',
        discounted_price: '6.90',
        price: '6.90',
        title: 'Standard',
        tax_lines: [{ ...TAX, price: '0.90' }],
        discount_allocations: [],
      },
    ],
    ...parts,
  }
}

/** An order as the body of WooCommerce's webhooks: two pipes of $12.20 and freight of $6.95, without GST. */
export function woocommerceOrder(parts: object = {}) {
  return {
    id: 4993,
    parent_id: 0,
    number: '4993',
    order_key: 'wc_order_58d2d042d1d',
    created_via: 'checkout',
    version: '9.4.1',
    status: 'processing',
    currency: 'NZD',
    date_created: '2026-11-20T09:00:00',
    date_created_gmt: '2026-11-19T20:00:00',
    date_modified: '2026-11-20T09:00:05',
    date_modified_gmt: '2026-11-19T20:00:05',
    discount_total: '0.00',
    discount_tax: '0.00',
    shipping_total: '6.95',
    shipping_tax: '1.04',
    cart_tax: '3.66',
    total: '36.05',
    total_tax: '4.70',
    prices_include_tax: false,
    customer_id: 0,
    customer_note: 'Ring first',
    billing: {
      first_name: 'Tama',
      last_name: 'Hohepa',
      company: '',
      address_1: '5 Tory Street',
      address_2: 'Te Aro',
      city: 'Wellington',
      state: 'WGN',
      postcode: '6011',
      country: 'NZ',
      email: 'tama@example.com',
      phone: '021 555 0199',
    },
    shipping: {
      first_name: 'Tama',
      last_name: 'Hohepa',
      company: '',
      address_1: '12 Bank Street',
      address_2: 'Regent',
      city: 'Whangarei',
      state: 'NTL',
      postcode: '0112',
      country: 'NZ',
      phone: '',
    },
    payment_method: 'stripe',
    payment_method_title: 'Credit card',
    transaction_id: 'ch_1',
    date_paid: '2026-11-20T09:00:03',
    date_paid_gmt: '2026-11-19T20:00:03',
    date_completed: null,
    date_completed_gmt: null,
    cart_hash: '',
    meta_data: [],
    line_items: [
      {
        id: 315,
        name: 'Pipe, 20 mm, red',
        product_id: 12,
        variation_id: 0,
        quantity: 2,
        tax_class: '',
        subtotal: '24.40',
        subtotal_tax: '3.66',
        total: '24.40',
        total_tax: '3.66',
        taxes: [{ id: 75, total: '3.66', subtotal: '3.66' }],
        meta_data: [],
        sku: 'PEX-20-RED',
        price: 12.2,
      },
    ],
    tax_lines: [
      { id: 318, rate_code: 'NZ-GST-1', label: 'GST', tax_total: '3.66', shipping_tax_total: '1.04' },
    ],
    shipping_lines: [
      {
        id: 317,
        method_title: 'Flat rate',
        method_id: 'flat_rate',
        total: '6.95',
        total_tax: '1.04',
        taxes: [],
      },
    ],
    fee_lines: [],
    coupon_lines: [],
    refunds: [],
    ...parts,
  }
}
