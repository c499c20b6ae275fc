import { sql } from 'kysely'
import { statusOf } from '../../../domain/orders/order-status.ts'
import { lotsOf, recordset } from '../../db/dialect/dialect.ts'
import { searchText } from '../../orders/search-text.ts'
import { type Kind, type Row, readerOf, type Table } from './kind.ts'
import {
  addressOf,
  costsOf,
  datesOf,
  faultOf,
  ITEM_COLUMNS,
  Item,
  Line,
  ORDER_COLUMNS,
  ORDER_COMPLETION,
  Order,
  stepsOf,
} from './order-fields.ts'
import { holdsOf } from './order-holds.ts'

const table: Table = {
  name: 'orders',
  key: 'code',
  lot: 2000,
  items: { table: 'order_items', parent: 'order_id' },
  link({ key, row }, owner) {
    const { street, suburb, city, postcode, reference, is_pickup, freight_cents, status } = row
    const search_text = searchText({
      code: key,
      reference: textIn(reference),
      name: textIn(owner.name) ?? '',
      company: textIn(owner.company),
      email: textIn(owner.email),
      phone: textIn(owner.phone),
      mobile: textIn(owner.mobile),
      ...{ street: textIn(street), suburb: textIn(suburb), city: textIn(city), postcode: textIn(postcode) },
      ...{ is_pickup: Number(is_pickup), freight_cents: Number(freight_cents) },
      status: textIn(status) ?? '',
    })
    return { search_text }
  },
  /** A status such as 'Cancelled' differs from what the dates amount to, and is then not calculated again. */
  withoutCalculated(row) {
    const dates = {
      paid_at: textIn(row.paid_at),
      ready_at: textIn(row.ready_at),
      shipped_at: textIn(row.shipped_at),
    }
    const status = statusOf(dates, {
      is_pickup: row.is_pickup === 1,
      tracking_code: textIn(row.tracking_code),
    })
    return row.status === status ? { ...row, status: null } : row
  },
  holds: holdsOf,
  /** A customer's last order may be in another file. */
  async afterLot(within, rows) {
    const latest = new Map<number, string>()
    for (const { customer_id, ordered_at } of rows) {
      if (typeof customer_id !== 'number' || typeof ordered_at !== 'string') continue
      if (ordered_at > (latest.get(customer_id) ?? '')) latest.set(customer_id, ordered_at)
    }
    for (const lot of lotsOf([...latest].map(([id, last_ordered_at]) => ({ id, last_ordered_at })))) {
      await sql`update customers set last_ordered_at = given.last_ordered_at
        from ${recordset(within, 'customers', ['id', 'last_ordered_at'], lot)} as given
        where given.id = customers.id
        and (customers.last_ordered_at is null or customers.last_ordered_at < given.last_ordered_at)`.execute(
        within,
      )
    }
  },
}

/** Orders with their items. */
export const orders: Kind = {
  name: 'orders',
  fields: Object.keys(Order.shape),
  itemFields: Object.keys(Item.shape),
  keyField: 'code',
  codeFields: ['code', 'customer.code'],
  foreignCodeFields: ['product.code', 'freight.tracking_code'],
  notesFields: ['notes'],
  columns: ORDER_COLUMNS,
  itemColumns: ITEM_COLUMNS,
  completion: ORDER_COMPLETION,
  addresses: ['delivery_address'],
  table,
  parse: readerOf(Order, Line, (order, items) => {
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
    // Listed one by one: spreading objects here takes as long as all other work on a row.
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
    table: 'customers',
    key: 'code',
    column: 'customer_id',
  },
}

/** A cell of a text column. */
function textIn(cell: Row[string] | undefined): string | null {
  return typeof cell === 'string' ? cell : null
}
