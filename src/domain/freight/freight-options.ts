import type { PricingOption } from '../../contract/consignments.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'
import { courierLabel } from './couriers.ts'

/** How long a price may be booked at, in minutes (reading 32). */
export const QUOTE_LASTS_MINUTES = 30

/** A price that can be booked. */
export interface FreightOption {
  /** Its quote. */
  id: string
  courier: string
  /** The courier's slug, null where the answer has none. */
  slug: string | null
  /** Cents without GST (reading 28). */
  cost: number
  /** Type and description: 'Rural, 2 working days'. */
  service: string
  cheapest: boolean
}

/** A courier that gave no price. */
export interface FreightRefusal {
  courier: string
  reason: string
}

export interface FreightAnswer {
  /** In the order in which they came. */
  options: FreightOption[]
  refusals: FreightRefusal[]
}

/** What came back for a payload: prices that can be booked, and apart from them those who gave none (readings 28 and 47). */
export function freightAnswer(rows: readonly PricingOption[]): FreightAnswer {
  const options: FreightOption[] = []
  const refusals: FreightRefusal[] = []
  for (const row of rows) {
    const slug = nonBlank(row.provider_slug)
    const courier = nonBlank(row.provider_name) ?? courierLabel(slug)
    const id = nonBlank(row.id)
    // A price without a quote cannot be booked, and a quote without a price should not be.
    if (id === null || row.cost === null) {
      refusals.push({ courier, reason: nonBlank(row.description) ?? ABSENT })
      continue
    }
    const service = [row.type, row.description].map(nonBlank).filter((part) => part !== null)
    options.push({ id, courier, slug, cost: row.cost, service: service.join(', '), cheapest: false })
  }
  const cheapest = cheapestOf(options)
  if (cheapest) cheapest.cheapest = true
  return { options, refusals }
}

/** The option with the lowest price, the first of several. */
function cheapestOf(options: readonly FreightOption[]): FreightOption | undefined {
  return options.reduce<FreightOption | undefined>(
    (best, option) => (best === undefined || option.cost < best.cost ? option : best),
    undefined,
  )
}
