import { sql } from 'kysely'
import { statusOf } from '../../../domain/orders/order-status.ts'
import { exclusively, isAmong, lockRows, recordset } from '../../db/dialect/dialect.ts'
import { lotsOf } from '../../db/lots.ts'
import { searchText } from '../../orders/search-text.ts'
import { type Kind, type Row, readerOf, type Table } from './kind.ts'
import { addressOf, costsOf, datesOf, faultOf, Item, Line, Order, stepsOf } from './order-fields.ts'

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
  /** Orders that staff have acted on stay unchanged, because those actions are newer than any file. */
  async keptAsIs(within, ids) {
    // Staff may act at the same time. This waits for actions that have begun; later ones see the imported data.
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

/** Orders with their items. */
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
