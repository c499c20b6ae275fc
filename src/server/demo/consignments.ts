import type { Insertable } from 'kysely'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { isPublicHoliday } from '../../domain/calendar/working-days.ts'
import { branchLabel } from '../../domain/freight/address.ts'
import { PLACEHOLDER_EVENTS } from '../../domain/freight/consignment-details.ts'
import { courierLabel } from '../../domain/freight/couriers.ts'
import { consignmentSearchText, partRow } from '../consignments/record.ts'
import { type Piece, partNumber, type TrackingEvent } from '../couriers/courier.ts'
import { RATE_CARDS } from '../couriers/rate-cards/cards.ts'
import { consignmentPrice, type PiecePrice } from '../couriers/rate-cards/price.ts'
import { zoneOf } from '../couriers/rate-cards/zones.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { LOCAL_STAFF } from '../sign-in/local/provider.ts'
import { demoFreight, demoTracking } from './couriers.ts'
import type { DemoOrder } from './orders.ts'
import type { Random } from './random.ts'
import { weekdayAt } from './working-time.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

export interface DemoConsignment {
  row: Row<'consignments'>
  parts: Omit<Row<'consignment_parts'>, 'consignment_id'>[]
  events: TrackingEvent[]
}

const COUNT = 1500
/** Number of packed orders that are shipped on the day of the demo. */
const TODAY = 9
/** The first tracking number of today's shipments, above those of all other demo parcels. */
const TODAYS_NUMBER = 950_000
/** Today's shipments are booked from half an hour after the branches open; before that time, from midnight. */
const FIRST_BOOKING_MS = 7.5 * 3_600_000
/** How many of today's shipments still wait for pick-up. */
const WAITING = 6

/** The orders, of which the newest few packed ones are shipped today. */
export function sendSomeToday(random: Random, now: number, orders: readonly DemoOrder[]): DemoOrder[] {
  const isPacked = ({ row }: DemoOrder) =>
    row.ready_at && !row.shipped_at && !row.is_pickup && !row.is_stopped
  const packed = orders.filter(isPacked).slice(-TODAY)
  const turn = new Map(packed.map((order, index) => [order, index + 1]))
  const midnight = aucklandDayStart(todayInAuckland(now))
  const first = now > midnight + FIRST_BOOKING_MS ? midnight + FIRST_BOOKING_MS : midnight
  return orders.map((order) => {
    const nth = turn.get(order)
    if (nth === undefined) return order
    const from = Math.max(first, parseInstant(order.row.ready_at ?? null) ?? first)
    const shippedAt = from + Math.floor(((now - from) * nth) / (TODAY + 1))
    const freight = demoFreight(order.row.branch, order.address, order.pieces)
    const tracking = demoTracking(random, TODAYS_NUMBER + nth * 97, freight)
    if (tracking === null) return order
    const shipped = { ...tracking, shipped_at: timestamp(shippedAt), status: 'Shipped' }
    return { ...order, row: { ...order.row, ...shipped } }
  })
}

/** Consignments of the newest orders sent by courier, oldest first. */
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
  const { type, days, parts, services, cost } = carriedBy(random, order)
  const courier = sale.tracking_company ?? ''
  const staff = random.pick(STAFF)
  const from = { town: branchLabel(sale.branch), region: HOME_REGIONS[sale.branch] ?? '' }
  const to = { town: sale.city ?? sale.suburb ?? '', region: sale.region ?? '' }
  const delivery = demoDelivery(random, { createdAt, now, from, to, days })
  const row = {
    tracking_code: code,
    order_code: sale.code,
    customer_code: customer.row.code,
    tracking_url: sale.tracking_url ?? null,
    courier,
    provider_name: courierLabel(courier),
    provider_slug: courier,
    type,
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
    cost_cents: cost,
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

/** Region and town of the branches. */
const HOME_REGIONS: Readonly<Record<string, string>> = { auckland: 'Auckland', christchurch: 'Canterbury' }

/** GUESS: working days in transit. */
const DAYS = { local: 1, 'short-haul': 1, 'long-haul': 1, 'inter-island': 2 }

/** Cost of an order's parcels by its courier's rate card, and their delivery time. */
function carriedBy(random: Random, { row: sale, address, pieces }: DemoOrder) {
  const card = RATE_CARDS.find(({ slug }) => slug === sale.tracking_company)
  const [service, ...others] = card?.services ?? []
  if (card === undefined || service === undefined) throw new Error(`No courier has order ${sale.code}.`)
  const chosen = random.pick([service, ...others])
  const request = demoFreight(sale.branch, address, pieces)
  const zone = zoneOf(request.origin, address.postcode.slice(0, 2))
  const price = consignmentPrice(card, chosen, zone, request)
  // Some couriers list free services too.
  const free = random.chance(0.4) ? [{ code: 'SIG', description: 'Signature', totalCents: 0 }] : []
  const slower = chosen.code === 'overnight' ? 0 : 1
  return {
    type: pieces.every(({ packageType }) => packageType !== null) ? 'Bag' : chosen.type,
    days: DAYS[zone] + slower + sale.is_rural,
    parts: partsOf(sale.tracking_code ?? '', pieces, price.parts),
    services: [...price.services, ...free],
    cost: price.totalCents,
  }
}

function partsOf(
  code: string,
  pieces: readonly Piece[],
  prices: readonly PiecePrice[],
): DemoConsignment['parts'] {
  return pieces.map((piece, index) => {
    const { costCents, services } = prices[index] ?? { costCents: 0, services: [] }
    const number = partNumber(index)
    return partRow(piece, { partNumber: number, label: code + number, costCents, services })
  })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The progress of a consignment. */
interface DemoDelivery {
  manifested_at: string | null
  picked_at: string | null
  delivered_at: string | null
  events: TrackingEvent[]
}

interface Place {
  town: string
  region: string
}

interface Journey {
  createdAt: number
  now: number
  /** Town and region of origin and destination. */
  from: Place
  to: Place
  /** Working days in transit. */
  days: number
}

/** Cut-off hour for pick-up on the same day. */
const LAST_BOOKING = 15.5 * HOUR

/**
 * The events of a delivery: picked up on the afternoon of a working day at the origin, delivered on a later
 * working day at the destination. A few deliveries are missed, some have no events at all, and no event is in the
 * future.
 */
function demoDelivery(random: Random, journey: Journey): DemoDelivery {
  const { createdAt, now, from, to, days } = journey
  const pickDay = firstPickup(createdAt, from.region)
  const manifested = dayStart(pickDay) + LAST_BOOKING + random.whole(5, 40) * MINUTE
  const picked = manifested + random.whole(5, 90) * MINUTE
  const dropDay = workingDaysAfter(pickDay, days, to.region)
  const arrived = dayStart(dropDay) + random.whole(5 * 60, 8 * 60) * MINUTE
  const delivered = arrived + random.whole(40, 8 * 60) * MINUTE
  const isMissed = random.chance(0.05)
  const isLost = random.chance(0.01)
  const signedBy = random.pick(SIGNATURES)
  const hasEvents = !random.chance(0.08)
  const steps: { at: number; event: Omit<TrackingEvent, 'at'> }[] = [
    { at: createdAt, event: created(from.town) },
    { at: picked, event: { type: 'collected', code: 'COUR', description: 'Picked up', location: from.town } },
    {
      at: arrived,
      event: { type: 'updated', code: 'DEPOT', description: 'Arrived at depot', location: to.town },
    },
  ]
  const missed = {
    type: 'exception',
    code: 'CARD',
    description: 'Card left: nobody there',
    location: to.town,
  } as const
  const handedOver = { type: 'delivered', code: 'DEL', description: signedBy, location: to.town } as const
  const dropped = isMissed ? dayStart(workingDaysAfter(dropDay, 1, to.region)) + 11 * HOUR : delivered
  if (isMissed) steps.push({ at: delivered, event: missed })
  if (!isLost) steps.push({ at: dropped, event: handedOver })
  const until = (at: number) => (at <= now ? timestamp(at) : null)
  return {
    manifested_at: until(manifested),
    picked_at: until(picked),
    delivered_at: isLost ? null : until(dropped),
    events: steps.flatMap(({ at, event }) =>
      hasEvents && at <= now ? [{ at: timestamp(at), ...event }] : [],
    ),
  }
}

const SIGNATURES = ['Signed for', 'Left at the front door', 'Signed for by the site office'] as const

function created(location: string): Omit<TrackingEvent, 'at'> {
  return { type: 'created', code: 'CR', description: PLACEHOLDER_EVENTS.created, location }
}

function firstPickup(createdAt: number, region: string): string {
  const day = todayInAuckland(createdAt)
  const isInTime = createdAt < dayStart(day) + LAST_BOOKING && isWorkingDay(day, region)
  return isInTime ? day : workingDaysAfter(day, 1, region)
}

function workingDaysAfter(day: string, count: number, region: string): string {
  let found = day
  for (let left = count; left > 0; ) {
    found = dayAfter(found)
    if (isWorkingDay(found, region)) left -= 1
  }
  return found
}

function isWorkingDay(day: string, region: string): boolean {
  return weekdayAt(dayStart(day)) < 5 && !isPublicHoliday(day, region)
}

const dayAfter = remembered((day: string): string => daysBefore(day, -1))

const dayStart = remembered(aucklandDayStart)

/** Cached, because calendars are slow and the demo needs the same few hundred days ten thousand times. */
function remembered<Value>(of: (day: string) => Value): (day: string) => Value {
  const known = new Map<string, Value>()
  return (day) => {
    const value = known.get(day) ?? of(day)
    known.set(day, value)
    return value
  }
}
