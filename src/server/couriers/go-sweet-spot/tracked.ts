import { DateTime } from 'luxon'
import * as z from 'zod'
import { NZ_ZONE } from '../../../domain/calendar/nz-time.ts'
import type { EventType, Tracked, TrackingEvent } from '../courier.ts'
import { list, text } from './fields.ts'
import type { Shipment } from './shipments.ts'

const Event = z.object({ eventdt: text, code: text, description: text, location: text, part: text })
type Event = z.output<typeof Event>

/** Milestones of shipments and of the older tracking. Any other counts as an exception. */
const EVENT_TYPES: Record<string, EventType> = {
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
