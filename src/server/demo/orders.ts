import type { Insertable } from 'kysely'
import { lineSubtotal, orderCosts } from '../../domain/format/money.ts'
import { RURAL_BADGE_CENTS, statusOf } from '../../domain/orders/order-status.ts'
import type { Piece } from '../couriers/courier.ts'
import type { Database, OrderRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { SearchedOrder } from '../orders/search-text.ts'
import { writeWants } from '../orders/source-changes.ts'
import { demoFreight, demoTracking } from './couriers.ts'
import { BRIMMING, type DemoCustomer } from './customers.ts'
import { isForVans, type PackedLine, packed } from './packing.ts'
import { branchOf, type DemoAddress, demoAddressIn } from './places.ts'
import type { DemoProduct } from './products.ts'
import { createRandom, type Random } from './random.ts'
import { workingTime } from './working-time.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

/** What the search text of an order takes from its customer. */
type Contact = 'name' | 'company' | 'email' | 'phone' | 'mobile'

export interface DemoOrder {
  customer: DemoCustomer
  /** Its search text is written with the row, because the order may still be sent today. */
  row: Omit<Row<'orders'>, 'customer_id' | 'search_text'> & Omit<SearchedOrder, Contact>
  items: Omit<Row<'order_items'>, 'order_id'>[]
  address: DemoAddress
  /** The packed parcels. */
  pieces: Piece[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const COUNT = 4000
/**
 * The first order code. Codes include 104823, which the documents mention, and exclude 48213, an invoice number.
 */
const FIRST_CODE = 100_904
const CODES_SEED = 104_803
/** The couriers' numbers; every order has its own. */
const FIRST_PARCEL = 101_307
/** The demo covers fourteen months. */
const SPAN_DAYS = 426
/** How many orders are at most this old, in days. The others are older. */
const RECENT = { days: 30, orders: 1100 }
const LATE = { days: 90, orders: 1200 }

/** GUESS: freight to a town, in cents. */
const URBAN_FREIGHT_CENTS = 695

/** Orders of the fourteen months before `now` (ms), oldest first. */
export function demoOrders(
  random: Random,
  now: number,
  customers: readonly DemoCustomer[],
  products: readonly [DemoProduct, ...DemoProduct[]],
): DemoOrder[] {
  const ages = agesOf(random)
  const buyers = buyersOf(random, customers, ages)
  const workedAt = workingTime(now, SPAN_DAYS)
  const at = (even: number) => timestamp(workedAt(even))
  const take = shelves(products)
  const nextCode = codes()
  return ages.flatMap((age, index) => {
    const customer = buyers[index]
    if (!customer) return []
    const number = FIRST_PARCEL + index * 211
    return [orderOf(random, { code: nextCode(), number, customer, orderedAt: now - age, now, take, at })]
  })
}

/**
 * The codes of the web shop, and sometimes of an invoice. They use their own random numbers, so that they do not
 * change with the goods.
 */
function codes(): () => string {
  const random = createRandom(CODES_SEED)
  let webCode = FIRST_CODE
  let invoiceCode = 48_000
  return () => {
    webCode += random.whole(1, 3)
    const isInvoice = random.chance(0.06)
    if (isInvoice) invoiceCode += random.whole(1, 4)
    return String(isInvoice ? invoiceCode : webCode)
  }
}

/**
 * Draws one buyer per order. The customers of `BRIMMING` buy exactly their number of orders, and a few others buy
 * most of the rest. Customers on stop-credit ordered some weeks ago and have not paid.
 */
function buyersOf(
  random: Random,
  customers: readonly DemoCustomer[],
  ages: readonly number[],
): DemoCustomer[] {
  const brimming = BRIMMING.flatMap(({ orders }, index) => {
    const customer = customers[index]
    return customer ? new Array<DemoCustomer>(orders).fill(customer) : []
  })
  const ordinary = customers.slice(BRIMMING.length).filter(({ row }) => row.pricing !== 'stop')
  const buyers = [...brimming]
  while (buyers.length < COUNT) {
    const customer = ordinary[Math.floor(random.next() ** 2 * ordinary.length)]
    if (customer) buyers.push(customer)
  }
  // Fisher–Yates shuffle.
  for (let last = buyers.length - 1; last > 0; last--) {
    const swapped = random.whole(0, last)
    const [a, b] = [buyers[last], buyers[swapped]]
    if (a && b) [buyers[last], buyers[swapped]] = [b, a]
  }
  const stopped = customers.filter(({ row }) => row.pricing === 'stop')
  const due = ages.flatMap((age, index) => (age > 30 * DAY && age < LATE.days * DAY ? [index] : []))
  for (const customer of stopped) {
    const place = due.splice(random.whole(0, due.length - 1), 1)[0]
    if (place !== undefined && buyers[place] && !brimming.includes(buyers[place])) buyers[place] = customer
  }
  return buyers
}

/** Age of each order in milliseconds, oldest first. */
function agesOf(random: Random): number[] {
  const ages = Array.from({ length: COUNT }, (_, index) => {
    if (index < RECENT.orders) return random.next() ** 1.25 * RECENT.days * DAY
    const isLate = index < RECENT.orders + LATE.orders
    const [from, to] = isLate ? [RECENT.days, LATE.days] : [LATE.days, SPAN_DAYS]
    return (from + random.next() * (to - from)) * DAY
  })
  return ages.sort((a, b) => b - a)
}

interface Sale {
  code: string
  /** Tracking number of its parcel if it is sent by courier. */
  number: number
  customer: DemoCustomer
  /** On the even clock of `working-time.ts`, like `now`. */
  orderedAt: number
  now: number
  take(random: Random, kind: OrderKind): PackedLine[]
  /** Converts a moment of the even clock to business hours. */
  at(even: number): string
}

function orderOf(random: Random, sale: Sale): DemoOrder {
  const { code, customer, now, orderedAt, at } = sale
  const { row: person, site } = customer
  const address = random.chance(0.1) ? demoAddressIn(random, site.region) : site
  const isPickup = random.chance(0.18)
  const isStopped = person.pricing === 'stop'
  const steps = packedOnAccount(sale, demoSteps(random, { orderedAt, now, isPickup, isStopped, at }))
  const isLeft = steps.paid_at === null && now - orderedAt > OLD_MS
  const lines = sale.take(random, kindOf(random, isPickup, address, isLeft || isStopped))
  const pieces = packed(lines)
  const freight = isPickup ? 0 : address.is_rural ? RURAL_BADGE_CENTS : URBAN_FREIGHT_CENTS
  const items = lines.map(itemOf)
  const costs = orderCosts(
    items.map((item) => item.subtotal_cents),
    freight,
  )
  const branch = branchOf(address)
  const isSent = steps.shipped_at !== null && !isPickup
  const tracking = isSent ? demoTracking(random, sale.number, demoFreight(branch, address, pieces)) : null
  const reference = random.chance(0.4) ? `PO ${random.whole(1000, 9999)}` : null
  const done = statusOf(steps, { is_pickup: isPickup, tracking_code: tracking?.tracking_code ?? null })
  // A status that no action sets, as an older system may have left behind.
  const status = random.chance(0.004) && done === 'Ordered' ? 'On hold' : done
  const standing = standingOf(sale, steps, status)
  const source_changes = changedSource(sale, standing.status, items, freight)
  const marks = { is_pickup: isPickup ? 1 : 0, freight_cents: freight, ...standing, source_changes }
  const row = {
    code,
    reference,
    notes: random.chance(0.15) ? random.pick(NOTES) : null,
    payment_method: steps.paid_at ? random.pick(isPickup ? PAID_AT_THE_COUNTER : PAID_FROM_AFAR) : null,
    branch,
    ...marks,
    subtotal_cents: costs.subtotal,
    tax_cents: costs.tax,
    total_cents: costs.total,
    ...(tracking ?? NO_TRACKING),
    ...address,
    created_at: at(orderedAt),
    ordered_at: at(orderedAt),
    ...steps,
    collected_by: steps.shipped_at && isPickup ? person.name : null,
  }
  return { customer, row, items: partlySent(sale, standing.status, items), address, pieces }
}

/** Some paid orders were partly sent from elsewhere. Chosen by number, so that all other orders stay as they are. */
function partlySent({ number }: Sale, status: string, items: DemoOrder['items']): DemoOrder['items'] {
  const isPartly = status === 'Paid' && number % 11 === 5
  return items.map((item, index) => ({
    ...item,
    fulfilled_quantity: isPartly ? (index === 0 ? Math.ceil(item.quantity / 2) : 0) : null,
  }))
}

/** Of some packed orders, the shop wants one more of the first item. */
function changedSource(
  { number }: Sale,
  status: string,
  items: ReturnType<typeof itemOf>[],
  freight: number,
): string | null {
  if (status !== 'Ready To Ship' || number % 13 !== 9) return null
  const wanted = items.map((item, index) => {
    const quantity = index === 0 ? item.quantity + 1 : item.quantity
    const subtotal_cents = lineSubtotal(item.price_cents, quantity) ?? 0
    return { ...item, quantity, subtotal_cents, fulfilled_quantity: null }
  })
  const costs = orderCosts(
    wanted.map((item) => item.subtotal_cents),
    freight,
  )
  const columns = { subtotal_cents: costs.subtotal, tax_cents: costs.tax, total_cents: costs.total }
  return writeWants({ money: { columns, items: wanted } })
}

/** Some unpaid orders of account customers are packed. Chosen by number, so that all other orders stay as they are. */
function packedOnAccount({ number, customer, orderedAt, now, at }: Sale, steps: Steps): Steps {
  const { terms, credit_stop } = customer.row
  const isOpen =
    terms === 'account' && credit_stop === 0 && steps.paid_at === null && steps.shipped_at === null
  const packedAt = orderedAt + PACKED_AFTER_MS
  // An hour later, its e-mail has left the outbox.
  const isPacked = packedAt < now - HOUR && now - orderedAt < LATE.days * DAY
  return isOpen && isPacked && number % 3 === 0 ? { ...steps, ready_at: at(packedAt) } : steps
}

const PACKED_AFTER_MS = 3 * HOUR

/**
 * Some orders are cancelled before or after packing, refunded or on hold. Chosen by number, so that all other orders stay
 * as they are.
 */
function standingOf(sale: Sale, steps: Steps, done: string) {
  const { number } = sale
  const open = { status: done, ...OPEN }
  const since = stoppedAt(sale, steps)
  const stop = {
    ...open,
    is_stopped: 1,
    status: 'Cancelled',
    source_status: 'Cancelled',
    cancelled_at: since,
  }
  switch (done) {
    case 'On hold':
      return { ...open, is_held: 1, held_at: since, source_status: done }
    case 'Ordered':
      return number % 41 === 7 ? stop : open
    case 'Paid':
      if (number % 11 === 3) return stop
      return number % 11 === 8
        ? {
            ...open,
            is_held: 1,
            held_at: since,
            held_by: 'Mere Parata',
            hold_reason: 'One carton is missing',
          }
        : open
    case 'Ready To Ship':
    case 'Ready To Collect':
      return number % 13 === 4 ? stop : open
    case 'Shipped':
      return number % 97 === 13
        ? { ...stop, status: 'Refunded', source_status: 'Refunded', cancelled_at: null, refunded_at: since }
        : open
    default:
      return open
  }
}

const STOPPED_AFTER_MS = 5 * HOUR

/** Some hours after the order; if it has gone on since, an hour after its last step. Never later than now. */
function stoppedAt({ orderedAt, at, now }: Sale, steps: Steps): string {
  const usual = at(Math.min(now, orderedAt + STOPPED_AFTER_MS))
  const last = [steps.paid_at, steps.ready_at, steps.shipped_at].findLast((step) => step !== null)
  if (!last || last < usual) return usual
  return timestamp(Math.min(Date.parse(at(now)), Date.parse(last) + HOUR))
}

/** Of one type, so that all rows have the same columns. */
const OPEN: Standing = {
  cancelled_at: null,
  refunded_at: null,
  held_at: null,
  held_by: null,
  hold_reason: null,
  source_status: null,
  is_stopped: 0,
  is_held: 0,
}
type Standing = Pick<
  OrderRow,
  | 'cancelled_at'
  | 'refunded_at'
  | 'held_at'
  | 'held_by'
  | 'hold_reason'
  | 'source_status'
  | 'is_stopped'
  | 'is_held'
>

/** Only customers at the counter pay cash. */
const PAID_AT_THE_COUNTER = ['card', 'card', 'cash', 'egate3p', 'bank'] as const
const PAID_FROM_AFAR = ['bank', 'bank', 'egate3p', 'egate3p', 'card'] as const

/** Bulky goods are mostly collected, because no courier delivers them to the country. */
function kindOf(random: Random, isPickup: boolean, { is_rural }: DemoAddress, isSmall: boolean): OrderKind {
  const isFreight = random.chance(isPickup ? 0.35 : 0.06) && (isPickup || is_rural === 0)
  return isSmall ? 'small' : isFreight ? 'freight' : 'usual'
}

const NOTES = [
  'Leave at the site office if nobody is in.',
  'Call on arrival: the gate is locked.',
  'Second part of the order for the Kōwhai Street job.',
  'Please pack the fittings apart from the pipe.',
] as const

function itemOf({ product: { row }, quantity }: PackedLine) {
  return {
    product_code: row.code,
    product_name: row.name,
    price_cents: row.price_cents,
    quantity,
    subtotal_cents: lineSubtotal(row.price_cents, quantity) ?? 0,
  }
}

const NO_TRACKING = { tracking_company: null, tracking_code: null, tracking_url: null }

/** The goods of an order: goods that fit into a van, at least one bulky item, or small and cheap goods. */
export type OrderKind = 'usual' | 'freight' | 'small'

/** Highest price of small and cheap goods, in cents. */
const CHEAP = 2500

/** Draws random goods for orders from the catalogue. */
export function shelves(products: readonly DemoProduct[]): (random: Random, kind: OrderKind) => PackedLine[] {
  const forVans = nonEmpty(products.filter(isForVans))
  const forFreight = nonEmpty(products.filter((product) => !isForVans(product)))
  const cheap = nonEmpty(forVans.filter(({ row }) => row.price_cents <= CHEAP))
  return (random, kind) => {
    const count = kind === 'small' ? random.whole(1, 2) : random.whole(1, 6)
    const picked = Array.from({ length: count }, (_, index) =>
      random.pick(kind === 'small' ? cheap : kind === 'freight' && index === 0 ? forFreight : forVans),
    )
    return Array.from(new Set(picked), (product) => ({
      product,
      quantity: quantityOf(random, kind, product),
    }))
  }
}

function nonEmpty([first, ...rest]: readonly DemoProduct[]): [DemoProduct, ...DemoProduct[]] {
  if (first === undefined) throw new Error('There are no such goods.')
  return [first, ...rest]
}

function quantityOf(random: Random, kind: OrderKind, { most }: DemoProduct): number {
  if (kind === 'small') return random.whole(1, Math.min(3, most))
  const usual = Math.min(6, most)
  return random.chance(0.7) ? random.whole(1, usual) : random.whole(usual, most)
}

/** Orders unpaid at this age will probably never be paid. */
export const OLD_MS = 90 * DAY

/**
 * GUESS: shares of unpaid, paid and ready orders by age; the rest has been sent. Customers pay monthly, so most
 * orders of the last two months are unpaid.
 */
const STAGES = [
  { upToDays: 0.25, unpaid: 0.6, paid: 0.4, ready: 0 },
  { upToDays: 1, unpaid: 0.42, paid: 0.35, ready: 0.17 },
  { upToDays: 3, unpaid: 0.42, paid: 0.2, ready: 0.2 },
  { upToDays: 14, unpaid: 0.43, paid: 0.06, ready: 0.08 },
  { upToDays: 30, unpaid: 0.43, paid: 0.015, ready: 0.02 },
  { upToDays: 90, unpaid: 0.45, paid: 0.002, ready: 0.004 },
] as const
const OLD = { unpaid: 0.025, paid: 0.001, ready: 0.002 }

export interface Steps {
  paid_at: string | null
  ready_at: string | null
  shipped_at: string | null
}

interface Age {
  /** On the even clock (ms), like `now`. */
  orderedAt: number
  now: number
  /** Whether the customer collects it. */
  isPickup: boolean
  /** Whether the customer's credit is stopped. */
  isStopped: boolean
  /** Converts a moment of the even clock to business hours. */
  at(even: number): string
}

/** The steps of an order by `now`, each some hours after the previous one, none in the future. */
export function demoSteps(random: Random, { orderedAt, now, isPickup, isStopped, at }: Age): Steps {
  const age = now - orderedAt
  const stage = STAGES.find(({ upToDays }) => age < upToDays * DAY) ?? OLD
  const limits = [stage.unpaid, stage.unpaid + stage.paid, stage.unpaid + stage.paid + stage.ready]
  const draw = random.next()
  const count = isStopped ? 0 : limits.filter((limit) => draw >= limit).length
  const pace = Math.min(1, age / (3 * DAY))
  let done = orderedAt
  const later = (hours: number) => {
    done += Math.floor(random.next() * hours * HOUR * pace)
    return at(done)
  }
  // Some orders are sent before they are paid.
  const isTrusted = count === 0 && !isPickup && !isStopped && age > 14 * DAY && random.chance(0.04)
  const paid_at = count > 0 ? later(24) : null
  const ready_at = count > 1 ? later(24) : null
  const shipped_at = count > 2 || isTrusted ? later(20) : null
  return { paid_at, ready_at, shipped_at }
}
