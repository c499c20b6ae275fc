import type { BookableCourier } from '../../../domain/freight/couriers.ts'
import type { BagType } from '../courier.ts'

/** The distance of a parcel from its branch. */
export type Zone = 'local' | 'short-haul' | 'long-haul' | 'inter-island'

/** Capacity of one unit. A parcel needs enough units for both its weight and its volume. */
interface Unit {
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

/**
 * The built-in rate cards. The capacity of a ticket, the limits of 25 kg and 0.1 m³, the rural unit, the cubic weight of
 * 200 kg/m³ and the size of the variable charge are published. GUESS: every price, every bag and who offers which
 * service are invented for the demo; put your own contract's figures here.
 */

/** A ticket of the Freightways couriers. */
const LONG_TICKET: Unit = { kg: 5, m3: 0.025 }
const TICKETS: Record<Zone, Unit> = {
  local: { kg: 25, m3: 0.1 },
  'short-haul': { kg: 15, m3: 0.025 },
  'long-haul': LONG_TICKET,
  'inter-island': LONG_TICKET,
}
const RURAL_TICKET: Unit = { kg: 15, m3: 0.075 }

/** A unit is one started kilogram of weight or of cubic weight (1 kg for 0.005 m³), whichever is more. */
const KILOGRAM: Unit = { kg: 1, m3: 0.005 }
const FIVE_KILOGRAMS: Unit = { kg: 5, m3: 0.025 }

const LIMITS = { kg: 25, m3: 0.1, longestCm: 150 }

/** All units cost the same: cents of a local, short-haul, long-haul and inter-island ticket. */
function tickets(local: number, short: number, long: number, inter: number): Record<Zone, Rate> {
  const ticket = (unit: Unit, cents: number): Rate => ({ unit, firstCents: cents, nextCents: cents })
  return {
    local: ticket(TICKETS.local, local),
    'short-haul': ticket(TICKETS['short-haul'], short),
    'long-haul': ticket(TICKETS['long-haul'], long),
    'inter-island': ticket(TICKETS['inter-island'], inter),
  }
}

/** A first unit and cheaper further ones: cents of both, by zone. */
function byWeight(
  unit: Unit,
  cents: Record<Zone, readonly [first: number, next: number]>,
): Record<Zone, Rate> {
  const rate = ([firstCents, nextCents]: readonly [number, number]): Rate => ({ unit, firstCents, nextCents })
  return {
    local: rate(cents.local),
    'short-haul': rate(cents['short-haul']),
    'long-haul': rate(cents['long-haul']),
    'inter-island': rate(cents['inter-island']),
  }
}

const rural = (cents: number): Rate => ({ unit: RURAL_TICKET, firstCents: cents, nextCents: cents })

const overnight = (rates: Record<Zone, Rate>): CardService => ({
  code: 'overnight',
  type: 'Overnight',
  standard: 'next working day',
  rates,
})
const economy = (rates: Record<Zone, Rate>): CardService => ({
  code: 'economy',
  type: 'Economy',
  standard: '2 to 3 working days',
  rates,
})

const aramex: RateCard = {
  slug: 'aramex',
  services: [
    {
      code: 'standard',
      type: 'Standard',
      standard: '1 to 3 working days',
      rates: byWeight(KILOGRAM, {
        local: [512, 18],
        'short-haul': [604, 37],
        'long-haul': [689, 78],
        'inter-island': [874, 146],
      }),
    },
  ],
  bags: { a5: { cents: 545, kg: 2 } },
  limits: LIMITS,
  rural: rural(515),
  variablePerMille: 124,
  pickupCents: 0,
  checksSuburb: true,
  deliversToBoxes: false,
}

const castleParcels: RateCard = {
  slug: 'castleparcels',
  services: [economy(tickets(468, 572, 588, 816))],
  bags: {},
  limits: LIMITS,
  rural: rural(472),
  variablePerMille: 118,
  pickupCents: 0,
  checksSuburb: true,
  deliversToBoxes: false,
}

const nzCouriers: RateCard = {
  slug: 'nzcouriers',
  services: [overnight(tickets(529, 651, 723, 968))],
  bags: {
    a5: { cents: 598, kg: 3 },
    bug_bronze: { cents: 495, kg: 1 },
    bug_silver: { cents: 685, kg: 3 },
    bug_plat: { cents: 895, kg: 5 },
  },
  limits: LIMITS,
  rural: rural(541),
  variablePerMille: 137,
  pickupCents: 0,
  checksSuburb: false,
  deliversToBoxes: false,
}

const nzPost: RateCard = {
  slug: 'nzpost',
  services: [
    overnight(
      byWeight(FIVE_KILOGRAMS, {
        local: [619, 190],
        'short-haul': [742, 355],
        'long-haul': [798, 560],
        'inter-island': [1046, 832],
      }),
    ),
    economy(
      byWeight(FIVE_KILOGRAMS, {
        local: [553, 165],
        'short-haul': [612, 298],
        'long-haul': [655, 447],
        'inter-island': [803, 650],
      }),
    ),
  ],
  bags: { a5: { cents: 575, kg: 3 }, bug_tim: { cents: 1040, kg: 5 } },
  limits: { kg: 25, m3: 0.125, longestCm: 150 },
  rural: rural(430),
  variablePerMille: 101,
  pickupCents: 0,
  checksSuburb: false,
  deliversToBoxes: true,
}

const postHaste: RateCard = {
  slug: 'posthaste',
  services: [overnight(tickets(517, 638, 709, 951))],
  bags: { a5: { cents: 589, kg: 3 } },
  limits: LIMITS,
  rural: rural(528),
  variablePerMille: 133,
  pickupCents: 0,
  checksSuburb: false,
  deliversToBoxes: false,
}

/** For long and heavy goods that the other couriers refuse; delivers to towns only. */
const titus: RateCard = {
  slug: 'titus',
  services: [
    {
      code: 'freight',
      type: 'Freight',
      standard: '2 to 5 working days',
      rates: byWeight(FIVE_KILOGRAMS, {
        local: [1120, 95],
        'short-haul': [1385, 160],
        'long-haul': [1590, 225],
        'inter-island': [1975, 340],
      }),
    },
  ],
  bags: {},
  limits: { kg: 500, m3: 2.5, longestCm: 600 },
  rural: null,
  variablePerMille: 149,
  pickupCents: 850,
  checksSuburb: true,
  deliversToBoxes: false,
}

/** One card per courier of the specification's filter, in its order. */
export const RATE_CARDS: readonly RateCard[] = [aramex, castleParcels, nzCouriers, nzPost, postHaste, titus]
