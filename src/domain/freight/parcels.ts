import { PACKAGE_TYPES, type PackageType } from '../../contract/consignments.ts'

/** One row of the parcel table, its cells as they are typed: centimetres, and kilograms of one piece. */
export interface ParcelRow {
  /** Its own among the rows of a form. */
  id: string
  reference: string
  package_type: PackageType
  quantity: string
  height: string
  length: string
  width: string
  weight: string
}

/** The cells that are filled in, from the left. */
export const PARCEL_CELLS = [
  'reference',
  'package_type',
  'quantity',
  'height',
  'length',
  'width',
  'weight',
] as const satisfies readonly (keyof ParcelRow)[]
export type ParcelCell = (typeof PARCEL_CELLS)[number]

/** Those that hold a number. */
export const NUMBER_CELLS = [
  'quantity',
  'height',
  'length',
  'width',
  'weight',
] as const satisfies readonly ParcelCell[]

/** The heads of the parcel table, word for word (section 2). The volume follows from the others. */
export const PARCEL_LABELS: Record<ParcelCell | 'volume', string> = {
  reference: 'Reference',
  package_type: 'Package Type',
  quantity: 'Quantity',
  height: 'Height (cm)',
  length: 'Length (cm)',
  width: 'Width (cm)',
  weight: 'Weight (kg)',
  volume: 'Volume (m3)',
}

/** Only the name of `a5` is specified (section 3); the bags are called after their slugs. */
const PACKAGE_TYPE_LABELS: Record<PackageType, string> = {
  custom: 'Custom',
  a5: 'GSS A5',
  bug_bronze: 'Bug Bronze',
  bug_silver: 'Bug Silver',
  bug_plat: 'Bug Plat',
  bug_tim: 'Bug Tim',
}

export function packageTypeLabel(type: PackageType): string {
  return PACKAGE_TYPE_LABELS[type]
}

/** The package type of a name as a spreadsheet has it: its label or its slug, whatever the case; null for any other. */
export function packageTypeOf(text: string): PackageType | null {
  const name = text.trim().toLowerCase()
  return PACKAGE_TYPES.find((type) => type === name || packageTypeLabel(type).toLowerCase() === name) ?? null
}

/** Cubic centimetres in a cubic metre: the divisor of the form (section 9). The consignment's detail has another. */
const VOLUME_DIVISOR = 1_000_000

/**
 * Plain digits with at most one point or decimal comma. No sign, no exponent, no digits of other scripts: nobody
 * measures in those.
 */
const DECIMAL = /^(\d+[.,]?\d*|[.,]\d+)$/

/**
 * A measure as typed: `' 5 '` → 5, `'.5'` → 0.5, `'1,5'` → 1.5. What is no plain number counts as 0 (section 5,
 * reading 13).
 */
export function readDecimal(text: string): number {
  const typed = text.trim()
  const value = DECIMAL.test(typed) ? Number(typed.replace(',', '.')) : 0
  return Number.isFinite(value) ? value : 0
}

/** A quantity as typed, parsed as a whole number: what stands behind a point is left off (section 5). */
export function readWhole(text: string): number {
  const value = Math.trunc(readDecimal(text))
  return Number.isSafeInteger(value) ? value : 0
}

/** Whether something is typed that counts as 0 because it is no plain number: it is marked, and not sent. */
export function isUnreadable(text: string): boolean {
  const typed = text.trim()
  return typed !== '' && !DECIMAL.test(typed)
}

/** Cubic metres of so many pieces, their sides in centimetres. */
export function cubicMetres(sides: { height: number; length: number; width: number }, pieces = 1): number {
  return (pieces * sides.height * sides.length * sides.width) / VOLUME_DIVISOR
}

/** Cubic metres of all pieces of a row. */
export function volumeOf(row: ParcelRow): number {
  const sides = {
    height: readDecimal(row.height),
    length: readDecimal(row.length),
    width: readDecimal(row.width),
  }
  return cubicMetres(sides, readWhole(row.quantity))
}

const MEASURES = ['height', 'length', 'width', 'weight'] as const satisfies readonly ParcelCell[]

/** Whether a row was added and not filled in: it is one piece at most, of no type and without any measure. */
export function isBlank(row: ParcelRow): boolean {
  return (
    row.package_type === 'custom' &&
    /^1?$/.test(row.quantity.trim()) &&
    MEASURES.every((measure) => row[measure].trim() === '')
  )
}

/** Whether no measure of a row is more than 0. */
export function isUnmeasured(row: ParcelRow): boolean {
  return MEASURES.every((measure) => readDecimal(row[measure]) === 0)
}

export interface ParcelTotals {
  /** Pieces, those of blank rows left out: they are not sent. */
  parcels: number
  /** Kilograms, each row's times its quantity (reading 14). */
  weight: number
  /** Cubic metres. */
  volume: number
}

export function totalsOf(rows: readonly ParcelRow[]): ParcelTotals {
  const totals = { parcels: 0, weight: 0, volume: 0 }
  for (const row of rows) {
    const quantity = readWhole(row.quantity)
    if (!isBlank(row)) totals.parcels += quantity
    totals.weight += quantity * readDecimal(row.weight)
    totals.volume += volumeOf(row)
  }
  return totals
}

const WEIGHT_DECIMALS = 3
const VOLUME_DECIMALS = 4
/** What a tiny volume is shown as (section 9): 0.0000 would say that there is none. */
const LEAST_VOLUME = '0.0001'

/** Kilograms with 3 decimals: 29.43 → '29.430'. */
export function formatWeight(kilograms: number): string {
  return rounded(kilograms, WEIGHT_DECIMALS)
}

/** Cubic metres with 4 decimals, at least 0.0001 where there are any: 0.00002 → '0.0001'. */
export function formatVolume(cubicMetres: number): string {
  const shown = rounded(cubicMetres, VOLUME_DECIMALS)
  return cubicMetres > 0 && Number(shown) === 0 ? LEAST_VOLUME : shown
}

/** Half up in decimals: 1.0005 is a little less than that in binary. */
function rounded(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.round(value * scale * (1 + Number.EPSILON)) / scale).toFixed(decimals)
}
