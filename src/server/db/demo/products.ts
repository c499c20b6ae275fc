import type { Insertable } from 'kysely'
import { productSearchText } from '../../products/search-text.ts'
import type { Database } from '../schema.ts'
import type { Random } from './random.ts'

export type DemoProduct = Insertable<Database['products']>

/** GUESS: kinds of goods with a price in cents of the smallest size; codes are kind, size and make. */
const KINDS = [
  ['PEX', 'PEX pipe coil 50 m', 4590],
  ['CU', 'Copper tube 5 m', 3870],
  ['PVC', 'PVC pressure pipe 6 m', 1495],
  ['DWV', 'DWV bend 88°', 690],
  ['FLEX', 'Flexible hose', 1190],
  ['BALL', 'Ball valve', 1875],
  ['GATE', 'Gate valve', 2240],
  ['TEE', 'Equal tee', 545],
  ['ELB', 'Elbow 90°', 435],
  ['CPLG', 'Straight coupling', 395],
  ['RED', 'Reducing bush', 325],
  ['CLIP', 'Pipe clip, pack of 50', 980],
  ['LAG', 'Pipe lagging 2 m', 610],
  ['MIX', 'Shower mixer', 18900],
  ['TAP', 'Basin tap', 9450],
] as const
const SIZES = ['15', '16', '20', '25', '32', '40'] as const
const MAKES = [
  ['RED', 'red'],
  ['BLU', 'blue'],
  ['WHT', 'white'],
  ['BRS', 'brass'],
  ['BLK', 'black'],
] as const

/** Codes that are hard on an address: a slash, a space, a hash. */
const AWKWARD = [
  { code: 'FIT/90-15', name: 'Compression fitting 90° 15 mm', price_cents: 1086 },
  { code: 'CU TUBE 15', name: 'Copper tube annealed 15 mm × 18 m', price_cents: 16240 },
  { code: 'GAS#10-BRS', name: 'Gas regulator #10, brass', price_cents: 7425 },
  { code: 'SEAL-310-WHT', name: 'Sealant neutral cure 310 ml, white', price_cents: 1320 },
] as const

const COUNT = 450

/** The catalogue. `cms_id` is numeric and never equals a code. */
export function demoProducts(random: Random, madeAt: string): [DemoProduct, ...DemoProduct[]] {
  const regular = KINDS.flatMap(([kind, name, price]) =>
    SIZES.flatMap((size, step) =>
      MAKES.map(([make, colour]) => ({
        code: `${kind}-${size}-${make}`,
        name: `${name} ${size} mm, ${colour}`,
        price_cents: Math.round(price * (1 + step * 0.35)) + random.whole(0, 9) * 5,
      })),
    ),
  )
  const [first, ...others] = AWKWARD
  const made = [...others, ...regular].slice(0, COUNT - 1)
  const complete = (goods: { code: string; name: string; price_cents: number }, index: number) => ({
    ...goods,
    cms_id: String(700_001 + index),
    description: `${goods.name}. Made to the New Zealand standard for potable water.`,
    weight: random.whole(1, 400) / 20,
    height: random.whole(2, 30),
    depth: random.whole(2, 60),
    width: random.whole(2, 40),
    created_at: madeAt,
    updated_at: madeAt,
    search_text: productSearchText(goods),
  })
  return [complete(first, 0), ...made.map((goods, index) => complete(goods, index + 1))]
}
