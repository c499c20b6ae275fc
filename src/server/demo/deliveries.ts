import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { isPublicHoliday } from '../../domain/calendar/working-days.ts'
import { PLACEHOLDER_EVENTS } from '../../domain/freight/consignment-details.ts'
import type { TrackingEvent } from '../couriers/courier.ts'
import { timestamp } from '../db/times.ts'
import type { Random } from './random.ts'
import { weekdayOf } from './working-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The progress of a consignment. */
export interface DemoDelivery {
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
export function demoDelivery(random: Random, journey: Journey): DemoDelivery {
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
  return weekdayOf(dayStart(day)) < 5 && !isPublicHoliday(day, region)
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
