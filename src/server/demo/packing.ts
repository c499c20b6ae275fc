import type { Piece } from '../couriers/courier.ts'
import type { DemoProduct } from './products.ts'

/** A quantity of a product. */
export interface PackedLine {
  product: DemoProduct
  quantity: number
}

type Measures = Pick<Piece, 'height' | 'length' | 'width'>

/** GUESS: cartons of the business, smallest first, in centimetres. */
const CARTONS: readonly Measures[] = [
  { height: 10, length: 22, width: 16 },
  { height: 20, length: 30, width: 25 },
  { height: 30, length: 40, width: 30 },
  { height: 35, length: 50, width: 40 },
]
const LARGEST: Measures = { height: 40, length: 60, width: 40 }
/** Packed goods need more room than their own volume, by this factor. */
const LOOSE = 1.2
const CARTON_KG = 0.3
/** Heaviest carton. */
const MOST_KG = 18

const BAG = { height: 4, length: 21, width: 15 }
const BAG_HOLDS = { kg: 1.8, cm3: 1000 }

/** Goods of at least the first length are bundled; goods of at least the second do not fit into a van. */
const BUNDLED_CM = 55
const VAN_CM = 150

/** A piece of at least this size or weight is a parcel of its own. */
const ALONE = { kg: 15, cm3: 25_000 }

/** Whether a van takes a product. Others are sent as freight or collected. */
export function isForVans({ row }: DemoProduct): boolean {
  return longestOf(row) <= VAN_CM && row.weight <= 25 && volumeOf(row) <= 100_000
}

/** The parcels of an order: a bag for small goods, unpacked coils and cylinders, bundles, cartons. */
export function packed(lines: readonly PackedLine[]): Piece[] {
  const [alone, others] = split(lines, ({ row }) => row.weight >= ALONE.kg || volumeOf(row) >= ALONE.cm3)
  const [bundled, small] = split(others, ({ row }) => longestOf(row) >= BUNDLED_CM)
  const large = [...alone.flatMap(unpacked), ...bundles(bundled)]
  return large.length === 0 ? (bag(small) ?? cartons(small)) : [...large, ...cartons(small)]
}

function split(
  lines: readonly PackedLine[],
  test: (product: DemoProduct) => boolean,
): [PackedLine[], PackedLine[]] {
  return [lines.filter(({ product }) => test(product)), lines.filter(({ product }) => !test(product))]
}

function unpacked({ product: { row }, quantity }: PackedLine): Piece[] {
  const { weight, height, depth, width } = row
  return Array.from({ length: quantity }, () => piece('', { height, length: depth, width }, weight))
}

function bundles(lines: readonly PackedLine[]): Piece[] {
  if (lines.length === 0) return []
  const { kg, cm3 } = sumOf(lines)
  const length = Math.max(...lines.map(({ product }) => longestOf(product.row)))
  const count = length > VAN_CM ? 1 : Math.ceil(Math.max(kg / MOST_KG, (cm3 * LOOSE) / 90_000))
  const side = Math.max(5, Math.ceil(Math.sqrt((cm3 * LOOSE) / length / count)))
  return shares(kg, count).map((weight) =>
    piece('Pipe bundle', { height: side, length, width: side }, weight),
  )
}

/** Null if the goods do not fit into one bag. */
function bag(lines: readonly PackedLine[]): Piece[] | null {
  const { kg, cm3 } = sumOf(lines)
  return kg <= BAG_HOLDS.kg && cm3 <= BAG_HOLDS.cm3 ? [{ ...piece('', BAG, kg), packageType: 'a5' }] : null
}

function cartons(lines: readonly PackedLine[]): Piece[] {
  if (lines.length === 0) return []
  const { kg, cm3 } = sumOf(lines)
  const count = Math.ceil(Math.max(kg / MOST_KG, (cm3 * LOOSE) / cm3Of(LARGEST)))
  const longest = Math.max(...lines.map(({ product }) => longestOf(product.row)))
  const fits = (one: Measures) => one.length >= longest && cm3Of(one) * count >= cm3 * LOOSE
  const carton = CARTONS.find(fits) ?? LARGEST
  return shares(kg, count).map((weight) => piece('Carton', carton, weight + CARTON_KG))
}

/** Splits a weight into equal parts of whole decagrams; the first parts include the remainder. */
function shares(kg: number, count: number): number[] {
  const decagrams = Math.max(count, Math.round(kg * 100))
  const rest = decagrams % count
  return Array.from(
    { length: count },
    (_, index) => (Math.floor(decagrams / count) + (index < rest ? 1 : 0)) / 100,
  )
}

function piece(reference: string, { height, length, width }: Measures, kg: number): Piece {
  const weight = Math.max(0.01, Math.round(kg * 100) / 100)
  return { reference, packageType: null, quantity: 1, height, length, width, weight }
}

function sumOf(lines: readonly PackedLine[]): { kg: number; cm3: number } {
  return lines.reduce(
    ({ kg, cm3 }, { product: { row }, quantity }) => ({
      kg: kg + row.weight * quantity,
      cm3: cm3 + volumeOf(row) * quantity,
    }),
    { kg: 0, cm3: 0 },
  )
}

function longestOf({ height, depth, width }: DemoProduct['row']): number {
  return Math.max(height, depth, width)
}

function volumeOf({ height, depth, width }: DemoProduct['row']): number {
  return height * depth * width
}

function cm3Of({ height, length, width }: Measures): number {
  return height * length * width
}
