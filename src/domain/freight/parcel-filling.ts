import type { PackedPiece } from '../../contract/dispatch.ts'
import { fold } from '../format/text.ts'
import {
  FILLED_FROM,
  type FilledFrom,
  PARCEL_CELLS,
  type ParcelCell,
  type ParcelRow,
  packageTypeOf,
  withRow,
} from './parcels.ts'

/** A size of carton that staff pack often, in centimetres. */
interface ParcelPreset {
  name: string
  height: number
  length: number
  width: number
}

/** The presets, by their numbers from 1. GUESS: the cartons of this business. */
export const PARCEL_PRESETS = [
  { name: 'Small carton', height: 20, length: 30, width: 20 },
  { name: 'Medium carton', height: 30, length: 40, width: 30 },
  { name: 'Large carton', height: 40, length: 60, width: 40 },
  { name: 'Pipe bundle', height: 15, length: 300, width: 15 },
] as const satisfies readonly ParcelPreset[]

/** 'Small carton, 20 × 30 × 20 cm'. */
export function presetTitle({ name, height, length, width }: ParcelPreset): string {
  return `${name}, ${height} × ${length} × ${width} cm`
}

/**
 * The preset with a number from 1, a name or its first word, in any case: 'carton 2', 'Medium carton', 'medium'. Null if none
 * or several have it.
 */
export function presetCalled(text: string): ParcelPreset | null {
  const called = fold(text)
  const [, number] = /^(?:carton|preset) ?(\d)$/.exec(called) ?? []
  if (number !== undefined) return PARCEL_PRESETS[Number(number) - 1] ?? null
  const [preset, ...others] = PARCEL_PRESETS.filter(({ name }) => {
    const whole = fold(name)
    return [whole, `${whole}s`, whole.split(' ')[0]].includes(called)
  })
  return others.length === 0 ? (preset ?? null) : null
}

type Rows = readonly ParcelRow[]
type Fill = Partial<Record<ParcelCell, string>>

const MEASURES = ['height', 'length', 'width', 'weight'] as const

/** Fills in the weight of an order's items, if they are in one parcel. */
export function withProductWeight(rows: Rows, kilograms: number | null): ParcelRow[] {
  const [row, ...others] = rows
  if (kilograms === null || row === undefined || others.length > 0) return [...rows]
  if (!/^1?$/.test(row.quantity.trim())) return [...rows]
  return [withFill(row, { weight: String(kilograms) }, 'products')]
}

/** Fills in the size of one row from a preset. */
export function withPreset(rows: Rows, id: string, { height, length, width }: ParcelPreset): ParcelRow[] {
  const fill = { height: String(height), length: String(length), width: String(width) }
  return rows.map((row) => (row.id === id ? withFill(row, fill, 'preset') : row))
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
    const weighed = pieces.length === 1 && row.filled?.weight === 'products'
    return withFill(row, weighed ? size : { ...size, weight }, 'last')
  })
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
    height: measured(piece.height),
    length: measured(piece.length),
    width: measured(piece.width),
    weight: measured(piece.weight),
  }))
}

function measured(measure: number | null): string {
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
  preset: 'a preset',
}

/** The note about filled-in cells: 'Filled in from the product weights and a preset'; null if there are none. */
export function filledNote(rows: Rows): string | null {
  const used = new Set(rows.flatMap(({ filled }) => Object.values(filled ?? {})))
  const sources = FILLED_FROM.filter((from) => used.has(from)).map((from) => SOURCES[from])
  if (sources.length === 0) return null
  const last = sources.pop()
  return `Filled in from ${sources.length > 0 ? `${sources.join(', ')} and ` : ''}${last}. Check it before you book.`
}
