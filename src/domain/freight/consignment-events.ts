import type { Consignment, ConsignmentEvent } from '../../contract/consignments.ts'
import { formatConsignmentDate } from '../calendar/nz-calendar.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'
import type { TimelineEvent } from '../orders/order-timeline.ts'

type Tracked = Pick<Consignment, 'events'> & { dates: Pick<Consignment['dates'], 'created_at'> }

/** Shown until the courier reports events of its own (section 4). */
export const PLACEHOLDER_EVENTS = {
  created: 'Tracking number allocated & order ready',
  updated: 'Awaiting collection by freight company',
} as const
const PLACEHOLDER_LOCATION = 'Auckland'

/**
 * Created, collected and delivered are successes, an exception is a warning; updated and unknown types are grey
 * (section 2).
 */
const TYPES: Readonly<Record<string, TimelineEvent['type']>> = {
  created: 'success',
  collected: 'success',
  delivered: 'success',
  exception: 'warning',
}

/**
 * The events of a consignment with placeholders (reading 35): `created` is added if there are none, and `updated`
 * if there is then exactly one. Placeholders have the date on which the consignment was created.
 */
export function withPlaceholders({ events, dates }: Tracked): ConsignmentEvent[] {
  const placeholder = (type: keyof typeof PLACEHOLDER_EVENTS): ConsignmentEvent => ({
    date: dates.created_at,
    type,
    code: null,
    description: PLACEHOLDER_EVENTS[type],
    location: PLACEHOLDER_LOCATION,
  })
  const started = events.length === 0 ? [placeholder('created')] : events
  return started.length === 1 ? [...started, placeholder('updated')] : [...started]
}

/** An event of a consignment's timeline with its place. */
export interface ConsignmentStep extends TimelineEvent {
  place: string | null
}

/** The timeline of a consignment. Events keep their order. */
export function consignmentTimeline(consignment: Tracked): ConsignmentStep[] {
  return withPlaceholders(consignment).map((event, index) => ({
    id: String(index),
    title: nonBlank(event.description) ?? nonBlank(event.code) ?? nonBlank(event.type) ?? ABSENT,
    type: TYPES[event.type?.trim().toLowerCase() ?? ''] ?? 'other',
    date: nonBlank(event.date) === null ? null : formatConsignmentDate(event.date),
    place: nonBlank(event.location),
  }))
}
