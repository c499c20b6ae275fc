import type { Consignment } from '../../contract/consignments.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'

export type ConsignmentPart = Consignment['parts'][number]
export type ConsignmentService = Consignment['services'][number]

/**
 * What the detail divides centimetres by. It differs from the form's 1,000,000, so that the volume shown is ten times
 * the cubic metres: as specified (section 9, reading 13). It is only ever shown, and never reaches a price.
 */
const DETAIL_VOLUME_DIVISOR = 100_000

/** Centimetres of one parcel. */
type Measured = Pick<ConsignmentPart, 'height' | 'length' | 'width'>

/** The volume of a parcel as the detail shows it. What is no number counts as 0. */
export function detailVolume({ height, length, width }: Measured): number {
  const volume = (number(height) * number(length) * number(width)) / DETAIL_VOLUME_DIVISOR
  return Number.isFinite(volume) ? volume : 0
}

/** What a parcel goes by: its reference, else its label, else its number. */
export function partName({ reference, label, part_number }: ConsignmentPart): string {
  return nonBlank(reference) ?? nonBlank(label) ?? nonBlank(part_number) ?? ABSENT
}

/** '22 × 60 × 60' of height, length and width, '—' for those that are not known. */
export function dimensions({ height, length, width }: Measured): string {
  return [height, length, width].map((side) => side ?? ABSENT).join(' × ')
}

/** The service lines of a parcel, or of the whole consignment, that cost something: no other is shown (section 2). */
export function extraServices({
  services,
}: {
  services: readonly ConsignmentService[]
}): ConsignmentService[] {
  return services.filter(({ total }) => number(total) > 0)
}

export interface ConsignmentTotals {
  /** As `detailVolume` has it. */
  volume: number
  /** Kilograms. */
  weight: number
  /** Cents without GST: of the parcels, their extra services and the consignment's own. */
  cost: number
}

/** What the packages table comes to: the sum of the lines that it shows. */
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
