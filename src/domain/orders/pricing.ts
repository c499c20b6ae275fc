import { fractionOf } from '../format/money.ts'

/** The tiers of a product as shares of its price without GST, in ten-thousandths (section 9, reading 10). */
const TIERS = { cost: 5000, drip: 7524, wholesale: 8262, retail: 11_500 } as const
const WHOLE = 10_000

export type Tiers = Record<keyof typeof TIERS, number | null>

/** The tiers of a product in cents, each rounded once; `cost` is the half of the price that the list shows. */
export function tiersOf(priceCents: number | null): Tiers {
  const tier = (share: number) => (priceCents === null ? null : fractionOf(priceCents, share, WHOLE))
  return {
    cost: tier(TIERS.cost),
    drip: tier(TIERS.drip),
    wholesale: tier(TIERS.wholesale),
    retail: tier(TIERS.retail),
  }
}

/** What a product's own screen shows: the answer's prices where it has them, else the tiers (reading 10). */
export function pricesOf({ price, pricing }: { price: number | null; pricing: Tiers }): Tiers {
  const tiers = tiersOf(price)
  return {
    cost: pricing.cost ?? tiers.cost,
    drip: pricing.drip ?? tiers.drip,
    wholesale: pricing.wholesale ?? tiers.wholesale,
    retail: pricing.retail ?? tiers.retail,
  }
}
