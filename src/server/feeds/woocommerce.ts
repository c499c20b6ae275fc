import * as z from 'zod'
import type { FeedMessageKind } from '../db/intake-tables.ts'
import { woocommerceOrders } from '../import/profiles/woocommerce.ts'
import {
  amountCell,
  decimal,
  type Feed,
  type FeedRow,
  listField,
  rowWith,
  unreadRow,
  versionOf,
  word,
} from './feed.ts'

/** The topics of WooCommerce's webhooks that say something of an order. */
export const WOOCOMMERCE_TOPICS: Readonly<Record<string, FeedMessageKind>> = {
  'order.created': 'order',
  'order.updated': 'order',
  'order.restored': 'order',
  'order.deleted': 'deletion',
}

const Address = z
  .object({
    first_name: word,
    last_name: word,
    company: word,
    address_1: word,
    address_2: word,
    city: word,
    state: word,
    postcode: word,
    country: word,
    email: word,
    phone: word,
  })
  .nullish()
type Address = z.output<typeof Address>

const Line = z.object({
  name: word,
  sku: word,
  quantity: z.number(),
  /** Without tax: before discounts, and after. */
  subtotal: decimal,
  total: decimal,
  total_tax: decimal,
})

/** The fields of an order that the console has a use for. Plug-ins add others. */
const Order = z.object({
  id: word,
  number: word,
  status: z.string({ error: 'is required' }),
  currency: word,
  date_created_gmt: word,
  date_paid_gmt: word,
  date_completed_gmt: word,
  shipping_total: decimal,
  shipping_tax: decimal,
  total: decimal,
  total_tax: decimal,
  customer_note: word,
  payment_method: word,
  payment_method_title: word,
  transaction_id: word,
  billing: Address,
  shipping: Address,
  line_items: z.array(Line, { error: 'must be a list' }),
  shipping_lines: listField(z.object({ method_title: word, method_id: word })),
  fee_lines: listField(z.object({ total: decimal })),
})
type Order = z.output<typeof Order>

/** What a message says besides the columns of the export. */
const MESSAGE_COLUMNS = {
  date_completed: 'shipped_at',
  transaction_id: 'payment_reference',
} as const

/** WooCommerce's webhooks, version 3 of its REST API: developer.woocommerce.com/docs/apis/rest-api/v3/orders. */
export const woocommerceFeed: Feed = {
  name: 'woocommerce',
  program: woocommerceOrders.program,
  profile: { ...woocommerceOrders, documented: { ...woocommerceOrders.documented, ...MESSAGE_COLUMNS } },
  identify(kind, body, { receivedAt }) {
    const { data } = Identified.safeParse(body)
    if (!data) return null
    // A deletion has no time of its own: it is newer than all that was changed before it came.
    if (kind === 'deletion') return { orderId: data.id, version: versionOf(receivedAt, null, 0) }
    const facts = [data.date_paid_gmt, data.date_completed_gmt, ENDED.has(data.status)]
    const version = versionOf(inUtc(data.date_modified_gmt), null, facts.filter(Boolean).length)
    return { orderId: data.id, version }
  },
  rowOf(given, { isDeleted, isNew }) {
    const read = Order.safeParse(given)
    if (!read.success) return unreadRow(read.error, given, 'number')
    // In the trash, an order that is here is withdrawn; one that never came is left out.
    const isWithdrawn = isDeleted || (read.data.status === 'trash' && !isNew)
    return rowOfOrder(isWithdrawn ? { ...read.data, status: 'cancelled' } : read.data)
  },
}

const Identified = z.object({
  id: word.pipe(z.string().min(1)),
  status: word,
  date_modified_gmt: word,
  date_paid_gmt: word,
  date_completed_gmt: word,
})

/** Statuses after which an order does not go on: of two versions of one second, such a one is the later. */
const ENDED = new Set(['cancelled', 'refunded', 'failed'])

/** '2026-11-20T01:02:03' is in UTC in the fields that end with `_gmt`. */
function inUtc(time: string): string {
  return time === '' || /(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`
}

function rowOfOrder(order: Order): FeedRow {
  const fees = order.fee_lines.reduce((sum, { total }) => sum + (total ?? 0), 0)
  const [method] = order.shipping_lines
  return rowWith(
    {
      order_number: order.number,
      order_id: order.id,
      date: inUtc(order.date_created_gmt),
      paid_date: inUtc(order.date_paid_gmt),
      date_completed: inUtc(order.date_completed_gmt),
      status: order.status,
      shipping_total: amountCell(order.shipping_total),
      shipping_tax_total: amountCell(order.shipping_tax),
      fee_total: amountCell(fees),
      tax_total: amountCell(order.total_tax),
      order_total: amountCell(order.total),
      order_currency: order.currency,
      payment_method: order.payment_method_title || order.payment_method,
      shipping_method: method?.method_title || (method?.method_id ?? ''),
      transaction_id: order.transaction_id,
      customer_note: order.customer_note,
      ...addressCells('billing', order.billing),
      ...addressCells('shipping', order.shipping),
      billing_email: order.billing?.email ?? '',
      billing_phone: order.billing?.phone || (order.shipping?.phone ?? ''),
    },
    order.line_items.map((line) => ({
      item_name: line.name,
      item_sku: line.sku,
      item_quantity: String(line.quantity),
      item_price: line.quantity === 0 ? '' : amountCell((line.subtotal ?? line.total ?? 0) / line.quantity),
      item_total: amountCell(line.total),
      item_total_tax: amountCell(line.total_tax),
    })),
  )
}

function addressCells(group: string, address: Address): Record<string, string> {
  return {
    [`${group}_first_name`]: address?.first_name ?? '',
    [`${group}_last_name`]: address?.last_name ?? '',
    [`${group}_company`]: address?.company ?? '',
    [`${group}_address_1`]: address?.address_1 ?? '',
    [`${group}_address_2`]: address?.address_2 ?? '',
    [`${group}_city`]: address?.city ?? '',
    [`${group}_state`]: address?.state ?? '',
    [`${group}_postcode`]: address?.postcode ?? '',
    [`${group}_country`]: address?.country ?? '',
  }
}
