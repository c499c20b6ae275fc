import { sql, type Transaction } from 'kysely'
import * as z from 'zod'
import { BRANCHES } from '../../../contract/orders.ts'
import { fractionOf, gstOf, lineSubtotal } from '../../../domain/format/money.ts'
import { numberOfCode, prefixedCode } from '../../../domain/orders/order-code.ts'
import {
  isPacked,
  isPaid,
  isShipped,
  type OrderStage,
  statusOf,
} from '../../../domain/orders/order-status.ts'
import { lotsOf, recordset } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import { searchText } from '../../orders/search-text.ts'
import type { CompletedRecord, Completion, StoredCells } from './complete.ts'
import {
  addressColumns,
  centsCell,
  centsOrNone,
  code,
  flagCell,
  ignored,
  isTooLarge,
  measureCell,
  oneOf,
  place,
  quantity,
  TOO_LARGE,
  textCell,
  time,
} from './fields.ts'
import { keepFields } from './kept-fields.ts'
import { type ImportKind, OWNER_CODE, type Prepared, type Reference, type Row, readerOf } from './kind.ts'
import { linkOwners, noteImport, replaceLines, upsert } from './load-lot.ts'
import {
  asFinished,
  consignedAmong,
  finishedAmong,
  isBefore,
  isWork,
  noteConsigned,
  noteFinished,
} from './order-finished.ts'
import { calculatedStatus, noteStandings, sentElsewhere, textIn, withStanding } from './order-standing.ts'
import { type Cells, hasCell, ITEMS, type RawRecord } from './raw-record.ts'
import { isOther } from './rows.ts'

/** The fields of an order in a file. */
const Order = z.strictObject({
  code,
  reference: textCell,
  status: textCell,
  notes: textCell,
  payment_method: textCell,
  payment_reference: textCell,
  collected_by: textCell,
  cancelled_by: textCell,
  'hold.at': time,
  'hold.by': textCell,
  'hold.reason': textCell,
  'customer.code': code,
  'customer.name': ignored,
  'customer.company': ignored,
  'customer.phone': ignored,
  'customer.mobile': ignored,
  'customer.email': ignored,
  'customer.first_name': ignored,
  'customer.terms': ignored,
  'customer.credit_stop': ignored,
  'customer.credit_stop_warns': ignored,
  'delivery_address.street': textCell,
  'delivery_address.suburb': textCell,
  'delivery_address.city': textCell,
  'delivery_address.region': textCell,
  'delivery_address.postcode': textCell,
  'delivery_address.is_rural': flagCell,
  'delivery_address.country': textCell,
  'customer_address.street': ignored,
  'customer_address.suburb': ignored,
  'customer_address.city': ignored,
  'customer_address.region': ignored,
  'customer_address.postcode': ignored,
  'customer_address.is_rural': ignored,
  'customer_address.country': ignored,
  'freight.branch': oneOf(BRANCHES),
  'freight.is_pickup': flagCell,
  'freight.subtotal': centsOrNone,
  'freight.tracking_code': textCell,
  'freight.tracking_url': textCell,
  'freight.tracking_company': textCell,
  'costs.subtotal': centsOrNone,
  'costs.tax': centsOrNone,
  'costs.total': centsOrNone,
  'dates.created_at': time,
  'dates.ordered_at': time,
  'dates.paid_at': time,
  'dates.ready_at': time,
  'dates.shipped_at': time,
  'dates.cancelled_at': time,
  'dates.refunded_at': time,
  'dates.ordered_at_relative': ignored,
  'dates.shipped_at_relative': ignored,
  created_at: time,
  ordered_at: time,
  paid_at: time,
  ready_at: time,
  shipped_at: time,
  cancelled_at: time,
  refunded_at: time,
  ordered_at_relative: ignored,
  shipped_at_relative: ignored,
})
type Order = z.output<typeof Order>

/** The fields of an item of an order. */
const Item = z.strictObject({
  id: ignored,
  quantity,
  fulfilled_quantity: measureCell,
  'costs.subtotal': centsOrNone,
  'product.code': code,
  'product.name': textCell,
  'product.price': centsCell,
})
type Item = z.output<typeof Item>

/** An item as its row. */
const Line = Item.transform(lineOf).refine(({ subtotal_cents }) => !isTooLarge(subtotal_cents), {
  path: ['costs.subtotal'],
  error: TOO_LARGE,
})
type Line = z.output<typeof Line>

const DATE_COLUMNS = {
  'dates.created_at': 'created_at',
  'dates.ordered_at': 'ordered_at',
  'dates.paid_at': 'paid_at',
  'dates.ready_at': 'ready_at',
  'dates.shipped_at': 'shipped_at',
  'dates.cancelled_at': 'cancelled_at',
  'dates.refunded_at': 'refunded_at',
}

const ORDER_COLUMNS = {
  code: 'code',
  reference: 'reference',
  status: 'status',
  notes: 'notes',
  payment_method: 'payment_method',
  payment_reference: 'payment_reference',
  collected_by: 'collected_by',
  cancelled_by: 'cancelled_by',
  'hold.at': 'held_at',
  'hold.by': 'held_by',
  'hold.reason': 'hold_reason',
  'customer.code': OWNER_CODE,
  ...addressColumns('delivery_address', ''),
  'freight.branch': 'branch',
  'freight.is_pickup': 'is_pickup',
  'freight.subtotal': 'freight_cents',
  'freight.tracking_code': 'tracking_code',
  'freight.tracking_url': 'tracking_url',
  'freight.tracking_company': 'tracking_company',
  'costs.subtotal': 'subtotal_cents',
  'costs.tax': 'tax_cents',
  'costs.total': 'total_cents',
  ...DATE_COLUMNS,
}

const ITEM_COLUMNS = {
  quantity: 'quantity',
  fulfilled_quantity: 'fulfilled_quantity',
  'costs.subtotal': 'subtotal_cents',
  'product.code': 'product_code',
  'product.name': 'product_name',
  'product.price': 'price_cents',
}

const PRICED = [ITEMS, 'freight.subtotal']

const ORDER_COMPLETION: Completion = {
  calculated: {
    'delivery_address.is_rural': ['delivery_address.postcode'],
    'costs.subtotal': PRICED,
    'costs.tax': [...PRICED, 'costs.subtotal'],
    'costs.total': [...PRICED, 'costs.subtotal', 'costs.tax'],
    // A status that takes a cancellation back also takes back its date.
    'dates.cancelled_at': ['status'],
    'dates.refunded_at': ['status'],
    cancelled_by: ['status'],
  },
  alsoNamed: DATE_COLUMNS,
  itemKey: 'product.code',
  itemCalculated: { 'costs.subtotal': ['quantity', 'product.price'] },
  carryOver: { item: withShare, record: withDiscount },
  withoutCalculated: withoutCalculatedStatus,
}

const CUSTOMER: Reference = {
  field: 'customer.code',
  kind: 'customers',
  noun: 'customer',
  table: 'customers',
  key: 'code',
  column: 'customer_id',
}

/** Orders with their items. */
export const orders: ImportKind = {
  name: 'orders',
  fields: Object.keys(Order.shape),
  itemFields: Object.keys(Item.shape),
  list: ITEMS,
  keyField: 'code',
  codeFields: ['code', 'customer.code'],
  foreignCodeFields: ['product.code', 'freight.tracking_code'],
  notesFields: ['notes'],
  columns: ORDER_COLUMNS,
  itemColumns: ITEM_COLUMNS,
  completion: ORDER_COMPLETION,
  addresses: ['delivery_address'],
  lot: 2000,
  table: { name: 'orders', key: 'code', items: { table: 'order_items', parent: 'order_id' } },
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
      code_number: numberOfCode(code),
      reference,
      notes,
      payment_method,
      payment_reference,
      collected_by,
      cancelled_by: order.cancelled_by,
      cancelled_at: dates.cancelled_at,
      refunded_at: dates.refunded_at,
      held_at: order['hold.at'],
      held_by: order['hold.by'],
      hold_reason: order['hold.reason'],
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
  references: CUSTOMER,
  async judge(lot) {
    const finished = await finishedAmong(lot)
    for (const one of lot.incoming) {
      const { row } = sentElsewhere(one, one.before, lot.now)
      const standing = withStanding(row, one, lot.now)
      const wasFinished = finished.has(one.before?.id ?? 0)
      const isFinished = wasFinished || isBefore(standing, lot)
      one.row = isFinished ? asFinished(standing) : standing
      one.isFinished = isFinished && !wasFinished && isOther(one.row, standing)
    }
    await linkOwners(lot, CUSTOMER, customerColumns)
    await keepFields(lot, CUSTOMER, customerColumns, finished)
    const consigned = await consignedAmong(lot)
    for (const { key, row, owner, result } of lot.incoming) {
      result.isWork = isWork(row, owner) && !consigned.has(key)
    }
  },
  async write(lot) {
    const written = await upsert(lot)
    await replaceLines(lot, written)
    await noteImport(lot, written)
    await noteFinished(lot, written.created)
    await noteStandings(lot)
    await noteConsigned(lot)
    await noteLastOrders(lot.within, lot.incoming)
  },
}

/** Names of sources in lower case, with the prefixes of their order codes (ORD-73). */
export type CodePrefixes = ReadonlyMap<string, string>

/** An order with the prefix of its source. */
export function withCodePrefix(raw: RawRecord, source: string, prefixes: CodePrefixes): RawRecord {
  const { code } = raw.cells
  const own = code === undefined ? code : codeWithPrefix(code, source, prefixes)
  return own === undefined || own === code ? raw : { ...raw, cells: { ...raw.cells, code: own } }
}

/** The code of an order with the prefix of its source. */
export function codeWithPrefix(code: string, source: string, prefixes: CodePrefixes): string {
  const prefix = prefixes.get(source.toLowerCase())
  return prefix === undefined ? code : prefixedCode(prefix, code)
}

/** The columns of an order that are calculated from its customer. */
function customerColumns({ key, row }: Prepared, customer: Row & { id: number }): Row {
  const { street, suburb, city, postcode, reference, is_pickup, freight_cents, status } = row
  const search_text = searchText({
    code: key,
    reference: textIn(reference),
    name: textIn(customer.name) ?? '',
    company: textIn(customer.company),
    email: textIn(customer.email),
    phone: textIn(customer.phone),
    mobile: textIn(customer.mobile),
    ...{ street: textIn(street), suburb: textIn(suburb), city: textIn(city), postcode: textIn(postcode) },
    ...{ is_pickup: Number(is_pickup), freight_cents: Number(freight_cents) },
    status: textIn(status) ?? '',
    cancelled_at: textIn(row.cancelled_at),
    refunded_at: textIn(row.refunded_at),
    is_stopped: Number(row.is_stopped),
    is_held: Number(row.is_held),
    source_changes: textIn(row.source_changes),
    tracking_code: textIn(row.tracking_code),
  })
  return { customer_id: customer.id, search_text }
}

/** Updates the last orders of customers, which may be in other files. @param orders changed or not */
async function noteLastOrders(
  within: Transaction<Database>,
  orders: readonly Pick<Prepared, 'row'>[],
): Promise<void> {
  const latest = new Map<number, string>()
  for (const { customer_id, ordered_at } of orders.map(({ row }) => row)) {
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
}

/** A status such as 'Cancelled' differs from what the dates amount to, and is then not calculated again. */
function withoutCalculatedStatus(row: Row): Row {
  return row.status === calculatedStatus(row) ? { ...row, status: null } : row
}

/** The cells of a changed item, whose discount stays the same share of its price. */
function withShare(before: Cells, after: Cells): Cells {
  const [line, whole] = [lineIn(after), lineIn(before)]
  const paid = numberIn(before['costs.subtotal'])
  if (hasCell(after, 'costs.subtotal') || line === null || whole === null || paid === null) return after
  if (whole <= 0 || whole === paid) return after
  return { ...after, 'costs.subtotal': String(fractionOf(line, paid, whole)) }
}

/** The cells of a changed order, which keeps the amount of its discount, and stays without tax if it had none. */
function withDiscount(before: StoredCells, { cells: after, items }: CompletedRecord): Cells {
  const paid = numberIn(before.cells['costs.subtotal'])
  const whole = sumIn(before.cells, before.items)
  const sum = sumIn(
    after,
    items.map(({ cells }) => cells),
  )
  if (paid === null || whole === null || sum === null) return after
  const isDiscounted = paid !== whole && sum + paid - whole >= 0
  const isUntaxed = paid > 0 && numberIn(before.cells['costs.tax']) === 0
  return {
    ...after,
    ...(isDiscounted && !hasCell(after, 'costs.subtotal')
      ? { 'costs.subtotal': String(sum + paid - whole) }
      : {}),
    ...(isUntaxed && !hasCell(after, 'costs.tax') ? { 'costs.tax': '0' } : {}),
  }
}

/** The sum of items and freight; null if a cell is faulty. */
function sumIn(cells: Cells, items: readonly Cells[]): number | null {
  let sum = numberIn(cells['freight.subtotal']) ?? 0
  for (const item of items) {
    const line = numberIn(item['costs.subtotal']) ?? lineIn(item)
    if (line === null) return null
    sum += line
  }
  return sum
}

function lineIn(item: Cells): number | null {
  return lineSubtotal(numberIn(item['product.price']), numberIn(item.quantity))
}

function numberIn(cell = ''): number | null {
  const number = Number(cell)
  return cell === '' || !Number.isFinite(number) ? null : number
}

/** A date may be given inside the group `dates` or outside it (API-5). */
function datesOf(order: Order) {
  return {
    created_at: order['dates.created_at'] ?? order.created_at,
    ordered_at: order['dates.ordered_at'] ?? order.ordered_at,
    paid_at: order['dates.paid_at'] ?? order.paid_at,
    ready_at: order['dates.ready_at'] ?? order.ready_at,
    shipped_at: order['dates.shipped_at'] ?? order.shipped_at,
    cancelled_at: order['dates.cancelled_at'] ?? order.cancelled_at,
    refunded_at: order['dates.refunded_at'] ?? order.refunded_at,
  }
}

/**
 * The dates of an order's steps. Lists and actions use only the dates, so a step known only from the status gets
 * the date of the previous step.
 */
function stepsOf(stage: OrderStage, ordered_at: string): OrderStage['dates'] {
  const { dates } = stage
  const paid_at = dates.paid_at ?? (isPaid(stage) ? ordered_at : null)
  const ready_at = dates.ready_at ?? (isPacked(stage) ? (paid_at ?? ordered_at) : null)
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
    fulfilled_quantity: item.fulfilled_quantity,
    subtotal_cents: item['costs.subtotal'] ?? lineSubtotal(price, quantity) ?? 0,
  }
}

/** Calculates sums missing in the file (FMT-2). */
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

/** The first contradiction between given and calculated sums; null if there is none. */
function faultOf({ subtotal_cents, tax_cents, total_cents }: ReturnType<typeof costsOf>) {
  if (isTooLarge(subtotal_cents)) return { field: 'costs.subtotal', reason: TOO_LARGE }
  if (isTooLarge(tax_cents)) return { field: 'costs.tax', reason: TOO_LARGE }
  if (isTooLarge(total_cents)) return { field: 'costs.total', reason: TOO_LARGE }
  if (total_cents === subtotal_cents + tax_cents) return null
  return { field: 'costs.total', reason: 'is not the subtotal and the tax together' }
}

/** The columns of the delivery address. */
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
