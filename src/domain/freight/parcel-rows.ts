import { NUMBER_CELLS, PARCEL_CELLS, type ParcelCell, type ParcelRow, packageTypeOf } from './parcels.ts'

/** How many rows a form takes: far more than anybody books at once, and still quick to type in. */
export const MOST_PARCEL_ROWS = 200

type Rows = readonly ParcelRow[]

/** The one row that an untouched form has. */
export function firstRows(orderCode: string): ParcelRow[] {
  return withRow([], orderCode)
}

/** The rows and one more: one piece without measures, its reference the order's code and a number. */
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

/** The rows under another order number: a reference that is still as `before` gave it follows, one that was typed stays. */
export function withOrderCode(rows: Rows, before: string, after: string): ParcelRow[] {
  const [old, code] = [before.trim(), after.trim()]
  if (old === code) return [...rows]
  return rows.map((row, index) => {
    const number = numberIn(row.reference, old) ?? (old === '' && row.reference === '' ? index + 1 : null)
    return number === null ? row : { ...row, reference: code === '' ? '' : `${code}-${number}` }
  })
}

/** The number after an order's code: 2 of '104823-2'; null where it is no such reference. */
function numberIn(reference: string, orderCode: string): number | null {
  const number = reference.startsWith(`${orderCode}-`) ? reference.slice(orderCode.length + 1) : ''
  return orderCode !== '' && /^[1-9]\d*$/.test(number) ? Number(number) : null
}

/** The rows without one of them; the last one stays (section 5). */
export function withoutRow(rows: Rows, id: string): ParcelRow[] {
  return rows.length > 1 ? rows.filter((row) => row.id !== id) : [...rows]
}

/** The rows with other text in one cell. The others stay the same objects. A package type that nobody knows is left. */
export function withCell(rows: Rows, id: string, cell: ParcelCell, text: string): ParcelRow[] {
  return rows.map((row) => (row.id === id ? filled(row, cell, text) : row))
}

function filled(row: ParcelRow, cell: ParcelCell, text: string): ParcelRow {
  if (cell !== 'package_type') return { ...row, [cell]: text }
  return { ...row, package_type: packageTypeOf(text) ?? row.package_type }
}

/** The cells of a block copied from a spreadsheet, row by row; null for a single value, which is any field's own. */
export function readBlock(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  return block.length > 1 || (block[0]?.length ?? 0) > 1 ? block : null
}

/**
 * The rows with a block laid over them, its first cell on the given one. Rows are added as it needs them; what lies
 * right of the weight (a volume) or below the last row that a form takes is left out.
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
      return text === undefined ? next : filled(next, cell, text)
    }, row)
  })
}

/** The rows of a draft that can still be read; it may come from another version of the console. */
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

/** The first cell, row by row, that is still to be filled in to get a price; null when there is none. */
export function firstEmptyCell(rows: Rows): { row: string; cell: ParcelCell } | null {
  for (const row of rows) {
    const cell = NUMBER_CELLS.find((one) => row[one].trim() === '')
    if (cell !== undefined) return { row: row.id, cell }
  }
  return null
}
