/** The cells of a record or of one of its items, by the names of the contract: 'customer.code' → '10482'. Blank ones are left out. */
export type Cells = Record<string, string>

/** One record of a file as it was written, or what makes it unreadable. */
export type Raw = RawRecord | Unreadable

export interface RawRecord {
  /** Where it begins, from 1. */
  line: number
  cells: Cells
  items: RawItem[]
}

export interface RawItem {
  line: number
  /** How its fields are named in what is said of them: 'items.2.'. */
  prefix: string
  cells: Cells
}

export interface Unreadable {
  line: number
  /** Blank where it is no single one. */
  field: string
  reason: string
}

export function unreadable(line: number, reason: string, field = ''): Unreadable {
  return { line, field, reason }
}

/** The one list that a record may have. */
export const ITEMS = 'items'

/** A record of JSON with its groups taken apart. */
export function flatten(value: unknown, line: number): Raw {
  if (!isObject(value)) return unreadable(line, 'must be an object with the fields of a record')
  const { [ITEMS]: list, ...own } = value
  if (list !== undefined && list !== null && !Array.isArray(list)) {
    return unreadable(line, 'must be a list', ITEMS)
  }
  const cells = cellsOf(own)
  const items: RawItem[] = []
  for (const [index, item] of (list ?? []).entries()) {
    const prefix = `${ITEMS}.${index + 1}.`
    if (!isObject(item)) return unreadable(line, 'must be an object', prefix.slice(0, -1))
    items.push({ line, prefix, cells: cellsOf(item) })
  }
  return { line, cells, items }
}

function cellsOf(group: object, prefix = '', cells: Cells = {}): Cells {
  for (const [name, value] of Object.entries(group)) {
    const path = prefix + name
    // A list where none belongs becomes a field by the name of its place, which no record has.
    if (typeof value === 'object' && value !== null) cellsOf(value, `${path}.`, cells)
    else addCell(cells, path, value)
  }
  return cells
}

/** Adds a cell unless it is blank. */
export function addCell(cells: Cells, name: string, value: unknown): void {
  const text = value === null || value === undefined ? '' : String(value).trim()
  if (text !== '') cells[name] = text
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
