import type { ShownStatus } from '../format/badge.ts'
import { fractionOf } from '../format/money.ts'
import { fold, nonBlank } from '../format/text.ts'

/** The tiers of a product as ten-thousandths of its price excluding GST (PRD-2). */
const TIERS = { cost: 5000, drip: 7524, wholesale: 8262, retail: 11_500 } as const
const WHOLE = 10_000

export type Tiers = Record<keyof typeof TIERS, number | null>

/** The tiers of a product in cents, each rounded once. `cost` is half of the listed price. */
export function tiersOf(priceCents: number | null): Tiers {
  const tier = (share: number) => (priceCents === null ? null : fractionOf(priceCents, share, WHOLE))
  return {
    cost: tier(TIERS.cost),
    drip: tier(TIERS.drip),
    wholesale: tier(TIERS.wholesale),
    retail: tier(TIERS.retail),
  }
}

/** The prices on a product's own screen: those in the response, otherwise the calculated tiers (PRD-2). */
export function pricesOf({ price, pricing }: { price: number | null; pricing: Tiers }): Tiers {
  const tiers = tiersOf(price)
  return {
    cost: pricing.cost ?? tiers.cost,
    drip: pricing.drip ?? tiers.drip,
    wholesale: pricing.wholesale ?? tiers.wholesale,
    retail: pricing.retail ?? tiers.retail,
  }
}

/** The name of a product beside its code; null if the code says it, as sources give for a code that is missing. */
export function nameBeside({ code, name }: { code: string | null; name: string | null }): string | null {
  const shown = nonBlank(name)
  return shown === null || fold(shown) === fold(code ?? '') ? null : shown
}

/** The stock shown for every product in the list, because the contract has no stock (PRD-3). */
export const LISTED_STOCK = { level: 1, warning: 0 } as const

/** The stock badge (PRD-3): out at none, in above the warning level, otherwise low. */
export function shownStock({ level, warning }: { level: number; warning: number }): ShownStatus {
  if (level <= 0) return { label: 'Out of stock', tone: 'red' }
  return level > warning ? { label: 'In stock', tone: 'green' } : { label: 'Low stock', tone: 'orange' }
}
