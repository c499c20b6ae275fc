/**
 * The cells of a record or an item, by their names in the contract: 'customer.code' → '10482'. A blank cell is '' and
 * empties its field; a missing cell has no entry and leaves its field as it is. A blank group blanks all its cells.
 */
export type Cells = Readonly<Record<string, string>>
type MutableCells = Record<string, string>

/** One unparsed record of a file, or why it is unreadable. */
export type Raw = RawRecord | Unreadable

export interface RawRecord {
  /** Its first line, from 1. */
  line: number
  cells: Cells
  /** Null if the record does not mention its items, which then stay unchanged. */
  items: RawItem[] | null
  /** The name of the list of its items; absent for `items`. */
  list?: ListName
  /** Whether its list has only some of the entries that its source could have, see `Completion.isBeyond`. */
  isPartial?: true
  /** Why it is refused although it has cells: some of its lines are unreadable, or contradict each other. */
  faults?: readonly Unreadable[]
}

export interface RawItem {
  line: number
  /** Prefix of its fields in messages: 'items.2.', 'barcodes.1.'. */
  prefix: string
  cells: Cells
}

export interface Unreadable {
  line: number
  /** Blank if it concerns no single field. */
  field: string
  reason: string
  /** The text that cannot be read, as far as it is kept. */
  text?: string
  /** Whether the whole file is refused, because its header cannot be used. */
  isOfFile?: boolean
}

export function unreadable(line: number, reason: string, field = ''): Unreadable {
  return { line, field, reason }
}

/** The names of the lists in records, each of which has at most one: what was bought, and the bar codes of a product. */
export const LIST_NAMES = ['items', 'barcodes'] as const
export type ListName = (typeof LIST_NAMES)[number]
export const ITEMS = 'items' satisfies ListName

/** The prefix of the fields of an item in messages: 'items.2.'. */
export function itemPrefix(number: number, list: ListName = ITEMS): string {
  return `${list}.${number}.`
}

/** Whether a field belongs to an item: 'items.2.quantity', 'barcodes.1.code'. */
export function isOfItem(field: string): boolean {
  return LIST_NAMES.some((list) => field.startsWith(`${list}.`))
}

const NUMBERED = new RegExp(`^(${LIST_NAMES.join('|')})\\.\\d+\\.`)

/** A field as the column of a file with a line for each item: 'items.quantity' of 'items.2.quantity'. */
export function withoutNumber(field: string): string {
  return field.replace(NUMBERED, '$1.')
}

/** Deeper groups than any record has; following them could exhaust the stack. */
const DEEPEST = 5
/** Limits of a record: more than any real one has. An item has at most the same number of fields. */
export const MOST_ITEMS = 2000
export const MOST_CELLS = 200
/** Of the record and all its items: 20 for each item. */
export const MOST_VALUES = 40_000
const LONGEST_NAME = 100

export const TOO_MANY_ITEMS = `may have at most ${MOST_ITEMS} items`
export const TOO_MANY_CELLS = `may have at most ${MOST_CELLS} fields`
export const TOO_MANY_VALUES = `may have at most ${MOST_VALUES} fields with those of its items`

/** Flattens the groups of a JSON record. */
export function flatten(value: unknown, line: number): Raw {
  if (!isObject(value)) return unreadable(line, 'must be an object with the fields of a record')
  // In a response of our own server: what the order's source wanted when it was requested.
  const name = LIST_NAMES.find((one) => value[one] !== undefined) ?? ITEMS
  const { [name]: list, source_changes: _, ...own } = value
  if (list !== undefined && list !== null && !Array.isArray(list)) {
    return unreadable(line, 'must be a list', name)
  }
  const cells = cellsOf(own)
  if (typeof cells === 'string') return unreadable(line, cells)
  if (list === undefined) return { line, cells, items: null }
  if (list !== null && list.length > MOST_ITEMS) return unreadable(line, TOO_MANY_ITEMS)
  const items: RawItem[] = []
  for (const [index, item] of (list ?? []).entries()) {
    const prefix = itemPrefix(index + 1, name)
    if (!isObject(item)) return unreadable(line, 'must be an object', prefix.slice(0, -1))
    const cells = cellsOf(item)
    if (typeof cells === 'string') return unreadable(line, cells, prefix.slice(0, -1))
    items.push({ line, prefix, cells })
  }
  return { line, cells, items, ...(name !== ITEMS && { list: name }) }
}

/** The cells of a record or an item, or why there are too many. */
function cellsOf(group: object): Cells | string {
  const cells: MutableCells = {}
  let count = 0
  const add = (inner: object, prefix: string, depth: number): string | null => {
    for (const [name, value] of Object.entries(inner)) {
      count += 1
      if (count > MOST_CELLS) return TOO_MANY_CELLS
      if (name.length > LONGEST_NAME) {
        return `has a field with a name of more than ${LONGEST_NAME} characters`
      }
      const path = prefix + name
      // A misplaced list becomes a field named by its index, which is always unknown.
      if (typeof value !== 'object' || value === null) cells[path] = cellText(value)
      else if (depth === DEEPEST) cells[path] = 'too deep'
      else {
        const fault = add(value, `${path}.`, depth + 1)
        if (fault !== null) return fault
      }
    }
    return null
  }
  return add(group, '', 1) ?? cells
}

/** The text of a value; '' if it is blank. */
export function cellText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value).trim()
}

/** Whether a record has a cell, even a blank one, for this field or for its group. */
export function hasCell(cells: Cells, field: string): boolean {
  if (cells[field] !== undefined) return true
  const end = field.lastIndexOf('.')
  return end > 0 && cells[field.slice(0, end)] === ''
}

/** Number of characters of a record, approximately. */
export function lengthOf({ cells, items }: RawRecord): number {
  let sum = 0
  for (const one of [cells, ...(items ?? []).map((item) => item.cells)]) {
    for (const text of Object.values(one)) sum += text.length
  }
  return sum
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
