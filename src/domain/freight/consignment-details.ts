import type { Consignment, ConsignmentEvent } from '../../contract/consignments.ts'
import { formatConsignmentDate } from '../calendar/nz-calendar.ts'
import { ABSENT, nonBlank } from '../format/text.ts'
import type { TimelineEvent } from '../orders/order-timeline.ts'

export type ConsignmentPart = Consignment['parts'][number]
export type ConsignmentService = Consignment['services'][number]

/**
 * Divisor of the volume in a consignment's detail. It differs from the form's 1,000,000, so the shown volume is
 * ten times the cubic metres, as specified (CON-8). It is only shown and never used for a price.
 */
const DETAIL_VOLUME_DIVISOR = 100_000

/** Centimetres of one parcel. */
type Measured = Pick<ConsignmentPart, 'height' | 'length' | 'width'>

/** The volume of a parcel as shown in the detail. An absent measure counts as 0. */
export function detailVolume({ height, length, width }: Measured): number {
  const volume = (number(height) * number(length) * number(width)) / DETAIL_VOLUME_DIVISOR
  return Number.isFinite(volume) ? volume : 0
}

/** The name of a parcel: its reference, otherwise its label, otherwise its number. */
export function partName({ reference, label, part_number }: ConsignmentPart): string {
  return nonBlank(reference) ?? nonBlank(label) ?? nonBlank(part_number) ?? ABSENT
}

/** Height, length and width: '22 × 60 × 60', with '—' for an unknown one. */
export function dimensions({ height, length, width }: Measured): string {
  return [height, length, width].map((side) => side ?? ABSENT).join(' × ')
}

/** The service lines of a parcel or a consignment that cost something; others are not shown (CON-7). */
export function extraServices({
  services,
}: {
  services: readonly ConsignmentService[]
}): ConsignmentService[] {
  return services.filter(({ total }) => number(total) > 0)
}

interface ConsignmentTotals {
  /** As calculated by `detailVolume`. */
  volume: number
  /** Kilograms. */
  weight: number
  /** Cents excluding GST: parcels, their extra services, and services of the whole consignment. */
  cost: number
}

/** The totals of the packages table: the sums of its lines. */
export function consignmentTotals(consignment: Pick<Consignment, 'parts' | 'services'>): ConsignmentTotals {
  const { parts } = consignment
  const lines = [...parts, consignment].flatMap(extraServices)
  return {
    volume: sum(parts.map(detailVolume)),
    weight: sum(parts.map(({ weight }) => number(weight))),
    cost: sum(parts.map(({ cost }) => number(cost))) + sum(lines.map(({ total }) => number(total))),
  }
}

function number(value: number | null): number {
  return value === null || !Number.isFinite(value) ? 0 : value
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

type Tracked = Pick<Consignment, 'events'> & { dates: Pick<Consignment['dates'], 'created_at'> }

/** Shown until the courier reports events of its own (CON-10). */
export const PLACEHOLDER_EVENTS = {
  created: 'Tracking number allocated & order ready',
  updated: 'Awaiting collection by freight company',
} as const
const PLACEHOLDER_LOCATION = 'Auckland'

/** Created, collected and delivered are successes, an exception is a warning; others are grey (CON-9). */
const TYPES: Readonly<Record<string, TimelineEvent['type']>> = {
  created: 'success',
  collected: 'success',
  delivered: 'success',
  exception: 'warning',
}

/**
 * The events of a consignment with placeholders (CON-10): `created` is added if there are none, and `updated`
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
interface ConsignmentStep extends TimelineEvent {
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
