import type { Insertable } from 'kysely'
import type { Database } from '../db/schema.ts'
import { productSearchText } from '../products/search-text.ts'
import { KINDS, type Kind } from './kinds.ts'
import type { Random } from './random.ts'

export interface DemoProduct {
  row: Insertable<Database['products']> & Packing
  /** Largest quantity of an order. */
  most: number
}

/** Kilograms and centimetres of one piece. */
interface Packing {
  weight: number
  height: number
  depth: number
  width: number
}

interface Goods {
  code: string
  name: string
  price_cents: number
  kg: number
  /** Height, length and width. */
  cm: readonly [number, number, number]
  most: number
  use: string
}

/** Codes with characters that URLs must escape: a slash, a space, a hash. */
const AWKWARD: readonly [Goods, ...Goods[]] = [
  {
    code: 'FIT/90-15',
    name: 'Compression fitting 90° 15 mm',
    price_cents: 1086,
    kg: 0.09,
    cm: [4, 6, 5],
    most: 40,
    use: 'For drinking water, hot and cold.',
  },
  {
    code: 'CU TUBE 15',
    name: 'Copper tube annealed 15 mm × 18 m',
    price_cents: 16_240,
    kg: 6.5,
    cm: [8, 60, 60],
    most: 2,
    use: 'For drinking water, hot and cold.',
  },
  {
    code: 'GAS#10-BRS',
    name: 'Gas regulator #10, brass',
    price_cents: 7425,
    kg: 0.9,
    cm: [10, 13, 10],
    most: 2,
    use: 'For LPG and natural gas.',
  },
  {
    code: 'SEAL-310-WHT',
    name: 'Sealant neutral cure 310 ml, white',
    price_cents: 1320,
    kg: 0.45,
    cm: [5, 24, 5],
    most: 12,
    use: 'For kitchens and bathrooms.',
  },
]

const COUNT = 450

/** The catalogue. A `cms_id` is numeric and never equals a code. */
export function demoProducts(random: Random, madeAt: string): [DemoProduct, ...DemoProduct[]] {
  const [first, ...others] = AWKWARD
  const made = [...others, ...KINDS.flatMap((kind) => goodsOf(random, kind))].slice(0, COUNT - 1)
  const complete = ({ code, name, price_cents, kg, cm, most, use }: Goods, index: number): DemoProduct => {
    const [height, depth, width] = cm
    const row = {
      code,
      name,
      price_cents,
      ...{ weight: kg, height, depth, width },
      cms_id: String(700_001 + index),
      description: `${name}. ${use}`,
      created_at: madeAt,
      updated_at: madeAt,
      search_text: productSearchText({ code, name }),
    }
    return { row, most }
  }
  return [complete(first, 0), ...made.map((goods, index) => complete(goods, index + 1))]
}

/** A kind in all sizes and finishes. Values of sizes between the smallest and the largest are interpolated. */
function goodsOf(random: Random, kind: Kind): Goods[] {
  const { sizes, finishes, cents, kg, cm, most, use } = kind
  const ranks = sizes.map(([size], index) => Number(size) || index)
  const [smallest = 0, widest = 1] = [ranks[0], ranks.at(-1)]
  return sizes.flatMap(([size, words], index) => {
    const share = ((ranks[index] ?? smallest) - smallest) / (widest - smallest)
    const between = ([least, greatest]: readonly [number, number]) => least + (greatest - least) * share
    const [height, length, width, ...largest] = cm
    const measure = (least: number, greatest: number) => Math.round(between([least, greatest]))
    return finishes.map(([finish, inWords, weighs, costs]) => ({
      code: `${kind.code}-${size}-${finish}`,
      name: `${kind.name.replace('{}', words)}, ${inWords}`,
      price_cents: Math.round((between(cents) * costs) / 5) * 5 + random.whole(0, 3) * 5,
      kg: Math.round(between(kg) * weighs * 1000) / 1000,
      cm: [measure(height, largest[0]), measure(length, largest[1]), measure(width, largest[2])],
      most,
      use,
    }))
  })
}
