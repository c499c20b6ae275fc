import { NUMBER_CELLS, PARCEL_CELLS, type ParcelCell, type ParcelRow, packageTypeOf } from './parcels.ts'

/** Limit of rows in a form: far more than staff ever book at once, and few enough to type in without lag. */
export const MOST_PARCEL_ROWS = 200

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

/** Removes a row, unless it is the last one (section 5). */
export function withoutRow(rows: Rows, id: string): ParcelRow[] {
  return rows.length > 1 ? rows.filter((row) => row.id !== id) : [...rows]
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

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`
const FORM = new RegExp(
  String.raw`^(?:(\d{1,3})\s*\*\s*)?${NUMBER}\s*[x×]\s*${NUMBER}\s*[x×]\s*${NUMBER}\s+${NUMBER}(?:\s*kg)?$`,
  'i',
)

/**
 * Parses pieces in one line, height × length × width in centimetres and kilograms of one piece: '22x60x30 11.4',
 * '2*10x20x30 1,5 kg'. Null for any other text.
 */
export function readTypedParcel(text: string): TypedParcel | null {
  const [, quantity = '1', height, length, width, weight] = FORM.exec(text.trim()) ?? []
  if (height === undefined || length === undefined || width === undefined || weight === undefined) return null
  return { quantity, height, length, width, weight }
}
