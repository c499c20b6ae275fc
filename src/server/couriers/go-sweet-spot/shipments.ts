import { DateTime } from 'luxon'
import * as z from 'zod'
import { NZ_ZONE } from '../../../domain/calendar/nz-time.ts'
import { safeLink } from '../../../domain/freight/couriers.ts'
import {
  type BookedPart,
  type Booking,
  partNumber,
  type Tracked,
  type TrackingEvent,
  type TrackingEventType,
} from '../courier.ts'
import { dollarField, list, short, textField } from './gateway.ts'

const Item = z.object({ barcode: textField, charge_linetotal: dollarField })

const Consignment = z.object({
  connote: z.string().min(1),
  trackingurl: textField,
  cost: dollarField,
  items: list,
})
const Created = z.object({ consignments: z.array(Consignment).nullish() })
const Refused = z.object({ consignments: z.array(z.unknown()).nullish(), errors: list, message: textField })
const Notified = z.object({ notifications: list })
const Reason = z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])

const Shipment = z.object({
  consignmentno: z.string().min(1),
  packingslipno: textField,
  customerref: textField,
  tracking: textField,
  totalcost: dollarField,
  parts: z.int().nullish(),
  items: list,
  events: list,
  manifestedat: textField,
  picked: textField,
  delivered: textField,
  status: textField,
})
const Shipments = z.object({ results: z.array(z.unknown()) })
export type Shipment = z.output<typeof Shipment>

/** The consignments created by a booking. @throws if the response is unreadable */
export function readCreated(answer: unknown, pieces: number): Booking[] {
  return (Created.parse(answer).consignments ?? []).map(({ connote, trackingurl, cost, items }) =>
    bookingOf(connote, trackingurl, cost, items, pieces),
  )
}

/**
 * The reason why nothing was booked, or null. A message counts as a reason only beside an empty list of
 * consignments; without the list it may concern anything.
 */
export function readRefusal(answer: unknown): string | null {
  const { data } = Refused.safeParse(answer)
  const errors = data?.errors.flatMap((error) => Reason.safeParse(error).data ?? []) ?? []
  return errors.join(' ') || (data?.consignments ? data.message : null)
}

/** The gateway's messages to the account holder, as text; empty if there are none. */
export function readNotifications(answer: unknown): string[] {
  const notifications = Notified.safeParse(answer).data?.notifications ?? []
  return notifications.map((one) => short(Reason.safeParse(one).data ?? JSON.stringify(one)))
}

/**
 * The shipments in a response, and how many others are unreadable.
 * @throws if the response is not a list of shipments
 */
export function readShipments(answer: unknown): { shipments: Shipment[]; unreadable: number } {
  const { results } = Shipments.parse(answer)
  const shipments = results.flatMap((one) => Shipment.safeParse(one).data ?? [])
  return { shipments, unreadable: results.length - shipments.length }
}

export function bookingOfShipment({ consignmentno, tracking, totalcost, items, parts }: Shipment): Booking {
  return bookingOf(consignmentno, tracking, totalcost, items, Math.max(1, parts ?? items.length))
}

/** The cost of each piece if given for all pieces, otherwise equal shares of the total. */
function bookingOf(
  code: string,
  url: string | null,
  cost: number | null,
  items: readonly unknown[],
  pieces: number,
): Booking {
  const readable = items.flatMap((item) => Item.safeParse(item).data ?? [])
  const charges = readable.flatMap(({ charge_linetotal }) => charge_linetotal ?? [])
  const charged = charges.reduce((sum, cents) => sum + cents, 0)
  const total = cost ?? charged
  const hasCharges = charges.length === pieces && charged <= total
  const parts = Array.from(
    { length: pieces },
    (_, index): BookedPart => ({
      partNumber: partNumber(index),
      label: readable[index]?.barcode ?? code + partNumber(index),
      costCents: (hasCharges ? charges[index] : undefined) ?? share(total, pieces, index),
      services: [],
    }),
  )
  const rest = hasCharges ? total - charged : 0
  const services = rest > 0 ? [{ code: 'OTHER', description: 'Other charges', totalCents: rest }] : []
  return { trackingCode: code, trackingUrl: safeLink(url), parts, services }
}

/** Whole cents that add up to the total; the first ones include the remainder. */
function share(total: number, pieces: number, index: number): number {
  return Math.floor(total / pieces) + (index < total % pieces ? 1 : 0)
}

const Event = z.object({
  eventdt: textField,
  code: textField,
  description: textField,
  location: textField,
  part: textField,
})
type Event = z.output<typeof Event>

/** Milestones of shipments and of the older tracking. Any other counts as an exception. */
const EVENT_TYPES: Record<string, TrackingEventType> = {
  CR: 'created',
  PUP: 'collected',
  COUR: 'collected',
  UPD: 'updated',
  COURU: 'updated',
  INTL: 'updated',
  CUST: 'updated',
  DEL: 'delivered',
}

/**
 * The tracking data of a shipment. If it was delivered without an event, an event with the shipment's status is
 * added.
 */
export function readTracked(shipment: Shipment): Tracked {
  const read = rawEvents(shipment)
  const events = oncePerMoment(read)
  const deliveredAt = readTime(shipment.delivered)
  if (deliveredAt !== null && !events.some(({ type }) => type === 'delivered')) {
    const description = shipment.status ?? 'Delivered'
    events.push({ at: deliveredAt, type: 'delivered', code: 'DEL', description, location: '' })
  }
  return {
    events: events.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))),
    manifestedAt: readTime(shipment.manifestedat),
    pickedAt: readTime(shipment.picked),
    deliveredAt,
    partCodes: [...new Set(read.flatMap(({ part }) => part ?? []))],
  }
}

function rawEvents({ events, items }: Shipment): Event[] {
  const ofItems = items.flatMap((item) => z.object({ events: list }).safeParse(item).data?.events ?? [])
  return [...events, ...ofItems].flatMap((event) => Event.safeParse(event).data ?? [])
}

/** Equal events of several pieces count once. */
function oncePerMoment(read: readonly Event[]): TrackingEvent[] {
  const events = read.flatMap((event) => toEvent(event) ?? [])
  return [...new Map(events.map((event) => [JSON.stringify(event), event])).values()]
}

/** Null without a time. */
function toEvent({ eventdt, code, description, location }: Event): TrackingEvent | null {
  const at = readTime(eventdt)
  if (at === null) return null
  const milestone = code ?? ''
  return {
    at,
    type: EVENT_TYPES[milestone.toUpperCase()] ?? 'exception',
    code: milestone,
    description: description ?? milestone,
    location: location ?? '',
  }
}

/** UTC, ISO 8601. Times without an offset are New Zealand time. Null if absent or unreadable. */
function readTime(time: string | null): string | null {
  return time === null ? null : DateTime.fromISO(time, { zone: NZ_ZONE }).toUTC().toISO()
}
