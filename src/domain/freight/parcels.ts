import { PACKAGE_TYPES, type PackageType } from '../../contract/consignments.ts'
import { ABSENT, nonBlank } from '../format/text.ts'

/**
 * The sources from which the console fills in text: product weights, the customer's last consignment, a preset, the
 * proposal for the items, the last consignment of the same items.
 */
export const FILLED_FROM = ['products', 'last', 'preset', 'proposal', 'again'] as const
export type FilledFrom = (typeof FILLED_FROM)[number]

/** A row of the parcel table. Its cells are text as typed: centimetres, and kilograms of one piece. */
export interface ParcelRow {
  /** Unique in a form. */
  id: string
  reference: string
  package_type: PackageType
  quantity: string
  height: string
  length: string
  width: string
  weight: string
  /** The cells that the console filled in and nobody has typed into since. */
  filled?: Partial<Record<ParcelCell, FilledFrom>>
  /** Kilograms of the empty carton, which are part of a weight that the products gave. */
  tare?: number
}

/** The editable cells, from left to right. */
export const PARCEL_CELLS = [
  'reference',
  'package_type',
  'quantity',
  'height',
  'length',
  'width',
  'weight',
] as const
export type ParcelCell = (typeof PARCEL_CELLS)[number]

/** The cells that contain a number. */
export const NUMBER_CELLS = [
  'quantity',
  'height',
  'length',
  'width',
  'weight',
] as const satisfies readonly ParcelCell[]

/** Headings of the parcel table (FRT-7), word for word. The volume is calculated from the other cells. */
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

/** Only the name of `a5` is specified (FRT-9). The other bags are named after their slugs. */
const PACKAGE_TYPE_LABELS: Record<PackageType, string> = {
  custom: 'Custom',
  a5: 'GSS A5',
  bug_bronze: 'Bug Bronze',
  bug_silver: 'Bug Silver',
  bug_plat: 'Bug Plat',
  bug_tim: 'Bug Tim',
}

const MEASURES = ['height', 'length', 'width', 'weight'] as const satisfies readonly ParcelCell[]

/** Limit of rows in a form: far more than staff ever book at once, and few enough to type in without lag. */
export const MOST_PARCEL_ROWS = 200

export function packageTypeLabel(type: PackageType): string {
  return PACKAGE_TYPE_LABELS[type]
}

/** The package type with this label or slug, in any case, as pasted from a spreadsheet; null if there is none. */
export function packageTypeOf(text: string): PackageType | null {
  const name = text.trim().toLowerCase()
  return PACKAGE_TYPES.find((type) => type === name || packageTypeLabel(type).toLowerCase() === name) ?? null
}

/** Cubic centimetres in a cubic metre: the form's divisor (FRT-11). A consignment's detail has another one. */
const VOLUME_DIVISOR = 1_000_000

/** Digits with at most one decimal point or comma. No sign, exponent or digits of other scripts. */
const DECIMAL = /^(\d+[.,]?\d*|[.,]\d+)$/

/**
 * Parses a typed measure: `' 5 '` → 5, `'.5'` → 0.5, `'1,5'` → 1.5. Anything else counts as 0 (FRT-10).
 */
export function readDecimal(text: string): number {
  const typed = text.trim()
  const value = DECIMAL.test(typed) ? Number(typed.replace(',', '.')) : 0
  return Number.isFinite(value) ? value : 0
}

/** Parses a typed quantity as a whole number. Decimals are cut off (FRT-10). */
export function readWhole(text: string): number {
  const value = Math.trunc(readDecimal(text))
  return Number.isSafeInteger(value) ? value : 0
}

/** Whether a text counts as 0 only because it is not a number. Such a cell is marked and blocks the request. */
export function isUnreadable(text: string): boolean {
  const typed = text.trim()
  return typed !== '' && !DECIMAL.test(typed)
}

/** What a cell for a number takes of a typed or pasted text: '11.4 kg' is '11.4'. */
export function withoutLetters(text: string): string {
  const kept = text.replace(/\p{L}+/gu, '')
  return kept === text ? text : kept.trim()
}

/** The volume in cubic metres of several pieces whose sides are in centimetres. */
export function cubicMetres(sides: { height: number; length: number; width: number }, pieces = 1): number {
  return (pieces * sides.height * sides.length * sides.width) / VOLUME_DIVISOR
}

/** The volume in cubic metres of all pieces of a row. */
export function volumeOf(row: ParcelRow): number {
  const sides = {
    height: readDecimal(row.height),
    length: readDecimal(row.length),
    width: readDecimal(row.width),
  }
  return cubicMetres(sides, readWhole(row.quantity))
}

/** Whether a row was added but not filled in: at most one piece, no package type and no measures. */
export function isBlank(row: ParcelRow): boolean {
  return (
    row.package_type === 'custom' &&
    /^1?$/.test(row.quantity.trim()) &&
    MEASURES.every((measure) => row[measure].trim() === '')
  )
}

/** Whether a row has no positive measure. */
export function isUnmeasured(row: ParcelRow): boolean {
  return MEASURES.every((measure) => readDecimal(row[measure]) === 0)
}

export interface ParcelTotals {
  /** Number of pieces, without those of blank rows, which are not sent. */
  parcels: number
  /** Kilograms: the sum of each row's weight times its quantity (FRT-11). */
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
/** The smallest volume shown (FRT-11), because 0.0000 would mean that there is none. */
const LEAST_VOLUME = '0.0001'

/** Formats kilograms with 3 decimals: 29.43 → '29.430'. */
export function formatWeight(kilograms: number): string {
  return rounded(kilograms, WEIGHT_DECIMALS)
}

/** Formats cubic metres with 4 decimals, and any positive volume as at least 0.0001: 0.00002 → '0.0001'. */
export function formatVolume(cubicMetres: number): string {
  const shown = rounded(cubicMetres, VOLUME_DECIMALS)
  return cubicMetres > 0 && Number(shown) === 0 ? LEAST_VOLUME : shown
}

/** Rounds halves up in decimal, because 1.0005 is slightly less than that in binary. */
function rounded(value: number, decimals: number): string {
  const scale = 10 ** decimals
  return (Math.round(value * scale * (1 + Number.EPSILON)) / scale).toFixed(decimals)
}

type Rows = readonly ParcelRow[]

/** The single row of a new form. */
export function firstRows(orderCode: string): ParcelRow[] {
  return withRow([], orderCode)
}

/** Adds a row of one piece without measures. Its reference is the order's code and a number. */
export function withRow(rows: Rows, orderCode: string): ParcelRow[] {
  if (rows.length >= MOST_PARCEL_ROWS) return [...rows]
  const last = Math.max(0, ...rows.map(({ id }) => Number(id)).filter(Number.isInteger))
  const row: ParcelRow = {
    id: String(last + 1),
    reference: freeReference(rows, orderCode.trim()),
    package_type: 'custom',
    quantity: '1',
    height: '',
    length: '',
    width: '',
    weight: '',
  }
  return [...rows, row]
}

function freeReference(rows: Rows, orderCode: string): string {
  if (orderCode === '') return ''
  const taken = new Set(rows.map(({ reference }) => reference))
  let number = rows.length + 1
  while (taken.has(`${orderCode}-${number}`)) number += 1
  return `${orderCode}-${number}`
}

/** Updates references when the order number changes: references generated from `before` change, typed ones stay. */
export function withOrderCode(rows: Rows, before: string, after: string): ParcelRow[] {
  const [old, code] = [before.trim(), after.trim()]
  if (old === code) return [...rows]
  return rows.map((row, index) => {
    const number = numberIn(row.reference, old) ?? (old === '' && row.reference === '' ? index + 1 : null)
    return number === null ? row : { ...row, reference: code === '' ? '' : `${code}-${number}` }
  })
}

/** The number after an order's code: 2 for '104823-2'; null for any other reference. */
function numberIn(reference: string, orderCode: string): number | null {
  const number = reference.startsWith(`${orderCode}-`) ? reference.slice(orderCode.length + 1) : ''
  return orderCode !== '' && /^[1-9]\d*$/.test(number) ? Number(number) : null
}

/** Removes a row, unless it is the last one (FRT-7). */
export function withoutRow(rows: Rows, id: string): ParcelRow[] {
  if (rows.length <= 1) return [...rows]
  // The number of parcels is the user's from here on: none is filled in again.
  return rows
    .filter((row) => row.id !== id)
    .map((row) => (row.filled?.quantity === undefined ? row : unmarked(row, 'quantity')))
}

/** Changes the text of one cell. Other rows stay the same objects. An unknown package type changes nothing. */
export function withCell(rows: Rows, id: string, cell: ParcelCell, text: string): ParcelRow[] {
  return rows.map((row) => (row.id === id ? typed(row, cell, text) : row))
}

function typed(row: ParcelRow, cell: ParcelCell, text: string): ParcelRow {
  const own = row.filled?.[cell] === undefined ? row : unmarked(row, cell)
  if (cell !== 'package_type') return { ...own, [cell]: text }
  return { ...own, package_type: packageTypeOf(text) ?? row.package_type }
}

function unmarked(row: ParcelRow, cell: ParcelCell): ParcelRow {
  const { [cell]: _, ...filled } = row.filled ?? {}
  return { ...row, filled }
}

/**
 * Parses a block copied from a spreadsheet into rows of cells; null for a single value, which any field can take
 * itself.
 */
export function readBlock(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return block.length > 1 || (block[0]?.length ?? 0) > 1 ? block : null
}

/**
 * Pastes a block whose first cell is the given one. Rows are added as needed. Columns right of the weight (such as
 * a volume) and rows beyond the limit are dropped.
 */
export function withBlock(
  rows: Rows,
  at: { id: string; cell: ParcelCell },
  block: readonly (readonly string[])[],
  orderCode: string,
): ParcelRow[] {
  const first = rows.findIndex(({ id }) => id === at.id)
  if (first < 0) return [...rows]
  let laid = [...rows]
  while (laid.length < Math.min(first + block.length, MOST_PARCEL_ROWS)) laid = withRow(laid, orderCode)
  const cells = PARCEL_CELLS.slice(PARCEL_CELLS.indexOf(at.cell))
  return laid.map((row, index) => {
    const texts = block[index - first] ?? []
    return cells.reduce((next, cell, column) => {
      const text = texts[column]
      return text === undefined ? next : typed(next, cell, text)
    }, row)
  })
}

/** The readable rows of a draft, which may come from another version of the console. */
export function readableRows(stored: unknown): ParcelRow[] {
  return Array.isArray(stored) ? stored.filter(isRow) : []
}

function isRow(value: unknown): value is ParcelRow {
  if (typeof value !== 'object' || value === null) return false
  const text = (name: string) => Reflect.get(value, name)
  return (
    typeof text('id') === 'string' &&
    PARCEL_CELLS.every((cell) => typeof text(cell) === 'string') &&
    packageTypeOf(String(text('package_type'))) !== null
  )
}

/** The first cell, row by row, that must be filled in before a price can be requested; null if there is none. */
export function firstEmptyCell(rows: Rows): { row: string; cell: ParcelCell } | null {
  for (const row of rows) {
    const cell = NUMBER_CELLS.find((one) => row[one].trim() === '')
    if (cell !== undefined) return { row: row.id, cell }
  }
  return null
}

/** Pieces of one size, as typed in one line. */
export type TypedParcel = Pick<ParcelRow, 'quantity' | 'height' | 'length' | 'width' | 'weight'>

/** The rows after a parcel was typed at the ship station: alone, or after those that were packed before it. */
export function withTypedParcel(
  rows: Rows,
  { number, ...parcel }: TypedParcel & { number: number },
  orderCode: string,
): ParcelRow[] {
  let laid = firstPacked(rows, number - 1)
  const before = laid.length
  laid = withRow(laid, orderCode)
  return laid.map((row, index) => (index < before ? row : { ...row, ...parcel }))
}

/** The rows of the first parcels that were packed. A typed row is one of them, whatever its number of pieces. */
function firstPacked(rows: Rows, parcels: number): ParcelRow[] {
  const laid: ParcelRow[] = []
  let left = parcels
  for (const row of rows) {
    if (left <= 0) break
    const pieces = row.filled?.quantity === undefined ? 1 : readWhole(row.quantity)
    laid.push(pieces > left ? { ...row, quantity: String(left) } : row)
    left -= pieces
  }
  return laid
}

/** A size or a weight as it is typed, as the source of a regular expression with one group: '22', '11,4', '.5'. */
export const MEASURE = String.raw`(\d+(?:[.,]\d+)?|\.\d+)`
const SIDES = String.raw`${MEASURE}\s*[x×]\s*${MEASURE}\s*[x×]\s*${MEASURE}(?:\s*cm)?`
const FORM = new RegExp(String.raw`^(?:(\d{1,3})\s*\*\s*)?${SIDES}(?:,?\s+${MEASURE}(?:\s*kg)?)?$`, 'i')

/**
 * Parses pieces in one line, height × length × width in centimetres and kilograms of one piece: '22x60x30 11.4',
 * '2*10x20x30 cm, 1,5 kg'. Null for any other text.
 * @param weight whether it may be absent: it is then blank
 */
export function readTypedParcel(
  text: string,
  weight: 'required' | 'optional' = 'required',
): TypedParcel | null {
  const [, quantity = '1', height, length, width, kilograms] = FORM.exec(text.trim()) ?? []
  if (height === undefined || length === undefined || width === undefined) return null
  if (kilograms === undefined && weight === 'required') return null
  return { quantity, height, length, width, weight: kilograms ?? '' }
}

/** Pieces of one size in words, with what is known of them: '2 parcels, each 22 × 60 × 30 cm, 11.4 kg'. */
export function parcelWords({ quantity, height, length, width, weight }: TypedParcel): string {
  const sides = [height, length, width].map((side) => nonBlank(side) ?? ABSENT).join(' × ')
  const each = readWhole(quantity) === 1 ? '1 parcel' : `${nonBlank(quantity) ?? ABSENT} parcels, each`
  return [`${each} ${sides} cm`, nonBlank(weight) && `${weight} kg`].filter(Boolean).join(', ')
}
