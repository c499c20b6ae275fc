/** The non-blank cells of a record or an item, by their names in the contract: 'customer.code' → '10482'. */
export type Cells = Record<string, string>

/** One unparsed record of a file, or why it is unreadable. */
export type Raw = RawRecord | Unreadable

export interface RawRecord {
  /** Its first line, from 1. */
  line: number
  cells: Cells
  items: RawItem[]
}

export interface RawItem {
  line: number
  /** Prefix of its fields in messages: 'items.2.'. */
  prefix: string
  cells: Cells
}

export interface Unreadable {
  line: number
  /** Blank if it concerns no single field. */
  field: string
  reason: string
}

export function unreadable(line: number, reason: string, field = ''): Unreadable {
  return { line, field, reason }
}

/** The only list in a record. */
export const ITEMS = 'items'

/** Flattens the groups of a JSON record. */
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
    // A misplaced list becomes a field named by its index, which no record has.
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
