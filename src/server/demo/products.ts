import type { Insertable } from 'kysely'
import { type Barcode, comparedBarcode, isGtin } from '../../domain/records/barcode.ts'
import type { Database } from '../db/schema.ts'
import { productSearchText } from '../products/products.ts'
import type { Random } from './random.ts'

export interface DemoProduct {
  row: Insertable<Database['products']> & Packing
  barcodes: Barcode[]
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
  const made = [...others, ...PRODUCT_KINDS.flatMap((kind) => goodsOf(random, kind))].slice(0, COUNT - 1)
  const complete = ({ code, name, price_cents, kg, cm, most, use }: Goods, index: number): DemoProduct => {
    const [height, depth, width] = cm
    const row = {
      code,
      name,
      price_cents,
      ...{ weight: kg, height, depth, width },
      cms_id: String(700_001 + index),
      location: locationOf(index),
      description: `${name}. ${use}`,
      created_at: madeAt,
      updated_at: madeAt,
      search_text: productSearchText({ code, name }),
    }
    return { row, barcodes: barcodesOf(index, most), most }
  }
  return [complete(first, 0), ...made.map((goods, index) => complete(goods, index + 1))]
}

/** The products lie in aisles of 12 bays with four shelves. Every tenth has no place of its own. */
function locationOf(index: number): string | null {
  if (index % 10 === 9) return null
  const bay = Math.floor(index / 4) % 12
  const aisle = String.fromCharCode('A'.charCodeAt(0) + Math.floor(index / 48))
  return `${aisle}-${String(bay + 1).padStart(2, '0')}-${(index % 4) + 1}`
}

/** Every ninth product has no bar code, as of goods that are cut or made to order. */
const WITHOUT_BARCODE = 9
const CARTON = { pieces: 12, from: 12 }

/** The bar code of one piece, and of a carton of goods that are sold by the dozen. New Zealand's prefix is 94. */
function barcodesOf(index: number, most: number): Barcode[] {
  if (index % WITHOUT_BARCODE === WITHOUT_BARCODE - 1) return []
  const body = `94219060${String(index).padStart(4, '0')}`
  const piece = { code: withCheckDigit(body), quantity: 1, unit: null }
  if (most < CARTON.from) return [piece]
  return [piece, { code: withCheckDigit(`1${body}`), quantity: CARTON.pieces, unit: 'carton' }]
}

function withCheckDigit(body: string): string {
  return comparedBarcode(Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isGtin) ?? body)
}

/** A kind in all sizes and finishes. Values of sizes between the smallest and the largest are interpolated. */
function goodsOf(random: Random, kind: ProductKind): Goods[] {
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

/**
 * The products of the demo. GUESS: every price; weights and measures are typical of such goods. Each kind has
 * its own sizes and finishes, so that copper is never blue and an elbow never weighs as much as a coil.
 */
export interface ProductKind {
  code: string
  /** Title, in which `{}` is replaced by the size. */
  name: string
  sizes: readonly Size[]
  finishes: readonly Finish[]
  /** Cents, kilograms, and centimetres (height, length, width) of the smallest and of the largest size. */
  cents: readonly [number, number]
  kg: readonly [number, number]
  cm: readonly [number, number, number, number, number, number]
  /** Largest quantity of an order. */
  most: number
  use: string
}

/** Materials and finishes: code, words, and the weight and cost relative to the plain finish. */
export type Finish = readonly [code: string, words: string, weighs: number, costs: number]

export const PEX_COLOURS: readonly Finish[] = [
  ['RED', 'red', 1, 1],
  ['BLU', 'blue', 1, 1],
  ['WHT', 'white', 1, 1],
  ['GRN', 'green', 1, 1.05],
]
export const TUBE: readonly Finish[] = [
  ['HRD', 'hard drawn', 1, 1],
  ['LAG', 'lagged', 1.15, 1.3],
  ['GAS', 'yellow sleeve for gas', 1.05, 1.2],
]
export const PRESSURES: readonly Finish[] = [
  ['PN9', 'PN 9', 0.8, 0.8],
  ['PN12', 'PN 12', 1, 1],
  ['PN15', 'PN 15', 1.2, 1.2],
]
export const BENDS: readonly Finish[] = [
  ['PLN', 'plain', 1, 1],
  ['INS', 'with inspection opening', 1.3, 1.6],
]
export const PIPE_COLOURS: readonly Finish[] = [
  ['WHT', 'white', 1, 1],
  ['GRY', 'grey', 1, 1],
]
export const HOSES: readonly Finish[] = [
  ['FXF', 'braided, female to female', 1, 1],
  ['MXF', 'braided, male to female', 1, 1.1],
  ['GAS', 'yellow, for gas', 1.3, 2.2],
]
export const VALVES: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['DZR', 'DZR brass', 1, 1.2],
  ['SST', 'stainless steel', 0.95, 1.9],
  ['PVC', 'PVC', 0.3, 0.45],
]
export const BRASS_OR_BRONZE: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['BRZ', 'bronze', 1.05, 1.4],
]
export const FITTINGS: readonly Finish[] = [
  ['BRS', 'brass, crimp', 1, 1],
  ['CU', 'copper, capillary', 0.5, 0.7],
  ['PVC', 'PVC, pressure', 0.25, 0.3],
  ['PSH', 'polymer, push-fit', 0.4, 1.3],
]
export const THREADED: readonly Finish[] = [
  ['BRS', 'brass', 1, 1],
  ['SST', 'stainless steel', 0.95, 1.8],
  ['PVC', 'PVC', 0.25, 0.3],
]
export const CLIPS: readonly Finish[] = [
  ['CU', 'copper', 1, 1.2],
  ['WHT', 'white plastic', 0.4, 0.6],
  ['GAL', 'galvanised', 1.1, 1],
]
export const LAGGING: readonly Finish[] = [
  ['9', '9 mm wall', 0.8, 0.8],
  ['13', '13 mm wall', 1, 1],
]
export const TAPWARE: readonly Finish[] = [
  ['CHR', 'chrome', 1, 1],
  ['BLK', 'matt black', 1, 1.25],
  ['BRN', 'brushed nickel', 1, 1.35],
  ['GUN', 'gunmetal', 1, 1.45],
  ['BRS', 'brushed brass', 1, 1.5],
]
export const CYLINDERS: readonly Finish[] = [
  ['LP', 'low pressure', 0.9, 0.85],
  ['MP', 'mains pressure', 1, 1],
]
export const CEMENTS: readonly Finish[] = [
  ['BLU', 'blue, for pressure pipe', 1, 1.1],
  ['GRN', 'green, for waste pipe', 1, 1],
  ['CLR', 'clear', 1, 0.95],
]
export const TAPES: readonly Finish[] = [
  ['WHT', 'white', 1, 1],
  ['PNK', 'pink, for water', 1.4, 1.6],
  ['YEL', 'yellow, for gas', 1.4, 1.7],
]
export const GALVANISED: readonly Finish[] = [['GAL', 'galvanised', 1, 1]]

type Size = readonly [code: string, words: string]

const sizes = (unit: string, ...numbers: number[]): Size[] =>
  numbers.map((number) => [String(number), `${number} ${unit}`])
const mm = (...numbers: number[]) => sizes('mm', ...numbers)

const MODELS: readonly Size[] = [
  ['RND', 'round'],
  ['SLM', 'slim'],
  ['SQR', 'square'],
  ['CLS', 'classic'],
]

const WATER = 'For drinking water, hot and cold.'
const WASTE = 'For waste and vent pipes.'
const BATHROOMS = 'For bathrooms and kitchens. Mains pressure.'

/** In the order of the catalogue. */
export const PRODUCT_KINDS: readonly ProductKind[] = [
  kind('PEX', 'PEX pipe coil 50 m, {}', mm(15, 16, 20, 25), PEX_COLOURS, {
    cents: [4590, 11_900],
    kg: [4.6, 12.5],
    cm: [12, 55, 55, 18, 65, 65],
    most: 3,
    use: WATER,
  }),
  kind('PEXL', 'PEX pipe 5 m, {}', mm(15, 16, 20, 25, 32), PEX_COLOURS, {
    cents: [720, 2650],
    kg: [0.46, 2],
    cm: [2, 500, 2, 3, 500, 3],
    most: 12,
    use: WATER,
  }),
  kind('CU', 'Copper tube 5 m, {}', mm(15, 20, 25, 32, 40, 50), TUBE, {
    cents: [3870, 16_400],
    kg: [1.8, 9],
    cm: [2, 500, 2, 5, 500, 5],
    most: 10,
    use: WATER,
  }),
  kind('PVC', 'PVC pressure pipe 6 m, {}', mm(15, 20, 25, 32, 40, 50, 65, 80), PRESSURES, {
    cents: [1495, 9800],
    kg: [1.1, 15],
    cm: [2, 600, 2, 9, 600, 9],
    most: 10,
    use: 'For cold water and irrigation.',
  }),
  kind('DWVP', 'DWV pipe 3 m, {}', mm(40, 50, 65, 80, 100), PIPE_COLOURS, {
    cents: [1180, 4300],
    kg: [1.5, 7],
    cm: [4, 300, 4, 11, 300, 11],
    most: 8,
    use: WASTE,
  }),
  kind('DWV', 'DWV bend 88°, {}', mm(40, 50, 65, 80, 100), BENDS, {
    cents: [690, 2450],
    kg: [0.1, 0.65],
    cm: [5, 9, 9, 12, 20, 20],
    most: 16,
    use: WASTE,
  }),
  kind('DWVJ', 'DWV junction 45°, {}', mm(40, 50, 65, 80, 100), BENDS, {
    cents: [890, 3200],
    kg: [0.15, 0.9],
    cm: [5, 13, 10, 12, 28, 22],
    most: 12,
    use: WASTE,
  }),
  kind('FLEX', 'Flexible hose, {}', mm(300, 450, 600, 1000), HOSES, {
    cents: [1190, 2390],
    kg: [0.12, 0.3],
    cm: [3, 20, 15, 4, 30, 20],
    most: 20,
    use: WATER,
  }),
  kind('BALL', 'Ball valve, {}', mm(15, 20, 25, 32, 40, 50), VALVES, {
    cents: [1875, 8900],
    kg: [0.18, 1.6],
    cm: [4, 6, 8, 8, 13, 16],
    most: 20,
    use: WATER,
  }),
  kind('GATE', 'Gate valve, {}', mm(15, 20, 25, 32, 40, 50), BRASS_OR_BRONZE, {
    cents: [2240, 9700],
    kg: [0.25, 1.8],
    cm: [8, 5, 5, 17, 9, 10],
    most: 16,
    use: WATER,
  }),
  kind('CHK', 'Check valve, {}', mm(15, 20, 25, 32, 40, 50), THREADED, {
    cents: [1690, 7600],
    kg: [0.15, 1.3],
    cm: [4, 6, 4, 8, 11, 8],
    most: 16,
    use: WATER,
  }),
  kind('TEE', 'Equal tee, {}', mm(15, 16, 20, 25, 32, 40), FITTINGS, {
    cents: [545, 2950],
    kg: [0.08, 0.55],
    cm: [3, 6, 5, 6, 12, 9],
    most: 40,
    use: WATER,
  }),
  kind('ELB', 'Elbow 90°, {}', mm(15, 16, 20, 25, 32, 40), FITTINGS, {
    cents: [435, 2400],
    kg: [0.06, 0.42],
    cm: [3, 5, 5, 6, 9, 9],
    most: 40,
    use: WATER,
  }),
  kind('CPLG', 'Straight coupling, {}', mm(15, 16, 20, 25, 32, 40), FITTINGS, {
    cents: [395, 1990],
    kg: [0.05, 0.3],
    cm: [3, 5, 3, 5, 8, 5],
    most: 40,
    use: WATER,
  }),
  kind('RED', 'Reducing bush, {}', mm(15, 20, 25, 32, 40, 50), THREADED, {
    cents: [325, 1750],
    kg: [0.03, 0.3],
    cm: [2, 3, 3, 4, 7, 7],
    most: 40,
    use: WATER,
  }),
  kind('CAP', 'End cap, {}', mm(15, 16, 20, 25, 32, 40), FITTINGS, {
    cents: [290, 1390],
    kg: [0.03, 0.2],
    cm: [2, 3, 3, 4, 6, 6],
    most: 40,
    use: WATER,
  }),
  kind('CLIP', 'Pipe clip, pack of 50, {}', mm(15, 16, 20, 25, 32, 40), CLIPS, {
    cents: [980, 2650],
    kg: [0.4, 1.6],
    cm: [6, 15, 12, 10, 25, 18],
    most: 10,
    use: 'For pipes along walls and joists.',
  }),
  kind('SAD', 'Pipe saddle, pack of 20, {}', mm(15, 20, 25, 32, 40), GALVANISED, {
    cents: [890, 2100],
    kg: [0.3, 1.1],
    cm: [5, 14, 10, 8, 20, 14],
    most: 10,
    use: 'For pipes along walls and joists.',
  }),
  kind('LAG', 'Pipe lagging 1 m, {}', mm(15, 20, 25, 32, 40, 50), LAGGING, {
    cents: [360, 980],
    kg: [0.06, 0.18],
    cm: [4, 100, 4, 8, 100, 8],
    most: 20,
    use: 'Closed-cell, against frost and heat loss.',
  }),
  kind('MIX', 'Shower mixer, {}', MODELS, TAPWARE, {
    cents: [18_900, 27_900],
    kg: [1.6, 2.1],
    cm: [13, 19, 15, 14, 20, 17],
    most: 2,
    use: BATHROOMS,
  }),
  kind('TAP', 'Basin tap, {}', MODELS, TAPWARE, {
    cents: [9450, 17_900],
    kg: [1.2, 1.7],
    cm: [9, 27, 17, 9, 30, 19],
    most: 2,
    use: BATHROOMS,
  }),
  kind('SNK', 'Sink mixer, {}', MODELS, TAPWARE, {
    cents: [16_900, 31_900],
    kg: [1.7, 2.4],
    cm: [9, 45, 26, 10, 52, 28],
    most: 1,
    use: BATHROOMS,
  }),
  kind('SHR', 'Shower slide rail, {}', MODELS, TAPWARE, {
    cents: [14_900, 24_900],
    kg: [1.4, 1.9],
    cm: [8, 78, 14, 9, 82, 16],
    most: 2,
    use: BATHROOMS,
  }),
  kind('TRAP', 'Bottle trap, {}', mm(32, 40), TAPWARE, {
    cents: [4900, 5600],
    kg: [0.6, 0.75],
    cm: [8, 22, 12, 9, 24, 13],
    most: 4,
    use: WASTE,
  }),
  kind('WST', 'Basin waste, {}', mm(32, 40), TAPWARE, {
    cents: [2900, 3400],
    kg: [0.3, 0.4],
    cm: [8, 11, 8, 9, 12, 9],
    most: 4,
    use: WASTE,
  }),
  kind('HWC', 'Hot water cylinder, {}', sizes('l', 135, 180, 250, 300), CYLINDERS, {
    cents: [92_000, 214_000],
    kg: [38, 76],
    cm: [120, 58, 58, 182, 62, 62],
    most: 1,
    use: 'Electric. Delivered upright.',
  }),
  kind('SOL', 'Solvent cement, {}', sizes('ml', 125, 250, 500), CEMENTS, {
    cents: [890, 2190],
    kg: [0.16, 0.58],
    cm: [9, 6, 6, 14, 9, 9],
    most: 12,
    use: 'For PVC pipes and fittings.',
  }),
  kind('TAPE', 'Thread seal tape, {}', mm(12, 19), TAPES, {
    cents: [120, 260],
    kg: [0.02, 0.04],
    cm: [2, 6, 6, 2, 6, 6],
    most: 40,
    use: 'For threaded joints.',
  }),
]

function kind(
  code: string,
  name: string,
  sizesOf: readonly Size[],
  finishes: readonly Finish[],
  rest: Omit<ProductKind, 'code' | 'name' | 'sizes' | 'finishes'>,
): ProductKind {
  return { code, name, sizes: sizesOf, finishes, ...rest }
}
