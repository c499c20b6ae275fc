import * as z from 'zod'
import type { FeedMessageKind } from '../db/intake-tables.ts'
import { shopifyOrders } from '../import/profiles/shopify.ts'
import {
  amountCell,
  decimal,
  type Feed,
  type FeedRow,
  listField,
  type MessageIdentity,
  rowWith,
  type Since,
  unreadRow,
  versionOf,
  word,
} from './feed.ts'

/** The topics of Shopify's webhooks that say something of an order. */
export const SHOPIFY_TOPICS: Readonly<Record<string, FeedMessageKind>> = {
  'orders/create': 'order',
  'orders/updated': 'order',
  'orders/cancelled': 'order',
  'orders/fulfilled': 'order',
  'orders/partially_fulfilled': 'order',
  'orders/paid': 'order',
  'orders/edited': 'order',
  'refunds/create': 'refund',
}

const Amount = z.object({ amount: decimal })
const Money = z.object({ shop_money: Amount.nullish() }).nullish()

const Address = z
  .object({
    name: word,
    company: word,
    address1: word,
    address2: word,
    city: word,
    zip: word,
    province: word,
    country: word,
    country_code: word,
    phone: word,
  })
  .nullish()
type Address = z.output<typeof Address>

const TaxLine = z.object({ price: decimal })

const Line = z.object({
  id: word,
  name: word,
  title: word,
  sku: word,
  price: decimal,
  quantity: z.number(),
  /** Without what was refunded or removed. */
  current_quantity: z.number().nullish(),
  /** What is still to be sent. */
  fulfillable_quantity: z.number().nullish(),
  fulfillment_status: word,
  total_discount: decimal,
  tax_lines: listField(TaxLine),
})
type Line = z.output<typeof Line>

const ShippingLine = z.object({
  title: word,
  code: word,
  price: decimal,
  discounted_price: decimal,
  tax_lines: listField(TaxLine),
})

const Fulfilment = z.object({
  created_at: word,
  status: word,
  tracking_company: word,
  tracking_number: word,
})

const Refund = z.object({
  id: word,
  order_id: word,
  created_at: word,
  refund_line_items: listField(z.object({ line_item_id: word, quantity: z.number() })),
  transactions: listField(z.object({ kind: word, status: word, amount: decimal })),
})
type Refund = z.output<typeof Refund>

/** The fields of an order that the console has a use for. Others are ignored, because Shopify adds some each quarter. */
const Order = z.object({
  id: word,
  name: z.string({ error: 'is required' }).min(1, { error: 'is required' }),
  created_at: word,
  updated_at: word,
  cancelled_at: word,
  email: word,
  contact_email: word,
  phone: word,
  note: word,
  currency: word,
  financial_status: word,
  fulfillment_status: word,
  payment_gateway_names: listField(word),
  taxes_included: z.boolean().nullish(),
  subtotal_price: decimal,
  total_tax: decimal,
  total_price: decimal,
  current_subtotal_price: decimal,
  current_total_tax: decimal,
  current_total_price: decimal,
  current_shipping_price_set: Money,
  discount_codes: listField(z.object({ code: word })),
  tax_lines: listField(TaxLine),
  customer: z.object({ email: word, phone: word, first_name: word, last_name: word }).nullish(),
  billing_address: Address,
  shipping_address: Address,
  line_items: z.array(Line, { error: 'must be a list' }),
  shipping_lines: listField(ShippingLine),
  fulfillments: listField(Fulfilment),
  refunds: listField(Refund),
})
type Order = z.output<typeof Order>

/** What a message says besides the columns of the export. */
const MESSAGE_COLUMNS = {
  taxes_included: 'includes_gst',
  'Shipping Tax': 'freight_gst',
  'Tracking Number': 'tracking_code',
  'Tracking Company': 'tracking_company',
} as const

/** Shopify's webhooks, version 2026-10 of its API: shopify.dev/docs/api/webhooks. */
export const shopifyFeed: Feed = {
  name: 'shopify',
  program: shopifyOrders.program,
  profile: { ...shopifyOrders, documented: { ...shopifyOrders.documented, ...MESSAGE_COLUMNS } },
  identify: (kind, body, { triggeredAt }) =>
    kind === 'refund' ? ofRefund(body) : ofOrder(body, triggeredAt),
  rowOf(given, { refunds }) {
    const read = Order.safeParse(given)
    if (!read.success) return unreadRow(read.error, given, 'name')
    return rowOfOrder(withRefunds(read.data, refunds))
  },
}

const Identified = z.object({
  id: word.pipe(z.string().min(1)),
  updated_at: word,
  cancelled_at: word,
  financial_status: word,
  fulfillments: listField(z.unknown()),
  refunds: listField(z.unknown()),
})

function ofOrder(body: unknown, triggeredAt: string | null): MessageIdentity | null {
  const { data } = Identified.safeParse(body)
  if (!data) return null
  const facts = [
    data.financial_status === 'paid',
    data.fulfillments.length > 0,
    data.refunds.length > 0,
    data.cancelled_at,
  ]
  const version = versionOf(data.updated_at, triggeredAt, facts.filter(Boolean).length)
  return { orderId: data.id, version }
}

function ofRefund(body: unknown): MessageIdentity | null {
  const { data } = Refund.safeParse(body)
  return data && data.order_id !== ''
    ? { orderId: data.order_id, version: versionOf(data.created_at, null, 0) }
    : null
}

/** The order with the refunds that came by messages of their own and that its newest version does not contain yet. */
function withRefunds(order: Order, messages: Since['refunds']): Order {
  const known = new Set(order.refunds.map(({ id }) => id))
  // Two subscriptions to one topic send the same refund as two messages.
  const byId = new Map<string, Refund>()
  for (const message of messages) {
    const { data } = Refund.safeParse(message)
    if (data && !known.has(data.id)) byId.set(data.id, data)
  }
  if (byId.size === 0) return order
  const others = [...byId.values()]
  const refunds = [...order.refunds, ...others]
  const paidBack = refunds.flatMap(({ transactions }) => transactions.filter(isPaidBack))
  const sum = paidBack.reduce((total, { amount }) => total + (amount ?? 0), 0)
  const isAll = sum >= (order.total_price ?? 0) - HALF_A_CENT && sum > 0
  return {
    ...order,
    refunds,
    financial_status: isAll ? 'refunded' : sum > 0 ? 'partially_refunded' : order.financial_status,
    line_items: order.line_items.map((line) => ({
      ...line,
      current_quantity: Math.max((line.current_quantity ?? line.quantity) - refunded(line, others), 0),
    })),
    // What is left to pay follows with the next version of the order.
    current_subtotal_price: null,
    current_total_tax: null,
    current_total_price: null,
  }
}

const HALF_A_CENT = 0.005

function isPaidBack({ kind, status }: Refund['transactions'][number]): boolean {
  return kind === 'refund' && status === 'success'
}

function refunded({ id }: Line, refunds: readonly Refund[]): number {
  return refunds
    .flatMap(({ refund_line_items }) => refund_line_items)
    .reduce((sum, { line_item_id, quantity }) => sum + (line_item_id === id ? quantity : 0), 0)
}

function rowOfOrder(order: Order): FeedRow {
  const { lines, costs } = leftOf(order)
  const { billing_address: billing, shipping_address: shipping, customer } = order
  const sent = order.fulfillments.filter(({ status }) => status !== 'cancelled' && status !== 'failure')
  const last = sent.at(-1)
  return rowWith(
    {
      Name: order.name,
      Email: order.email || order.contact_email || customer?.email,
      Phone: order.phone || customer?.phone,
      'Created at': order.created_at,
      'Cancelled at': order.cancelled_at,
      'Financial Status': order.financial_status,
      'Fulfillment Status': order.fulfillment_status || 'unfulfilled',
      'Fulfilled at': order.fulfillment_status === 'fulfilled' ? (last?.created_at ?? '') : '',
      'Tracking Number': last?.tracking_number ?? '',
      'Tracking Company': last?.tracking_company ?? '',
      Currency: order.currency,
      ...costs,
      'Discount Code': order.discount_codes.map(({ code }) => code).join(', '),
      'Shipping Method': order.shipping_lines[0]?.title || order.shipping_lines[0]?.code || '',
      'Payment Method': order.payment_gateway_names.join(' + '),
      Notes: order.note,
      ...addressCells('Billing', billing, nameOfCustomer(order)),
      ...addressCells('Shipping', shipping, ''),
      taxes_included: typeof order.taxes_included === 'boolean' ? String(order.taxes_included) : undefined,
    },
    lines.map(({ line, quantity }) => ({
      'Lineitem quantity': String(quantity),
      'Lineitem name': line.name || line.title,
      'Lineitem sku': line.sku,
      'Lineitem price': amountCell(line.price),
      'Lineitem discount': amountCell(discountOf(line, quantity)),
      'Lineitem fulfillment status': line.fulfillment_status || 'pending',
      'Lineitem taxable': order.tax_lines.length > 0 && taxOf(line.tax_lines) === 0 ? 'false' : 'true',
    })),
    new Map(
      lines.flatMap(({ line, quantity }, index) =>
        typeof line.fulfillable_quantity === 'number'
          ? [[index + 1, Math.max(quantity - line.fulfillable_quantity, 0)]]
          : [],
      ),
    ),
  )
}

/**
 * The lines that are left after refunds and removals, with their costs. Of an order of which nothing is left, such as a
 * cancelled one, these are the lines that were ordered.
 */
function leftOf(order: Order): {
  lines: { line: Line; quantity: number }[]
  costs: Record<string, string>
} {
  const left = order.line_items.flatMap((line) => {
    const quantity = line.current_quantity ?? line.quantity
    return quantity > 0 ? { line, quantity } : []
  })
  const isWhole =
    left.length === 0 ||
    (left.length === order.line_items.length &&
      left.every(({ line, quantity }) => quantity === line.quantity))
  const lines = isWhole ? order.line_items.map((line) => ({ line, quantity: line.quantity })) : left
  const isCurrent = !isWhole && order.current_total_price !== null
  const [subtotal, tax, total] = isCurrent
    ? [order.current_subtotal_price, order.current_total_tax, order.current_total_price]
    : isWhole
      ? [order.subtotal_price, order.total_tax, order.total_price]
      : [null, null, null]
  const shipping = order.shipping_lines.reduce(
    (sum, { price, discounted_price }) => sum + (discounted_price ?? price ?? 0),
    0,
  )
  const current = isCurrent ? (order.current_shipping_price_set?.shop_money?.amount ?? null) : null
  return {
    lines,
    costs: {
      Subtotal: amountCell(subtotal),
      Shipping: amountCell(current ?? shipping),
      // Without the tax of the order, that of the freight would be taken for all of it.
      'Shipping Tax':
        tax === null || current !== null
          ? ''
          : amountCell(taxOf(order.shipping_lines.flatMap(({ tax_lines }) => tax_lines))),
      Taxes: amountCell(tax),
      Total: amountCell(total),
    },
  }
}

/** The share of a line's discount in what is left of it. */
function discountOf({ total_discount, quantity: ordered }: Line, quantity: number): number {
  const whole = total_discount ?? 0
  return quantity === ordered ? whole : (whole * quantity) / ordered
}

function taxOf(lines: Line['tax_lines']): number {
  return lines.reduce((sum, { price }) => sum + (price ?? 0), 0)
}

/** Of a guest, the addresses have the name. */
function nameOfCustomer({ customer }: Order): string {
  return [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
}

function addressCells(group: string, address: Address, name: string): Record<string, string> {
  return {
    [`${group} Name`]: address?.name || name,
    [`${group} Company`]: address?.company ?? '',
    [`${group} Address1`]: address?.address1 ?? '',
    [`${group} Address2`]: address?.address2 ?? '',
    [`${group} City`]: address?.city ?? '',
    [`${group} Zip`]: address?.zip ?? '',
    [`${group} Province Name`]: address?.province ?? '',
    [`${group} Country`]: address?.country_code || (address?.country ?? ''),
    [`${group} Phone`]: address?.phone ?? '',
  }
}
