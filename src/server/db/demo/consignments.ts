import type { Insertable } from 'kysely'
import { branchLabel } from '../../../domain/branch.ts'
import { courierLabel } from '../../../domain/couriers.ts'
import { aucklandDayStart, todayInAuckland } from '../../../domain/nz-calendar.ts'
import { parseInstant } from '../../../domain/nz-time.ts'
import { consignmentSearchText } from '../../consignments/search-text.ts'
import type { ChargedService, TrackingEvent } from '../../couriers/courier.ts'
import { partNumber } from '../../couriers/part-number.ts'
import { LOCAL_STAFF } from '../../sign-in/local/staff.ts'
import type { Database } from '../schema.ts'
import { timestamp } from '../times.ts'
import { demoDelivery } from './deliveries.ts'
import { type DemoOrder, demoTracking } from './orders.ts'
import type { Random } from './random.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

export interface DemoConsignment {
  row: Row<'consignments'>
  parts: Omit<Row<'consignment_parts'>, 'consignment_id'>[]
  events: TrackingEvent[]
}

const COUNT = 1500
/** Packed orders that go out on the day of the demo, whatever time it is. */
const TODAY = 9
/** Above those of all other demo parcels. */
const TODAYS_NUMBER = 950_000
/** Of those, the ones that are still waiting for the van. */
const WAITING = 6

/** The orders, the newest few of those that are packed now sent off today. */
export function sendSomeToday(random: Random, now: number, orders: readonly DemoOrder[]): DemoOrder[] {
  const packed = orders.filter(({ row }) => row.ready_at && !row.shipped_at && !row.is_pickup).slice(-TODAY)
  const turn = new Map(packed.map((order, index) => [order, index + 1]))
  const midnight = aucklandDayStart(todayInAuckland(now))
  return orders.map((order) => {
    const nth = turn.get(order)
    if (nth === undefined) return order
    const from = Math.max(midnight, parseInstant(order.row.ready_at ?? null) ?? midnight)
    const shippedAt = from + Math.floor(((now - from) * nth) / (TODAY + 1))
    const shipped = {
      ...demoTracking(random, TODAYS_NUMBER + nth * 97),
      shipped_at: timestamp(shippedAt),
      status: 'Shipped',
    }
    return { ...order, row: { ...order.row, ...shipped } }
  })
}

/** What carried the newest of the orders that went by courier, oldest first. */
export function demoConsignments(
  random: Random,
  now: number,
  orders: readonly DemoOrder[],
): DemoConsignment[] {
  const sent = orders
    .filter(({ row }) => row.shipped_at && row.tracking_code)
    .sort((one, other) => ((one.row.shipped_at ?? '') < (other.row.shipped_at ?? '') ? -1 : 1))
    .slice(-COUNT)
  return sent.map((order, index) => consignmentOf(random, order, now, sent.length - index <= WAITING))
}

function consignmentOf(random: Random, order: DemoOrder, now: number, isWaiting: boolean): DemoConsignment {
  const { row: sale, customer } = order
  const createdAt = parseInstant(sale.shipped_at ?? null) ?? now
  const code = sale.tracking_code ?? ''
  const courier = sale.tracking_company ?? ''
  const parts = partsOf(random, code)
  const services = servicesOf(random, sale.is_rural === 1, parts)
  const staff = random.pick(STAFF)
  const town = sale.city ?? sale.suburb ?? ''
  const isFar = random.chance(0.25)
  const journey = { createdAt, now, from: branchLabel(sale.branch), to: town }
  const delivery = demoDelivery(random, { ...journey, days: 1 + (isFar ? 1 : 0) + sale.is_rural })
  const row = {
    tracking_code: code,
    order_code: sale.code,
    customer_code: customer.row.code,
    tracking_url: sale.tracking_url ?? null,
    courier,
    provider_name: courierLabel(courier),
    provider_slug: courier,
    type: random.pick(['Overnight', 'Overnight', 'Economy']),
    branch: sale.branch,
    company: customer.row.company ?? '',
    contact: customer.row.name,
    phone: customer.row.mobile ?? customer.row.phone ?? '',
    email: customer.row.email ?? '',
    street: sale.street ?? '',
    suburb: sale.suburb ?? '',
    city: sale.city ?? '',
    postcode: sale.postcode ?? '',
    instructions: sale.notes ?? '',
    is_rural: sale.is_rural,
    send_tracking: random.chance(0.9) ? 1 : 0,
    cost_cents: costOf(parts, services),
    services: JSON.stringify(services),
    staff_id: `local:${staff.sub}`,
    staff_name: staff.name,
    created_at: timestamp(createdAt),
    manifested_at: isWaiting ? null : delivery.manifested_at,
    picked_at: isWaiting ? null : delivery.picked_at,
    delivered_at: isWaiting ? null : delivery.delivered_at,
  }
  return {
    row: { ...row, search_text: consignmentSearchText(row, parts) },
    parts,
    events: isWaiting ? delivery.events.slice(0, 1) : delivery.events,
  }
}

const [FIRST_STAFF, ...OTHER_STAFF] = LOCAL_STAFF
const STAFF = [FIRST_STAFF ?? { sub: 'mere', name: 'Mere' }, ...OTHER_STAFF] as const

type Part = DemoConsignment['parts'][number]

const REFERENCES = ['Carton', 'Pipe bundle', 'Pallet box', 'Tube', 'Fittings', ''] as const

/** GUESS: what is sent, and what a courier takes for it. */
function partsOf(random: Random, code: string): Part[] {
  const count = random.chance(0.6) ? 1 : random.whole(2, 5)
  const isBag = random.chance(0.12)
  const reference = random.pick(REFERENCES)
  return Array.from({ length: count }, (_, index) => {
    const number = partNumber(index)
    const size = isBag
      ? { height: 4, length: 21, width: 15, weight: random.whole(2, 20) / 10 }
      : {
          height: random.whole(6, 45),
          length: random.whole(20, 120),
          width: random.whole(12, 50),
          weight: random.whole(5, 220) / 10,
        }
    const services: ChargedService[] = []
    return {
      part_number: number,
      label: code + number,
      reference,
      package_type: isBag ? 'a5' : null,
      ...size,
      cost_cents: isBag ? 545 : 520 + Math.ceil(size.weight / 5) * random.whole(90, 190),
      services: JSON.stringify(services),
    }
  })
}

/** GUESS: a variable charge of 12 %, and a rural ticket for each piece. Some couriers list what costs nothing, too. */
function servicesOf(random: Random, isRural: boolean, parts: readonly Part[]): ChargedService[] {
  const base = parts.reduce((total, { cost_cents }) => total + cost_cents, 0)
  const services = [
    { code: 'VAR', description: 'Variable charge', totalCents: Math.round(base * 0.12) },
    { code: 'RUR', description: 'Rural delivery', totalCents: isRural ? 490 * parts.length : 0 },
    { code: 'SIG', description: 'Signature', totalCents: 0 },
  ]
  return services.filter(({ totalCents }) => totalCents > 0 || random.chance(0.4))
}

function costOf(parts: readonly Part[], services: readonly ChargedService[]): number {
  const charged = services.reduce((total, { totalCents }) => total + totalCents, 0)
  return parts.reduce((total, { cost_cents }) => total + cost_cents, charged)
}
