import type { Carton, PackingItem } from '../../contract/dispatch.ts'
import { counted } from '../format/text.ts'
import { exact } from '../orders/item-check.ts'
import type { Contents } from '../orders/parcel-contents.ts'
import { formatWeight } from './parcels.ts'

/** A parcel of a proposal. */
export interface ProposedParcel {
  carton: Carton
  /** Kilograms, with the empty carton. */
  weight: number
  /** How much of each line of the order is in it. */
  contents: { line: string; quantity: number }[]
}

/** The parcels of an order's items, with the reason; or why none are proposed. Both are sentences without a full stop. */
export type ParcelProposal = { parcels: ProposedParcel[]; reason: string } | { none: string }

/** GUESS: how much of a carton can be filled with goods of any shape. */
const FILLED_SHARE = 0.8

/** Kilograms that a carton without a limit of its own may weigh: the most of New Zealand's couriers. */
const USUAL_MOST_KG = 25

/** More than these are packed on pallets. */
const MOST_PARCELS = 50
/** Each is tried in every carton, while a person waits. */
const MOST_PIECES = 1_000

/**
 * Proposes the parcels for the items of an order, by their volume and weight (PACK-2): the smallest carton that holds
 * all of them, otherwise the fewest cartons of one kind, whole lines if that takes no more of them, evenly filled. Lines
 * that fit in no common carton are packed apart. See docs/decisions/0042-proposed-parcels.md.
 */
export function proposeParcels(items: readonly PackingItem[], cartons: readonly Carton[]): ParcelProposal {
  // A line without a code is freight or a text. The reason names these lines, because one may be goods.
  const coded = items.filter(({ code }) => code !== null)
  const toPack = coded.length > 0 ? coded : items
  const uncoded = items.length - toPack.length
  const lines = toPack.map(lineOf)
  const unknown = toPack
    .filter((_, index) => lines[index] === null)
    .map(({ code }) => code ?? 'an item without a code')
  if (unknown.length > 0) return { none: `No proposal: ${unknown.join(', ')} without weight or size` }
  const known = lines.filter((line) => line !== null)
  const pieces = known.reduce((sum, line) => sum + line.pieces, 0)
  if (pieces === 0) return { none: 'No proposal: the order has no items to pack' }
  if (pieces > MOST_PIECES) return { none: `No proposal for more than ${MOST_PIECES} pieces` }
  const odd = known.find((line) => !cartons.some((carton) => takes(carton, line)))
  if (odd) return { none: `No proposal: ${odd.code} fits in no carton` }
  const bySize = [...cartons].sort((one, other) => volumeOf(one) - volumeOf(other))
  const packed = packedApart(known, bySize)
  if (packed === null) return { none: `No proposal for more than ${MOST_PARCELS} parcels` }
  const parcels = packed.bins.map((bin) => parcelOf(bin, known, bySize))
  const without = uncoded === 0 ? '' : `, without ${counted(uncoded, 'line')} without a code`
  return { parcels, reason: `${parcelNames(parcels)}: ${packed.why}${without}` }
}

/** The items in each packed parcel, and those that are in none. */
export function dividedItems(
  items: readonly PackingItem[],
  packed: Contents,
): { inParcels: PackingItem[][]; rest: PackingItem[] } {
  const rest = items.map((item) => ({ ...item, quantity: item.quantity ?? 0 }))
  const inParcels = packed.map((parcel) =>
    parcel.flatMap(({ code, line, quantity }) => {
      let left = quantity
      return rest.flatMap((item) => {
        const isSame = line === null ? item.code === code : item.line === line
        const taken = isSame ? Math.min(left, item.quantity) : 0
        left = exact(left - taken)
        item.quantity = exact(item.quantity - taken)
        return taken > 0 ? [{ ...item, quantity: taken }] : []
      })
    }),
  )
  return { inParcels, rest: rest.filter(({ quantity }) => quantity > 0) }
}

/** Pieces of one line: what is not whole, such as 12.5 m, is one piece. */
interface Line {
  line: string
  code: string
  pieces: number
  /** How much of the line a piece is. */
  each: number
  /** Of one piece: kilograms, cubic centimetres, and centimetres from the shortest to the longest side. */
  weight: number
  volume: number
  sides: readonly number[]
}

function lineOf({ line, code, quantity, weight, height, depth, width }: PackingItem): Line | null {
  const sides = [height ?? 0, depth ?? 0, width ?? 0].sort((one, other) => one - other)
  if (quantity === null || weight === null || weight <= 0 || sides.some((side) => side <= 0)) return null
  const isWhole = Number.isInteger(quantity)
  const each = isWhole ? 1 : quantity
  const volume = sides.reduce((product, side) => product * side, each)
  return {
    line,
    code: code ?? '',
    pieces: isWhole ? quantity : 1,
    each,
    weight: weight * each,
    volume,
    sides,
  }
}

/** A carton that is being filled: the pieces of each line, and their sums. */
interface Bin {
  carton: Carton
  pieces: Map<Line, number>
  count: number
  weight: number
  volume: number
}

interface Packed {
  bins: Bin[]
  why: string
}

/**
 * Packs lines that have a carton in common, the one that most of them fit in; then the others.
 * @returns null if that takes too many parcels
 */
function packedApart(lines: readonly Line[], cartons: readonly Carton[]): Packed | null {
  const common = cartons.filter((carton) => lines.every((line) => takes(carton, line)))
  if (common.length > 0) return packedTogether(lines, common)
  const taken = cartons.map((carton) => lines.filter((line) => takes(carton, line)))
  const most = taken.reduce((best, some) => (some.length > best.length ? some : best), [])
  const others = lines.filter((line) => !most.includes(line))
  const [first, second] = [packedApart(most, cartons), packedApart(others, cartons)]
  if (first === null || second === null) return null
  const bins = [...first.bins, ...second.bins]
  if (bins.length > MOST_PARCELS) return null
  return { bins, why: `${others.map(({ code }) => code).join(', ')} apart` }
}

/** @param cartons those that each piece fits in, the smallest first */
function packedTogether(lines: readonly Line[], cartons: readonly Carton[]): Packed | null {
  const weight = lines.reduce((sum, line) => sum + line.pieces * line.weight, 0)
  const volume = lines.reduce((sum, line) => sum + line.pieces * line.volume, 0)
  for (let count = 1; count <= MOST_PARCELS; count += 1) {
    for (const carton of cartons) {
      if (needed(lines, carton) > count + EPSILON) continue
      const bins = filled(lines, carton, count, 'lines') ?? filled(lines, carton, count, 'pieces')
      if (bins === null) continue
      if (count === 1) return { bins, why: `the smallest for ${formatWeight(weight)} kg` }
      const isSplit = bins.some(({ pieces }) => [...pieces].some(([line, some]) => some < line.pieces))
      const isHeavy = weight / roomOf(carton) >= volume / (FILLED_SHARE * volumeOf(carton))
      const limit = isHeavy ? `${mostOf(carton)} kg limit` : 'limited by volume'
      return { bins, why: `${limit}, ${isSplit ? 'split evenly' : 'by line'}` }
    }
  }
  return null
}

/** Of a carton, for the errors of binary fractions. */
const EPSILON = 1e-6

/**
 * How many cartons the pieces need at least, by volume and by weight. A piece that fills more than the share of a carton
 * has it to itself, and of those that fill more than half there is one in each.
 */
function needed(lines: readonly Line[], carton: Carton): number {
  const most = FILLED_SHARE * volumeOf(carton)
  const atLeast = (shareOf: (line: Line) => number) => {
    const sum = lines.reduce((total, line) => total + line.pieces * shareOf(line), 0)
    const large = lines.filter((line) => shareOf(line) > 0.5 + EPSILON)
    return Math.max(
      sum,
      large.reduce((total, { pieces }) => total + pieces, 0),
    )
  }
  return Math.max(
    atLeast(({ volume }) => Math.min(1, volume / most)),
    atLeast(({ weight }) => weight / roomOf(carton)),
  )
}

/**
 * Fills cartons evenly: the heaviest first, each into the lightest carton with room for it.
 * @returns null if they do not hold everything
 */
function filled(lines: readonly Line[], carton: Carton, count: number, by: 'lines' | 'pieces'): Bin[] | null {
  const bins = Array.from({ length: count }, () => emptyBin(carton))
  const portion = (line: Line) => (by === 'lines' ? line.pieces : 1)
  const heaviest = [...lines].sort((one, other) => portion(other) * other.weight - portion(one) * one.weight)
  for (const line of heaviest) {
    for (let left = line.pieces; left > 0; left -= portion(line)) {
      const best = bins.reduce<Bin | null>((found, bin) => {
        if (!hasRoom(bin, line, portion(line))) return found
        return found === null ? bin : lighter(found, bin)
      }, null)
      if (best === null) return null
      put(best, line, portion(line))
    }
  }
  return bins
}

function lighter(one: Bin, other: Bin): Bin {
  return other.weight < one.weight || (other.weight === one.weight && other.volume < one.volume) ? other : one
}

function emptyBin(carton: Carton): Bin {
  return { carton, pieces: new Map(), count: 0, weight: 0, volume: 0 }
}

function put(bin: Bin, line: Line, pieces: number): void {
  bin.pieces.set(line, (bin.pieces.get(line) ?? 0) + pieces)
  bin.count += pieces
  bin.weight += pieces * line.weight
  bin.volume += pieces * line.volume
}

/** Whether a carton takes more pieces. A piece that fits in it alone may fill all of it. */
function hasRoom({ carton, count, weight, volume }: Bin, line: Line, pieces: number): boolean {
  const isAlone = count + pieces === 1
  return (
    grams(weight + pieces * line.weight) <= grams(roomOf(carton)) &&
    (isAlone || volume + pieces * line.volume <= FILLED_SHARE * volumeOf(carton))
  )
}

/** Whether one piece of a line fits in a carton. */
function takes(carton: Carton, line: Line): boolean {
  const sides = sidesOf(carton).sort((one, other) => one - other)
  return line.sides.every((side, index) => side <= (sides[index] ?? 0)) && hasRoom(emptyBin(carton), line, 1)
}

/** Kilograms of goods that a carton takes. */
function roomOf(carton: Carton): number {
  return mostOf(carton) - (carton.tare_kg ?? 0)
}

function mostOf({ most_kg = USUAL_MOST_KG }: Carton): number {
  return most_kg
}

function sidesOf({ height_cm, length_cm, width_cm }: Carton): number[] {
  return [height_cm, length_cm, width_cm]
}

function volumeOf(carton: Carton): number {
  return sidesOf(carton).reduce((product, side) => product * side, 1)
}

function grams(kilograms: number): number {
  return Math.round(kilograms * 1000)
}

/** The parcel of a filled carton, in the smallest one that holds the same. */
function parcelOf(bin: Bin, lines: readonly Line[], cartons: readonly Carton[]): ProposedParcel {
  const smallest = cartons.find((carton) => holds(carton, bin)) ?? bin.carton
  return {
    carton: smallest,
    weight: grams(bin.weight + (smallest.tare_kg ?? 0)) / 1000,
    contents: lines.flatMap((line) => {
      const pieces = bin.pieces.get(line) ?? 0
      return pieces === 0 ? [] : [{ line: line.line, quantity: pieces * line.each }]
    }),
  }
}

/** Parcels that were packed as one: the largest of their cartons, with the weight of all. There must be one. */
export function inOneParcel(parcels: readonly ProposedParcel[]): ProposedParcel {
  const [first, ...rest] = parcels
  if (first === undefined) throw new Error('Nothing was packed.')
  const empty = (parcel: ProposedParcel) => parcel.carton.tare_kg ?? 0
  return rest.reduce((one, other) => {
    const larger = volumeOf(other.carton) > volumeOf(one.carton) ? other : one
    const goods = one.weight - empty(one) + other.weight - empty(other)
    return { ...larger, weight: grams(goods + empty(larger)) / 1000, contents: [] }
  }, first)
}

function holds(carton: Carton, { pieces }: Bin): boolean {
  const bin = emptyBin(carton)
  for (const [line, some] of pieces) {
    if (!takes(carton, line) || !hasRoom(bin, line, some)) return false
    put(bin, line, some)
  }
  return true
}

/** '2 × Carton A, 1 × Satchel'. */
export function parcelNames(parcels: readonly ProposedParcel[]): string {
  const counts = new Map<string, number>()
  for (const { carton } of parcels) counts.set(carton.name, (counts.get(carton.name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}
