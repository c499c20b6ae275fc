import type { Transaction } from 'kysely'
import * as z from 'zod'
import { CUSTOMER_TERMS } from '../../../domain/records/customer-pricing.ts'
import { noteChanges } from '../../changes/note-changes.ts'
import { companyKey, customerSearchText } from '../../customers/search-text.ts'
import { isAmong } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { searchText } from '../../orders/search-text.ts'
import { addressColumns, code, flagCell, ignored, oneOf, place, required, textCell, time } from './fields.ts'
import {
  type ImportKind,
  type Lot,
  NO_COMPLETION,
  noItem,
  type Row,
  readerOf,
  USUAL_LOT,
  withoutNulls,
} from './kind.ts'
import { upsert, withTimes } from './load-lot.ts'
import { ITEMS } from './raw-record.ts'
import { updateRows } from './rows.ts'

const Customer = z.strictObject({
  id: ignored,
  code,
  infusion_key: textCell,
  first_name: textCell,
  name: required,
  company: textCell,
  phone: textCell,
  mobile: textCell,
  email: textCell,
  pricing: textCell,
  terms: oneOf(CUSTOMER_TERMS).nullable().default(null),
  credit_stop: flagCell,
  'address.street': textCell,
  'address.suburb': textCell,
  'address.city': textCell,
  'address.region': textCell,
  'address.postcode': textCell,
  'address.is_rural': flagCell,
  'address.country': textCell,
  'delivery_address.street': textCell,
  'delivery_address.suburb': textCell,
  'delivery_address.city': textCell,
  'delivery_address.region': textCell,
  'delivery_address.postcode': textCell,
  'delivery_address.is_rural': flagCell,
  'delivery_address.country': textCell,
  created_at: time,
  updated_at: time,
  last_login_at: time,
  last_active_at: time,
  last_ordered_at: time,
})
type Customer = z.output<typeof Customer>

export const customers: ImportKind = {
  name: 'customers',
  fields: Object.keys(Customer.shape),
  itemFields: [],
  list: ITEMS,
  keyField: 'code',
  codeFields: ['code'],
  foreignCodeFields: [],
  notesFields: [],
  columns: {
    code: 'code',
    infusion_key: 'infusion_key',
    first_name: 'first_name',
    name: 'name',
    company: 'company',
    phone: 'phone',
    mobile: 'mobile',
    email: 'email',
    pricing: 'pricing',
    terms: 'terms',
    credit_stop: 'credit_stop',
    ...addressColumns('address', ''),
    ...addressColumns('delivery_address', 'delivery_'),
  },
  itemColumns: {},
  completion: {
    ...NO_COMPLETION,
    calculated: {
      first_name: ['name'],
      'address.is_rural': ['address.postcode'],
      'delivery_address.is_rural': ['delivery_address.postcode'],
    },
  },
  addresses: ['address', 'delivery_address'],
  lot: USUAL_LOT,
  table: { name: 'customers', key: 'code' },
  parse: readerOf(Customer, noItem, (customer) => {
    const { code, infusion_key, name, company, phone, mobile, email } = customer
    const { created_at, updated_at, last_login_at, last_active_at, last_ordered_at } = customer
    const found = { code, infusion_key, name, company, phone, mobile, email }
    const addresses = { ...ownAddress(customer), ...deliveryAddress(customer) }
    const pricing = customer.pricing?.toLowerCase() ?? 'retail'
    const credit_stop = customer.credit_stop ?? 0
    const row = {
      ...found,
      first_name: customer.first_name ?? name.split(' ')[0] ?? name,
      pricing,
      terms: customer.terms ?? 'cash',
      credit_stop,
      ...addresses,
      company_key: companyKey(company),
      search_text: customerSearchText({ ...found, ...addresses, pricing, credit_stop }),
      ...withoutNulls({ created_at, updated_at, last_login_at, last_active_at, last_ordered_at }),
    }
    return { key: code, also: null, reference: null, sort: created_at ?? '', row, items: [] }
  }),
  async judge({ incoming }) {
    for (const one of incoming) if (one.before) one.row = withLaterOrder(one.row, one.before.row)
  },
  async write(lot) {
    const { changed } = await upsert(lot, withTimes(lot.now))
    await renewOrders(
      lot.within,
      changed.map(({ id }) => id),
    )
    await redrawOrders(lot)
  },
}

/** Keeps the stored time of the last order if it is later: the file may not contain that order. */
function withLaterOrder(row: Row, before: Row): Row {
  const [given, known] = [row.last_ordered_at ?? '', before.last_ordered_at ?? '']
  return known > given ? { ...row, last_ordered_at: known } : row
}

/** Columns that decide whether orders of a customer may be packed and booked. */
const CREDIT = ['pricing', 'terms', 'credit_stop'] as const

/** Lets the desks draw the orders again that have not left, if the terms or the credit of their customer have changed. */
async function redrawOrders({ within, incoming }: Lot): Promise<void> {
  const changed = incoming.flatMap(({ row, before }) =>
    before && CREDIT.some((column) => row[column] !== before.row[column]) ? before.id : [],
  )
  if (changed.length === 0) return
  const orders = await within
    .selectFrom('orders')
    .select('code')
    .where(isAmong(within, 'customer_id', changed))
    .where('shipped_at', 'is', null)
    .execute()
  await noteChanges(
    within,
    orders.map(({ code }) => ({ kind: 'order', code, is_new: false })),
  )
}

/** The search texts of orders contain their customer's name and numbers. */
async function renewOrders(within: Transaction<Database>, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const orders = await within
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['orders.id', 'orders.code', 'orders.reference', 'orders.search_text'])
      .select(['orders.street', 'orders.suburb', 'orders.city', 'orders.postcode'])
      .select(['orders.is_pickup', 'orders.freight_cents', 'orders.status'])
      .select(['orders.cancelled_at', 'orders.refunded_at', 'orders.is_stopped', 'orders.is_held'])
      .select(['orders.source_changes', 'orders.tracking_code'])
      .select([
        'customers.name',
        'customers.company',
        'customers.email',
        'customers.phone',
        'customers.mobile',
      ])
      .where('customer_id', '=', id)
      .execute()
    const others = orders.flatMap((order) => {
      const search_text = searchText(order)
      return search_text === order.search_text ? [] : [{ id: order.id, search_text }]
    })
    await updateRows(within, 'orders', others)
  }
}

function ownAddress(customer: Customer) {
  return place({
    street: customer['address.street'],
    suburb: customer['address.suburb'],
    city: customer['address.city'],
    region: customer['address.region'],
    postcode: customer['address.postcode'],
    isRural: customer['address.is_rural'],
    country: customer['address.country'],
  })
}

/** All null if goods are delivered to the customer's own address. A country alone is not an address. */
function deliveryAddress(customer: Customer) {
  const given = {
    street: customer['delivery_address.street'],
    suburb: customer['delivery_address.suburb'],
    city: customer['delivery_address.city'],
    region: customer['delivery_address.region'],
    postcode: customer['delivery_address.postcode'],
  }
  const isRural = customer['delivery_address.is_rural']
  const country = customer['delivery_address.country']
  const isGiven = Object.values(given).some((value) => value !== null)
  const elsewhere = isGiven ? place({ ...given, isRural, country }) : null
  return {
    delivery_street: elsewhere?.street ?? null,
    delivery_suburb: elsewhere?.suburb ?? null,
    delivery_city: elsewhere?.city ?? null,
    delivery_region: elsewhere?.region ?? null,
    delivery_postcode: elsewhere?.postcode ?? null,
    delivery_is_rural: elsewhere?.is_rural ?? null,
    delivery_country: elsewhere?.country ?? null,
  }
}
