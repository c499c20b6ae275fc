import type { BookableCourier } from '../../../domain/freight/couriers.ts'
import type { BagType } from '../courier.ts'

/** How far a parcel goes, seen from the branch that sends it. */
export type Zone = 'local' | 'short-haul' | 'long-haul' | 'inter-island'

/** What one unit carries. A parcel takes as many as its weight or its volume needs, whichever needs more. */
export interface Unit {
  kg: number
  m3: number
}

/** The price of a parcel: its first unit and each further one, cents excluding GST. */
export interface Rate {
  unit: Unit
  firstCents: number
  nextCents: number
}

export interface CardService {
  code: string
  /** As staff see it, such as 'Overnight'. */
  type: string
  /** When it arrives, in words. */
  standard: string
  rates: Record<Zone, Rate>
}

/** A bag of the courier's own, at one price wherever it goes. */
export interface Bag {
  cents: number
  kg: number
}

/** All that a courier's prices come from. */
export interface RateCard {
  slug: BookableCourier
  services: readonly CardService[]
  bags: Partial<Record<BagType, Bag>>
  /** The most that one parcel may weigh and measure. */
  limits: { kg: number; m3: number; longestCm: number }
  /** On top for each parcel to a rural address; null where the courier does not go there. */
  rural: Rate | null
  /** This month's variable charge on a parcel's rate, in thousandths. */
  variablePerMille: number
  /** Charged once for each consignment. */
  pickupCents: number
  /** Whether a suburb that belongs to another postcode is refused; the others go by the postcode. */
  checksSuburb: boolean
  deliversToBoxes: boolean
}
