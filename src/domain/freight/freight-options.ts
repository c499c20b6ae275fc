import type { PricingOption, RateLine } from '../../contract/consignments.ts'
import { ABSENT, nonBlank } from '../format/text.ts'
import { courierLabel } from './couriers.ts'

/** How many minutes a quoted price can be booked (FRT-15). */
export const QUOTE_LASTS_MINUTES = 30

/**
 * Whether prices can no longer be booked.
 * @param requestedAt in ms: the server made the quotes after that time
 * @param at in ms
 */
export function havePricesExpired(requestedAt: number, at: number): boolean {
  return at - requestedAt >= QUOTE_LASTS_MINUTES * 60_000
}

/** A key within this time after the price is shown, or after a typed character, is not a decision to book it. */
const TOO_SOON_MS = 300

/**
 * Whether a key that books was pressed before anybody could have read what it books: it was typed ahead, or ends a scan.
 * @param at when it was pressed, in ms
 * @param since when the price was shown, or the last character typed
 */
export function isTooSoon(at: number, since: number): boolean {
  return at - since < TOO_SOON_MS
}

/** A price that can be booked. */
export interface FreightOption {
  /** The quote's id. */
  id: string
  courier: string
  /** The courier's slug; null if the response has none. */
  slug: string | null
  /** Cents excluding GST (FMT-2). */
  cost: number
  /** Type and description: 'Rural, 2 working days'. */
  service: string
  cheapest: boolean
  /** The parts that the cost is the sum of; empty if the courier does not tell them. */
  breakdown: readonly RateLine[]
}

/** A courier that refused to quote. */
export interface FreightRefusal {
  courier: string
  reason: string
}

export interface FreightAnswer {
  /** In the order of the response. */
  options: FreightOption[]
  refusals: FreightRefusal[]
}

/** Splits the response to a pricing request into bookable prices and refusals (FRT-14). */
export function freightAnswer(rows: readonly PricingOption[]): FreightAnswer {
  const options: FreightOption[] = []
  const refusals: FreightRefusal[] = []
  for (const row of rows) {
    const slug = nonBlank(row.provider_slug)
    const courier = nonBlank(row.provider_name) ?? courierLabel(slug)
    const id = nonBlank(row.id)
    // Both are required: a price without a quote cannot be booked, and a quote without a price should not be.
    if (id === null || row.cost === null) {
      refusals.push({ courier, reason: nonBlank(row.description) ?? ABSENT })
      continue
    }
    const service = [row.type, row.description].map(nonBlank).filter((part) => part !== null)
    options.push({
      id,
      courier,
      slug,
      cost: row.cost,
      service: service.join(', '),
      cheapest: false,
      breakdown: breakdownOf(row.breakdown ?? [], row.cost),
    })
  }
  const cheapest = cheapestOf(options)
  if (cheapest) cheapest.cheapest = true
  return { options, refusals }
}

/** The parts of a price, if they add up to it: others would explain a price that is not charged. */
function breakdownOf(lines: readonly RateLine[], cost: number): readonly RateLine[] {
  return lines.reduce((sum, { total }) => sum + total, 0) === cost ? lines : []
}

/** The first of the options with the lowest price. */
function cheapestOf(options: readonly FreightOption[]): FreightOption | undefined {
  return options.reduce<FreightOption | undefined>(
    (best, option) => (best === undefined || option.cost < best.cost ? option : best),
    undefined,
  )
}
