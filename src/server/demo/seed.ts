import type { Transaction } from 'kysely'
import { keepRefused, keepRefusedFile } from '../arrivals/keep.ts'
import { exclusively, lotsOf } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { emailEventOf } from '../emails/emails.ts'
import { searchText } from '../orders/search-text.ts'
import { demoArrivals } from './arrivals.ts'
import { type DemoConsignment, demoConsignments, sendSomeToday } from './consignments.ts'
import { type DemoCustomer, demoCustomers } from './customers.ts'
import { type DemoMail, demoMails } from './emails.ts'
import { type DemoOrder, demoOrders } from './orders.ts'
import { type DemoProduct, demoProducts } from './products.ts'
import { createRandom } from './random.ts'
import { type DemoSupplierOrder, demoSupplierOrders, demoSuppliers } from './suppliers.ts'

const SEED = 20_261_120
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Fills an empty database with a realistic business, in one transaction. Does nothing if there is any data. */
export async function seedDemoData(db: Connections, now: number): Promise<void> {
  await exclusively(db.patient, async (within) => {
    const standing = await within.selectFrom('customers').select('id').limit(1).executeTakeFirst()
    if (!standing) await fill(within, Math.floor(now / HOUR) * HOUR)
  })
}

async function fill(within: Transaction<Database>, now: number): Promise<void> {
  const random = createRandom(SEED)
  const products = demoProducts(random, timestamp(now - 500 * DAY))
  const customers = demoCustomers(random, (index) => timestamp(now - (1700 - index) * DAY))
  const orders = sendSomeToday(random, now, demoOrders(random, now, customers, products))
  await insertProducts(within, products, orders)
  await insertCustomers(within, customers, orders)
  await insertOrders(within, orders)
  await insertMails(within, demoMails(random, now, orders))
  await insertSuppliers(within, demoSupplierOrders(random, now, products))
  await insertConsignments(within, demoConsignments(random, now, orders))
  await insertArrivals(within, demoArrivals(now, customers, products), timestamp(now))
}

async function insertProducts(
  within: Transaction<Database>,
  products: readonly DemoProduct[],
  orders: readonly DemoOrder[],
): Promise<void> {
  const lastSales = new Map(
    orders.flatMap(({ row, items }) => items.map((item) => [item.product_code, row.ordered_at])),
  )
  const rows = products.map(({ row }) => ({ ...row, last_sold_at: lastSales.get(row.code) ?? null }))
  for (const batch of lotsOf(rows)) await within.insertInto('products').values(batch).execute()

  const productIds = idsByCode(await within.selectFrom('products').select(['id', 'code']).execute())
  const barcodes = products.flatMap(({ row, barcodes }) =>
    barcodes.map((barcode) => ({ ...barcode, product_id: productIds(row.code) })),
  )
  for (const batch of lotsOf(barcodes)) await within.insertInto('product_barcodes').values(batch).execute()
}

async function insertCustomers(
  within: Transaction<Database>,
  customers: readonly DemoCustomer[],
  orders: readonly DemoOrder[],
): Promise<void> {
  const lastOrders = new Map(orders.map(({ customer, row }) => [customer, row.ordered_at]))
  const rows = customers.map((customer) => {
    const lastOrder = lastOrders.get(customer) ?? null
    return {
      ...customer.row,
      last_ordered_at: lastOrder,
      last_active_at: lastOrder,
      last_login_at: lastOrder,
    }
  })
  for (const batch of lotsOf(rows)) await within.insertInto('customers').values(batch).execute()
}

/** Oldest first, so that ids increase with time. */
async function insertOrders(within: Transaction<Database>, orders: readonly DemoOrder[]): Promise<void> {
  const customerIds = idsByCode(await within.selectFrom('customers').select(['id', 'code']).execute())
  const rows = orders.map(({ row, customer }) => {
    const { name, company = null, email = null, phone = null, mobile = null } = customer.row
    const search_text = searchText({ ...row, name, company, email, phone, mobile })
    return { ...row, search_text, customer_id: customerIds(customer.row.code) }
  })
  for (const batch of lotsOf(rows)) await within.insertInto('orders').values(batch).execute()

  const orderIds = idsByCode(await within.selectFrom('orders').select(['id', 'code']).execute())
  const items = orders.flatMap(({ row, items }) =>
    items.map((item) => ({ ...item, order_id: orderIds(row.code) })),
  )
  for (const batch of lotsOf(items)) await within.insertInto('order_items').values(batch).execute()
}

/** E-mails with their events, in order of time. */
async function insertMails(within: Transaction<Database>, mails: readonly DemoMail[]): Promise<void> {
  const orderIds = idsByCode(await within.selectFrom('orders').select(['id', 'code']).execute())
  const rows = mails.map(({ row, orderCode }) => ({ ...row, order_id: orderIds(orderCode) }))
  for (const batch of lotsOf(rows)) await within.insertInto('outbox').values(batch).execute()

  const sent = await within.selectFrom('outbox').select(['id', 'order_id']).execute()
  const mailIds = new Map(sent.map(({ id, order_id }) => [order_id, id]))
  const events = mails.flatMap(({ row: { recipient, subject }, orderCode, events }) => {
    const mail = { emailId: String(mailIds.get(orderIds(orderCode))), recipient, subject }
    return events.map((event) => emailEventOf({ ...mail, ...event }))
  })
  events.sort((one, other) => (one.date < other.date ? -1 : 1))
  for (const batch of lotsOf(events)) await within.insertInto('email_events').values(batch).execute()
}

async function insertSuppliers(
  within: Transaction<Database>,
  orders: readonly DemoSupplierOrder[],
): Promise<void> {
  await within.insertInto('suppliers').values(demoSuppliers()).execute()
  const suppliers = await within.selectFrom('suppliers').select('id').orderBy('id').execute()
  const rows = orders.map(({ row, supplier }) => ({ ...row, supplier_id: suppliers[supplier]?.id ?? 0 }))
  await within.insertInto('supplier_orders').values(rows).execute()

  const made = await within.selectFrom('supplier_orders').select(['id', 'po_number as code']).execute()
  const idOf = idsByCode(made)
  const items = orders.flatMap(({ row, items }) =>
    items.map((item) => ({ ...item, supplier_order_id: idOf(row.po_number) })),
  )
  await within.insertInto('supplier_order_items').values(items).execute()
}

async function insertConsignments(
  within: Transaction<Database>,
  consignments: readonly DemoConsignment[],
): Promise<void> {
  const rows = consignments.map(({ row }) => row)
  for (const batch of lotsOf(rows)) await within.insertInto('consignments').values(batch).execute()

  const made = await within.selectFrom('consignments').select(['id', 'tracking_code as code']).execute()
  const idOf = idsByCode(made)
  const parts = consignments.flatMap(({ row, parts }) =>
    parts.map((part) => ({ ...part, consignment_id: idOf(row.tracking_code) })),
  )
  for (const batch of lotsOf(parts)) await within.insertInto('consignment_parts').values(batch).execute()
  const events = consignments.flatMap(({ row, events }) =>
    events.map((event) => ({ ...event, consignment_id: idOf(row.tracking_code) })),
  )
  for (const batch of lotsOf(events)) await within.insertInto('consignment_events').values(batch).execute()
}

async function insertArrivals(
  within: Transaction<Database>,
  { refused, file, sources, hours }: ReturnType<typeof demoArrivals>,
  now: string,
): Promise<void> {
  await keepRefused(within, refused, now)
  await keepRefusedFile(within, file, now)
  await within.insertInto('arrival_sources').values(sources).execute()
  for (const batch of lotsOf(hours)) await within.insertInto('arrival_hours').values(batch).execute()
}

function idsByCode(rows: readonly { id: number; code: string }[]): (code: string) => number {
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => {
    const id = ids.get(code)
    if (id === undefined) throw new Error(`No row has the code ${code}.`)
    return id
  }
}
