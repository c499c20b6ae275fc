import { isForVans, type Line } from './packing.ts'
import type { DemoProduct } from './products.ts'
import type { Random } from './random.ts'

/** The goods of an order: goods that fit into a van, at least one bulky item, or small and cheap goods. */
export type OrderKind = 'usual' | 'freight' | 'small'

/** Highest price of small and cheap goods, in cents. */
const CHEAP = 2500

/** Draws random goods for orders from the catalogue. */
export function shelves(products: readonly DemoProduct[]): (random: Random, kind: OrderKind) => Line[] {
  const forVans = some(products.filter(isForVans))
  const forFreight = some(products.filter((product) => !isForVans(product)))
  const cheap = some(forVans.filter(({ row }) => row.price_cents <= CHEAP))
  return (random, kind) => {
    const count = kind === 'small' ? random.whole(1, 2) : random.whole(1, 6)
    const drawn = Array.from({ length: count }, (_, index) =>
      random.pick(kind === 'small' ? cheap : kind === 'freight' && index === 0 ? forFreight : forVans),
    )
    return Array.from(new Set(drawn), (product) => ({ product, quantity: quantityOf(random, kind, product) }))
  }
}

function some([first, ...others]: readonly DemoProduct[]): [DemoProduct, ...DemoProduct[]] {
  if (first === undefined) throw new Error('There are no such goods.')
  return [first, ...others]
}

function quantityOf(random: Random, kind: OrderKind, { most }: DemoProduct): number {
  if (kind === 'small') return random.whole(1, Math.min(3, most))
  const usual = Math.min(6, most)
  return random.chance(0.7) ? random.whole(1, usual) : random.whole(usual, most)
}
