import { sql } from 'kysely'
import * as z from 'zod'
import { BRANCHES } from '../../../contract/orders.ts'
import { gstOf, lineSubtotal } from '../../../domain/format/money.ts'
import { isPaid, isReady, isShipped, type OrderStage } from '../../../domain/orders/order-stage.ts'
import { statusOf } from '../../../domain/orders/order-status.ts'
import { exclusively, isAmong, lockRows, recordset } from '../../db/dialect/dialect.ts'
import { lotsOf } from '../../db/lots.ts'
import { searchText } from '../../orders/search-text.ts'
import {
  cents,
  centsOrNone,
  code,
  count,
  flag,
  ignored,
  isTooLarge,
  oneOf,
  TOO_LARGE,
  text,
  time,
} from './fields.ts'
import { type Kind, type Row, readerOf, type Table } from './kind.ts'
import { place } from './place.ts'

const Order = z.strictObject({
  code,
  reference: text,
  status: text,
  notes: text,
  payment_method: text,
  payment_reference: text,
  collected_by: text,
  'customer.code': code,
  'customer.name': ignored,
  'customer.company': ignored,
  'customer.phone': ignored,
  'customer.mobile': ignored,
  'customer.email': ignored,
  'customer.first_name': ignored,
  'delivery_address.street': text,
  'delivery_address.suburb': text,
  'delivery_address.city': text,
  'delivery_address.region': text,
  'delivery_address.postcode': text,
  'delivery_address.is_rural': flag,
  'delivery_address.country': text,
  'customer_address.street': ignored,
  'customer_address.suburb': ignored,
  'customer_address.city': ignored,
  'customer_address.region': ignored,
  'customer_address.postcode': ignored,
  'customer_address.is_rural': ignored,
  'customer_address.country': ignored,
  'freight.branch': oneOf(BRANCHES),
  'freight.is_pickup': flag,
  'freight.subtotal': centsOrNone,
  'freight.tracking_code': text,
  'freight.tracking_url': text,
  'freight.tracking_company': text,
  'costs.subtotal': centsOrNone,
  'costs.tax': centsOrNone,
  'costs.total': centsOrNone,
  'dates.created_at': time,
  'dates.ordered_at': time,
  'dates.paid_at': time,
  'dates.ready_at': time,
  'dates.shipped_at': time,
  'dates.ordered_at_relative': ignored,
  'dates.shipped_at_relative': ignored,
  created_at: time,
  ordered_at: time,
  paid_at: time,
  ready_at: time,
  shipped_at: time,
  ordered_at_relative: ignored,
  shipped_at_relative: ignored,
})
type Order = z.output<typeof Order>

const Item = z.strictObject({
  id: ignored,
  quantity: count,
  'costs.subtotal': centsOrNone,
  'product.code': code,
  'product.name': text,
  'product.price': cents,
})
type Item = z.output<typeof Item>

const Line = Item.transform(lineOf).refine(({ subtotal_cents }) => !isTooLarge(subtotal_cents), {
  path: ['costs.subtotal'],
  error: TOO_LARGE,
})
type Line = z.output<typeof Line>

const table: Table = {
  name: 'orders',
  key: 'code',
  lot: 2000,
  items: { table: 'order_items', parent: 'order_id' },
  async link(within, records) {
    const codes = [...new Set(records.flatMap(({ reference }) => reference ?? []))]
    const rows = await within
      .selectFrom('customers')
      .select(['id', 'code', 'name', 'company', 'email', 'phone', 'mobile'])
      .where(isAmong(within, 'code', codes))
      .execute()
    const customers = new Map(rows.map((customer) => [customer.code, customer]))
    return records.map(({ key, row, reference }) => {
      const customer = customers.get(reference ?? '')
      if (!customer) throw new Error(`There is no customer ${reference} any more.`)
      const { street, suburb, city, postcode, reference: own } = row
      const address = { street: textIn(street), suburb: textIn(suburb), city: textIn(city) }
      const more = { ...address, postcode: textIn(postcode), reference: textIn(own) }
      const search_text = searchText({ ...customer, code: key, ...more })
      return Object.assign(row, { customer_id: customer.id, search_text })
    })
  },
  /** Actions of staff in this system are newer than any file. */
  async keptAsIs(within, ids) {
    // Staff may act at the same time: this waits for actions that have begun, and later ones see the file's data.
    await lockRows(within, 'orders', ids)
    const rows = await within
      .selectFrom('order_events')
      .select('order_id')
      .distinct()
      .where(isAmong(within, 'order_id', ids))
      .execute()
    return new Set(rows.map(({ order_id }) => order_id))
  },
  async afterAll(db) {
    // Read without a lock, because scanning all orders takes longer than the console's writes would wait.
    const latest = await db
      .selectFrom('orders')
      .select(({ fn }) => ['customer_id as id', fn.max('ordered_at').as('last_ordered_at')])
      .groupBy('customer_id')
      .execute()
    await exclusively(db, async (within) => {
      for (const lot of lotsOf(latest)) {
        await sql`update customers set last_ordered_at = given.last_ordered_at
          from ${recordset(within, 'customers', ['id', 'last_ordered_at'], lot)} as given
          where given.id = customers.id
          and (customers.last_ordered_at is null or customers.last_ordered_at < given.last_ordered_at)`.execute(
          within,
        )
      }
    })
  },
}

export const orders: Kind = {
  name: 'orders',
  fields: Object.keys(Order.shape),
  itemFields: Object.keys(Item.shape),
  keyField: 'code',
  table,
  prepare: readerOf(Order, Line, (order, items) => {
    const { code, reference, notes, payment_method, payment_reference, collected_by } = order
    const { created_at, ordered_at, ...dates } = datesOf(order)
    if (ordered_at === null) return { field: 'dates.ordered_at', reason: 'is required' }
    const costs = costsOf(order, items)
    const fault = faultOf(costs)
    if (fault) return fault
    const is_pickup = order['freight.is_pickup'] ?? 0
    const tracking_code = order['freight.tracking_code']
    const freight = { is_pickup: is_pickup === 1, tracking_code }
    const steps = stepsOf({ status: order.status, dates, freight }, ordered_at)
    const address = addressOf(order)
    // Listed one by one, because each spread would take as long as all the rest.
    const row = {
      code,
      reference,
      notes,
      payment_method,
      payment_reference,
      collected_by,
      is_pickup,
      tracking_code,
      status: order.status ?? statusOf(steps, freight),
      branch: order['freight.branch'],
      tracking_url: order['freight.tracking_url'],
      tracking_company: order['freight.tracking_company'],
      freight_cents: costs.freight_cents,
      subtotal_cents: costs.subtotal_cents,
      tax_cents: costs.tax_cents,
      total_cents: costs.total_cents,
      street: address.street,
      suburb: address.suburb,
      city: address.city,
      region: address.region,
      postcode: address.postcode,
      is_rural: address.is_rural,
      country: address.country,
      ordered_at,
      paid_at: steps.paid_at,
      ready_at: steps.ready_at,
      shipped_at: steps.shipped_at,
      created_at: created_at ?? ordered_at,
    }
    return {
      key: code,
      also: null,
      reference: order['customer.code'],
      sort: ordered_at,
      row,
      items,
    }
  }),
  references: {
    field: 'customer.code',
    kind: 'customers',
    noun: 'customer',
    async known(db, codes) {
      const rows = await db.selectFrom('customers').select('code').where('code', 'in', codes).execute()
      return new Set(rows.map((row) => row.code))
    },
  },
}

/** A cell of a text column. */
function textIn(cell: Row[string] | undefined): string | null {
  return typeof cell === 'string' ? cell : null
}

/** Dates may be outside their group (reading 38). */
function datesOf(order: Order) {
  return {
    created_at: order['dates.created_at'] ?? order.created_at,
    ordered_at: order['dates.ordered_at'] ?? order.ordered_at,
    paid_at: order['dates.paid_at'] ?? order.paid_at,
    ready_at: order['dates.ready_at'] ?? order.ready_at,
    shipped_at: order['dates.shipped_at'] ?? order.shipped_at,
  }
}

/**
 * The dates of an order's steps. Lists and actions use only the dates, so a step known only from the status gets
 * the date of the previous step.
 */
function stepsOf(stage: OrderStage, ordered_at: string): OrderStage['dates'] {
  const { dates } = stage
  const paid_at = dates.paid_at ?? (isPaid(stage) ? ordered_at : null)
  const ready_at = dates.ready_at ?? (isReady(stage) ? (paid_at ?? ordered_at) : null)
  const shipped_at = dates.shipped_at ?? (isShipped(stage) ? (ready_at ?? paid_at ?? ordered_at) : null)
  return { paid_at, ready_at, shipped_at }
}

function lineOf(item: Item) {
  const { quantity, 'product.code': code, 'product.price': price } = item
  return {
    product_code: code,
    product_name: item['product.name'] ?? code,
    price_cents: price,
    quantity,
    subtotal_cents: item['costs.subtotal'] ?? lineSubtotal(price, quantity) ?? 0,
  }
}

/** Calculates sums missing in the file (reading 11). */
function costsOf(order: Order, items: readonly Line[]) {
  const freight = order['freight.subtotal'] ?? 0
  const reckoned = items.reduce((sum, line) => sum + line.subtotal_cents, freight)
  const subtotal = order['costs.subtotal'] ?? reckoned
  const tax = order['costs.tax'] ?? gstOf(subtotal)
  return {
    freight_cents: freight,
    subtotal_cents: subtotal,
    tax_cents: tax,
    total_cents: order['costs.total'] ?? subtotal + tax,
  }
}

/** The faults of given and calculated sums. */
function faultOf({ subtotal_cents, tax_cents, total_cents }: ReturnType<typeof costsOf>) {
  if (isTooLarge(subtotal_cents)) return { field: 'costs.subtotal', reason: TOO_LARGE }
  if (isTooLarge(tax_cents)) return { field: 'costs.tax', reason: TOO_LARGE }
  if (isTooLarge(total_cents)) return { field: 'costs.total', reason: TOO_LARGE }
  if (total_cents === subtotal_cents + tax_cents) return null
  return { field: 'costs.total', reason: 'is not the subtotal and the tax together' }
}

function addressOf(order: Order) {
  return place({
    street: order['delivery_address.street'],
    suburb: order['delivery_address.suburb'],
    city: order['delivery_address.city'],
    region: order['delivery_address.region'],
    postcode: order['delivery_address.postcode'],
    isRural: order['delivery_address.is_rural'],
    country: order['delivery_address.country'],
  })
}
