import type { BookableCourier } from '../../../domain/freight/couriers.ts'
import type { BagType } from '../courier.ts'

/** The distance of a parcel from its branch. */
export type Zone = 'local' | 'short-haul' | 'long-haul' | 'inter-island'

/** Capacity of one unit. A parcel needs enough units for both its weight and its volume. */
export interface Unit {
  kg: number
  m3: number
}

/** The price of a parcel: of the first unit and of each further one, in cents excluding GST. */
export interface Rate {
  unit: Unit
  firstCents: number
  nextCents: number
}

export interface CardService {
  code: string
  /** Shown to staff, such as 'Overnight'. */
  type: string
  /** Delivery time in words. */
  standard: string
  rates: Record<Zone, Rate>
}

/** A bag of the courier, at one price for all distances. */
export interface Bag {
  cents: number
  kg: number
}

/** All data for a courier's prices. */
export interface RateCard {
  slug: BookableCourier
  services: readonly CardService[]
  bags: Partial<Record<BagType, Bag>>
  /** Limits of one parcel. */
  limits: { kg: number; m3: number; longestCm: number }
  /** Surcharge per parcel to a rural address; null if the courier does not deliver there. */
  rural: Rate | null
  /** This month's variable surcharge on a parcel's rate, in thousandths. */
  variablePerMille: number
  /** Charged once per consignment. */
  pickupCents: number
  /** Whether a suburb of another postcode is refused; other couriers use the postcode. */
  checksSuburb: boolean
  deliversToBoxes: boolean
}
