import type { PackageType } from '../../contract/consignments.ts'
import type { Carton, PackedPiece, Packing } from '../../contract/dispatch.ts'
import { fold } from '../format/text.ts'
import type { Contents } from '../orders/parcel-contents.ts'
import {
  dividedItems,
  inOneParcel,
  type ProposedParcel,
  parcelNames,
  proposeParcels,
} from './parcel-proposal.ts'
import {
  FILLED_FROM,
  type FilledFrom,
  MOST_PARCEL_ROWS,
  PARCEL_CELLS,
  type ParcelCell,
  type ParcelRow,
  packageTypeOf,
  readDecimal,
  withRow,
} from './parcels.ts'

interface Sized {
  package_type: PackageType | null
  height: number
  length: number
  width: number
}

/** The cartons that a piece may be in, by its package type and its sides. */
function cartonsOf(piece: Sized, cartons: readonly Carton[]): Carton[] {
  return cartons.filter(
    (carton) =>
      (carton.package_type ?? 'custom') === (piece.package_type ?? 'custom') &&
      carton.height_cm === piece.height &&
      carton.length_cm === piece.length &&
      carton.width_cm === piece.width,
  )
}

/** The first parcel that is heavier than its carton may be, in a sentence; null if there is none (PACK-1). */
export function whyTooHeavy(rows: Rows, cartons: readonly Carton[]): string | null {
  for (const [index, row] of rows.entries()) {
    const [carton] = cartonsOf(sizedOf(row), cartons)
    const weight = readDecimal(row.weight)
    if (carton?.most_kg !== undefined && weight > carton.most_kg) {
      return `Parcel ${index + 1}: ${weight} kg is more than the ${carton.most_kg} kg that ${carton.name} takes`
    }
  }
  return null
}

function sizedOf({ package_type, height, length, width }: ParcelRow): Sized {
  return {
    package_type,
    height: readDecimal(height),
    length: readDecimal(length),
    width: readDecimal(width),
  }
}

/** Why a courier, by its slug, does not take the parcels in their cartons; null if it does (PACK-1). */
export function whyNotInCartons(
  parcels: readonly Sized[],
  cartons: readonly Carton[],
): (slug: string | null) => string | null {
  const limited = parcels.flatMap((parcel) => {
    const [carton, ...others] = cartonsOf(parcel, cartons)
    const couriers = [carton, ...others].flatMap((one) => one?.couriers ?? [])
    const isForAll = [carton, ...others].some((one) => one?.couriers === undefined)
    return isForAll || carton === undefined ? [] : [{ name: carton.name, couriers: couriers.map(fold) }]
  })
  return (slug) => {
    const other = limited.find(({ couriers }) => slug === null || !couriers.includes(fold(slug)))
    return other === undefined ? null : `${other.name} is not for this courier`
  }
}

type Rows = readonly ParcelRow[]
type Fill = Partial<Record<ParcelCell, string>>

const SIDES = ['height', 'length', 'width'] as const
const MEASURES = [...SIDES, 'weight'] as const

/** Fills in the weight of an order's items, if they are in one parcel, with that of its empty carton. */
export function withProductWeight(rows: Rows, kilograms: number | null): ParcelRow[] {
  const [row, ...others] = rows
  if (kilograms === null || row === undefined || others.length > 0) return [...rows]
  if (!/^1?$/.test(row.quantity.trim())) return [...rows]
  // Both weigh the carton, too.
  if (row.filled?.weight === 'proposal' || row.filled?.weight === 'again') return [...rows]
  return [withFill(row, { weight: grams(kilograms + (row.tare ?? 0)) }, 'products')]
}

/** Fills in the size of one row from a preset, and adds what it weighs empty to the weight of the products. */
export function withPreset(rows: Rows, id: string, carton: Carton): ParcelRow[] {
  return rows.map((row) => (row.id === id ? inCarton(row, carton) : row))
}

function inCarton(
  row: ParcelRow,
  { height_cm, length_cm, width_cm, tare_kg = 0, package_type }: Carton,
): ParcelRow {
  const size = { height: String(height_cm), length: String(length_cm), width: String(width_cm) }
  const sized = withFill(row, size, 'preset')
  const isWhole = SIDES.every((side) => isFree(row, side))
  const weighed = isWhole && row.filled?.weight === 'products' ? reweighed(sized, tare_kg) : sized
  const isBag = package_type !== undefined || row.filled?.package_type === 'preset'
  if (!isBag || !isWhole || (row.package_type !== 'custom' && row.filled?.package_type === undefined))
    return weighed
  return {
    ...weighed,
    package_type: package_type ?? 'custom',
    filled: { ...weighed.filled, package_type: 'preset' },
  }
}

/** A row whose weight is of the products, in a carton that weighs this much empty. */
function reweighed(row: ParcelRow, tare: number): ParcelRow {
  if (tare === (row.tare ?? 0)) return row
  return { ...row, tare, weight: grams(readDecimal(row.weight) - (row.tare ?? 0) + tare) }
}

/** Kilograms as text, without the error of binary fractions. */
function grams(kilograms: number): string {
  return String(Math.round(kilograms * 1000) / 1000)
}

/** The row that a preset fills in: the focused one, otherwise the first whose size was not typed. */
export function rowToFill(rows: Rows, focused: string | null): string | null {
  const row = rows.find(({ id }) => id === focused) ?? rows.find((one) => isFree(one, 'height'))
  return row?.id ?? null
}

/**
 * Fills in the parcels of the customer's last consignment, and adds rows for them. A single parcel keeps the weight
 * of this order's products.
 */
export function withLastParcels(rows: Rows, pieces: readonly PackedPiece[], orderCode: string): ParcelRow[] {
  const isWeighed = (row: ParcelRow) => pieces.length === 1 && row.filled?.weight === 'products'
  return withPieces(rows, pieces, orderCode, 'last', isWeighed)
}

function withPieces(
  rows: Rows,
  pieces: readonly PackedPiece[],
  orderCode: string,
  from: FilledFrom,
  isWeighed: (row: ParcelRow) => boolean = () => false,
): ParcelRow[] {
  const fills = grouped(pieces)
  let laid = [...rows]
  while (laid.length < fills.length) {
    const longer = withRow(laid, orderCode)
    if (longer.length === laid.length) break
    laid = longer
  }
  return laid.map((row, index) => {
    const fill = fills[index]
    if (!fill) return row
    const { weight, ...size } = fill
    return withFill(row, isWeighed(row) ? size : { ...size, weight }, from)
  })
}

/** The parcels that an order may begin with, and why (PACK-2, PACK-3). */
export interface StartingParcels {
  from: 'proposal' | 'again'
  pieces: readonly PackedPiece[]
  reason: string
}

/**
 * What an order's parcels begin with: what was booked last for the same items, because it was packed and weighed;
 * otherwise the proposal. Once parcels have been packed, it is those and the proposal for the rest. A text says why there
 * is none.
 * @param packed what is in the parcels before the one that is being packed
 */
export function startingParcels(
  { items, again }: Pick<Packing, 'items' | 'again'>,
  cartons: readonly Carton[],
  packed: Contents = [],
): StartingParcels | string {
  if (packed.length === 0 && again.pieces.length > 0) {
    return {
      from: 'again',
      pieces: again.pieces,
      reason: `As the same items were sent with order ${again.order_code}`,
    }
  }
  const { inParcels, rest } = dividedItems(items, packed)
  const isLeft = packed.length === 0 || rest.some(({ code }) => code !== null)
  const proposals = [...inParcels, ...(isLeft ? [rest] : [])].map((some) => proposeParcels(some, cartons))
  const parcels: ProposedParcel[] = []
  for (const proposal of proposals) {
    if ('none' in proposal) return proposal.none
    // Staff have packed it as one parcel, whatever would be proposed.
    const isPacked = parcels.length < inParcels.length
    parcels.push(...(isPacked ? [inOneParcel(proposal.parcels)] : proposal.parcels))
  }
  const [only] = proposals
  const reason =
    packed.length === 0 && only && 'reason' in only ? only.reason : `As packed: ${parcelNames(parcels)}`
  return { from: 'proposal', pieces: parcels.map(pieceOf), reason }
}

function pieceOf({ carton, weight }: ProposedParcel): PackedPiece {
  const { package_type = null, height_cm, length_cm, width_cm } = carton
  return { package_type, height: height_cm, length: length_cm, width: width_cm, weight }
}

/** Whether nothing was typed or filled in but the weight of the products, so that parcels may be proposed. */
export function isUntouched(rows: Rows): boolean {
  const [row, ...others] = rows
  if (row === undefined || others.length > 0 || row.package_type !== 'custom' || row.quantity.trim() !== '1')
    return false
  const isWeightFree = row.weight.trim() === '' || row.filled?.weight === 'products'
  return isWeightFree && SIDES.every((side) => row[side].trim() === '')
}

/** Whether the rows are parcels that an order began with, of which nothing was typed or chosen. */
export function isOfStart(rows: Rows): boolean {
  return rows.every((row) => {
    const sources = PARCEL_CELLS.flatMap((cell) =>
      cell === 'reference' || row[cell].trim() === '' ? [] : [row.filled?.[cell]],
    )
    const isOwn = sources.every((from) => from === 'proposal' || from === 'again' || from === 'products')
    return isOwn && sources.some((from) => from !== 'products')
  })
}

/** Whether the rows are these parcels. */
export function equalsStart(rows: Rows, { pieces }: StartingParcels): boolean {
  const fills = grouped(pieces).slice(0, MOST_PARCEL_ROWS)
  return (
    rows.length === fills.length &&
    fills.every((fill, index) =>
      PARCEL_CELLS.every((cell) => (fill[cell] ?? '') === '' || fill[cell] === rows[index]?.[cell]),
    )
  )
}

/** Whether the parcels that an order begins with are to be filled in, or those that it once began with replaced. */
export function needsStart(rows: Rows, start: StartingParcels | string): boolean {
  if (typeof start === 'string') return isOfStart(rows)
  return (isUntouched(rows) || isOfStart(rows)) && !equalsStart(rows, start)
}

/**
 * Fills the parcels that an order begins with into an untouched form, and adds rows for them. They replace others that the
 * order began with before its items changed.
 */
export function withStart(rows: Rows, start: StartingParcels, orderCode: string): ParcelRow[] {
  if (!needsStart(rows, start)) return [...rows]
  return withPieces(isUntouched(rows) ? rows : withRow([], orderCode), start.pieces, orderCode, start.from)
}

/**
 * The rows without the parcels that the order began with: one that has the weight of the products (kilograms; null if
 * unknown), so that a carton chosen instead is the only one and adds what it weighs itself.
 */
export function withoutStart(rows: Rows, orderCode: string, kilograms: number | null): ParcelRow[] {
  return isOfStart(rows) ? withProductWeight(withRow([], orderCode), kilograms) : [...rows]
}

/** Pieces that are alike and in sequence, as one row with their number. */
function grouped(pieces: readonly PackedPiece[]): (Fill & { weight: string })[] {
  const groups: { key: string; count: number; piece: PackedPiece }[] = []
  for (const piece of pieces) {
    const key = JSON.stringify(piece)
    const last = groups.at(-1)
    if (last?.key === key) last.count += 1
    else groups.push({ key, count: 1, piece })
  }
  return groups.map(({ count, piece }) => ({
    package_type: piece.package_type ?? 'custom',
    quantity: String(count),
    height: textOf(piece.height),
    length: textOf(piece.length),
    width: textOf(piece.width),
    weight: textOf(piece.weight),
  }))
}

function textOf(measure: number | null): string {
  return measure === null ? '' : String(measure)
}

/** Fills in cells that are empty or were filled in before. A typed text is never replaced. */
function withFill(row: ParcelRow, fill: Fill, from: FilledFrom): ParcelRow {
  const cells = PARCEL_CELLS.filter((cell) => (fill[cell] ?? '') !== '' && isFree(row, cell))
  if (cells.length === 0) return row
  const next: ParcelRow = { ...row, filled: { ...row.filled } }
  for (const cell of cells) {
    const text = fill[cell] ?? ''
    if (cell === 'package_type') next.package_type = packageTypeOf(text) ?? row.package_type
    else next[cell] = text
    next.filled = { ...next.filled, [cell]: from }
  }
  return next
}

/**
 * Whether a cell may be filled in because it was not typed into. The quantity and package type of a new row count as
 * not typed.
 */
function isFree(row: ParcelRow, cell: ParcelCell): boolean {
  if (row.filled?.[cell] !== undefined) return true
  const isInitial = { quantity: /^1?$/, package_type: /^custom$/ }
  if (cell !== 'quantity' && cell !== 'package_type') return row[cell].trim() === ''
  return isInitial[cell].test(row[cell].trim()) && MEASURES.every((measure) => isFree(row, measure))
}

const SOURCES: Record<FilledFrom, string> = {
  products: 'the product weights',
  last: 'the last consignment',
  preset: 'a carton',
  proposal: 'the proposal',
  again: 'the last consignment of the same items',
}

/** The note about filled-in cells: 'Filled in from the product weights and a carton'; null if there are none. */
export function filledNote(rows: Rows): string | null {
  const used = new Set(rows.flatMap(({ filled }) => Object.values(filled ?? {})))
  const sources = FILLED_FROM.filter((from) => used.has(from)).map((from) => SOURCES[from])
  if (sources.length === 0) return null
  const last = sources.pop()
  return `Filled in from ${sources.length > 0 ? `${sources.join(', ')} and ` : ''}${last}. Check it before you book.`
}
