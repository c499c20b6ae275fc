import type { Insertable } from 'kysely'
import type { ShippingCompany } from '../../../contract/orders.ts'
import { lineSubtotal, orderCosts } from '../../../domain/money.ts'
import { RURAL_FREIGHT_CENTS } from '../../../domain/order-stage.ts'
import { statusOf } from '../../../domain/order-status.ts'
import { trackingCode } from '../../couriers/rate-cards/tracking-codes.ts'
import { searchText } from '../../orders/search-text.ts'
import type { Database } from '../schema.ts'
import { timestamp } from '../times.ts'
import { BRIMMING, type DemoCustomer } from './customers.ts'
import { branchOf, demoAddress } from './places.ts'
import type { DemoProduct } from './products.ts'
import type { Random } from './random.ts'
import { workingTime } from './working-time.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

export interface DemoOrder {
  customer: DemoCustomer
  row: Omit<Row<'orders'>, 'customer_id'>
  items: Omit<Row<'order_items'>, 'order_id'>[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const COUNT = 4000
/** So that 104823, the code that the README types, is among them. */
const FIRST_CODE = 100_904
/** Couriers' numbers; every order has one of its own. */
const FIRST_PARCEL = 101_307
/** Fourteen months. */
const SPAN_DAYS = 426
const RECENT_DAYS = 30
const RECENT = 720

/** GUESS: what freight to a town costs, in cents. */
const URBAN_FREIGHT_CENTS = 695

/** How many of the orders of an age have come how far: shares of unpaid, paid and ready; the rest has left. */
const STAGES = [
  { upToDays: 0.25, unpaid: 0.6, paid: 0.4, ready: 0 },
  { upToDays: 1, unpaid: 0.42, paid: 0.35, ready: 0.17 },
  { upToDays: 3, unpaid: 0.36, paid: 0.2, ready: 0.2 },
  { upToDays: 14, unpaid: 0.34, paid: 0.06, ready: 0.08 },
  { upToDays: RECENT_DAYS, unpaid: 0.33, paid: 0.015, ready: 0.02 },
] as const
const OLD = { unpaid: 0.34, paid: 0.002, ready: 0.004 }

/** Orders of the fourteen months before `now` (ms), oldest first. */
export function demoOrders(
  random: Random,
  now: number,
  customers: readonly DemoCustomer[],
  products: readonly [DemoProduct, ...DemoProduct[]],
): DemoOrder[] {
  const buyers = buyersOf(random, customers)
  const ages = agesOf(random)
  const workedAt = workingTime(now, SPAN_DAYS)
  const at = (even: number) => timestamp(workedAt(even))
  let webCode = FIRST_CODE
  let invoiceCode = 48_000
  return ages.flatMap((age, index) => {
    const customer = buyers[index]
    if (!customer) return []
    webCode += random.whole(1, 3)
    const isInvoice = random.chance(0.06)
    if (isInvoice) invoiceCode += random.whole(1, 4)
    const code = String(isInvoice ? invoiceCode : webCode)
    const number = FIRST_PARCEL + index * 211
    return [orderOf(random, { code, number, customer, orderedAt: now - age, now, products, at })]
  })
}

/** One buyer for every order. Those of `BRIMMING` buy as often as they say; a few others buy most of the rest. */
function buyersOf(random: Random, customers: readonly DemoCustomer[]): DemoCustomer[] {
  const brimming = BRIMMING.flatMap(({ orders }, index) => {
    const customer = customers[index]
    return customer ? new Array<DemoCustomer>(orders).fill(customer) : []
  })
  const others = customers.slice(BRIMMING.length)
  const buyers = [...brimming]
  while (buyers.length < COUNT) {
    const customer = others[Math.floor(random.next() ** 2 * others.length)]
    if (customer) buyers.push(customer)
  }
  // Fisher and Yates.
  for (let last = buyers.length - 1; last > 0; last--) {
    const other = random.whole(0, last)
    const [a, b] = [buyers[last], buyers[other]]
    if (a && b) [buyers[last], buyers[other]] = [b, a]
  }
  return buyers
}

/** How long ago each order was made (ms), oldest first. The last month is fuller, and its last days most of all. */
function agesOf(random: Random): number[] {
  const ages = Array.from({ length: COUNT }, (_, index) =>
    index < RECENT
      ? random.next() ** 1.25 * RECENT_DAYS * DAY
      : (RECENT_DAYS + random.next() * (SPAN_DAYS - RECENT_DAYS)) * DAY,
  )
  return ages.sort((a, b) => b - a)
}

interface Sale {
  code: string
  /** Of its parcel, if it goes by courier. */
  number: number
  customer: DemoCustomer
  /** On the even clock, as `now`. */
  orderedAt: number
  now: number
  products: readonly [DemoProduct, ...DemoProduct[]]
  /** The time that a moment of the even clock becomes. */
  at(even: number): string
}

function orderOf(random: Random, sale: Sale): DemoOrder {
  const { code, customer, orderedAt, products } = sale
  const person = customer.row
  const address = random.chance(0.15) ? demoAddress(random) : customer.address
  const isPickup = random.chance(0.18)
  const items = Array.from({ length: random.whole(1, 6) }, () => itemOf(random, products))
  const freight = isPickup ? 0 : address.is_rural ? RURAL_FREIGHT_CENTS : URBAN_FREIGHT_CENTS
  const costs = orderCosts(
    items.map((item) => item.subtotal_cents),
    freight,
  )
  const dates = datesOf(random, sale)
  const tracking = dates.shipped_at && !isPickup ? demoTracking(random, sale.number) : NO_TRACKING
  const reference = random.chance(0.4) ? `PO ${random.whole(1000, 9999)}` : null
  const status = statusOf(dates, { is_pickup: isPickup, tracking_code: tracking.tracking_code })
  const row = {
    code,
    reference,
    // A word that the actions do not lead to, as an older system may have left it.
    status: random.chance(0.004) && status === 'Ordered' ? 'On hold' : status,
    notes: random.chance(0.15) ? random.pick(NOTES) : null,
    payment_method: dates.paid_at
      ? random.pick(['bank', 'bank', 'egate3p', 'egate3p', 'card', 'cash'])
      : null,
    branch: branchOf(address),
    is_pickup: isPickup ? 1 : 0,
    freight_cents: freight,
    subtotal_cents: costs.subtotal,
    tax_cents: costs.tax,
    total_cents: costs.total,
    ...tracking,
    ...address,
    created_at: sale.at(orderedAt),
    ordered_at: sale.at(orderedAt),
    ...dates,
    collected_by: dates.shipped_at && isPickup ? person.name : null,
    search_text: searchText({
      code,
      reference,
      name: person.name,
      company: person.company ?? null,
      email: person.email ?? null,
      phone: person.phone ?? null,
      mobile: person.mobile ?? null,
    }),
  }
  return { customer, row, items }
}

const NOTES = [
  'Leave at the site office if nobody is in.',
  'Call on arrival: the gate is locked.',
  'Second part of the order for the Kōwhai Street job.',
  'Please pack the fittings apart from the pipe.',
] as const

function itemOf(random: Random, products: readonly [DemoProduct, ...DemoProduct[]]) {
  const product = random.pick(products)
  const quantity = random.chance(0.7) ? random.whole(1, 6) : random.whole(7, 40)
  return {
    product_code: product.code,
    product_name: product.name,
    price_cents: product.price_cents,
    quantity,
    subtotal_cents: lineSubtotal(product.price_cents, quantity) ?? 0,
  }
}

/** How far an order has come by `now`: each step some hours after the one before, and none in the future. */
function datesOf(random: Random, { orderedAt, now, at }: Sale) {
  const age = now - orderedAt
  const stage = STAGES.find(({ upToDays }) => age < upToDays * DAY) ?? OLD
  const limits = [stage.unpaid, stage.unpaid + stage.paid, stage.unpaid + stage.paid + stage.ready]
  const draw = random.next()
  const steps = limits.filter((limit) => draw >= limit).length
  const pace = Math.min(1, age / (3 * DAY))
  let done = orderedAt
  const later = (hours: number) => {
    done += Math.floor(random.next() * hours * HOUR * pace)
    return at(done)
  }
  // Now and then an order is sent on trust.
  const isTrusted = steps === 0 && age > 14 * DAY && random.chance(0.03)
  const paid_at = steps > 0 ? later(24) : null
  const ready_at = steps > 1 ? later(24) : null
  const shipped_at = steps > 2 || isTrusted ? later(20) : null
  return { paid_at, ready_at, shipped_at }
}

const NO_TRACKING = { tracking_company: null, tracking_code: null, tracking_url: null }

const COURIERS = [
  'aramex',
  'aramex',
  'posthaste',
  'nzcouriers',
  'nzpost',
  'castleparcels',
  'titus',
] as const satisfies ShippingCompany[]

/** What went with one of the couriers, under a number of its own below `FIRST_LIVE_NUMBER`. */
export function demoTracking(random: Random, number: number) {
  const company = random.pick(COURIERS)
  const code = trackingCode(company, number)
  const url = company === 'titus' ? `https://track.titus.example/parcels/${code}` : null
  return { tracking_company: company, tracking_code: code, tracking_url: url }
}
