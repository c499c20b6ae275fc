import { type RawItem, type RawRecord, type Unreadable, unreadable } from '../kinds/raw-record.ts'
import { ITEM_FIELD, READERS, type Reader } from './fields.ts'
import type { Gives, Profile } from './profile.ts'

/**
 * The values of fields. Blank if all columns of the field are blank; no entry if the file has none of these columns.
 */
export type Values = Readonly<Record<string, string | undefined>>

/** An amount in millionths of a dollar; null if it is blank or no column gives it. */
export function amountIn(values: Values, field: string): number | null {
  const text = values[field]
  return text ? Number(text) : null
}

/** A record of an export in the console's terms. */
export interface ExportedRecord {
  line: number
  values: Values
  items: { line: number; values: Values }[] | null
  notes: Unreadable[]
}

interface Column {
  name: string
  gives: readonly Gives<string>[]
}

/** A profile prepared for reading. */
export interface ExportReader {
  profile: Profile
  isItem(column: string): boolean
  /** Whether the console has a use for the column. */
  isRead(column: string): boolean
  /** The column that gives a field, for messages; the field itself if there is none. */
  columnOf(field: string): string
  read(raw: RawRecord): ExportedRecord | { faults: Unreadable[] }
}

/** @param names the columns of the file, as the profile spells them */
export function exportReader(profile: Profile, names: readonly string[]): ExportReader {
  const readers: Readonly<Record<string, Reader>> = READERS[profile.kind]
  const columns = columnsOf(profile).filter(({ name, gives }) => gives.length > 0 && names.includes(name))
  const own = columns.filter((column) => !givesItem(column))
  const ofItems = columns.filter(givesItem)
  const itemNames = new Set(ofItems.map(({ name }) => name))
  return {
    profile,
    isItem: (column) => itemNames.has(column),
    isRead: (column) => columns.some(({ name }) => name === column),
    columnOf: (field) =>
      columns.find(({ gives }) => gives.some((one) => fieldOf(one) === field))?.name ?? field,
    read(raw) {
      const faults: Unreadable[] = []
      const notes: Unreadable[] = []
      const read = (line: number, cells: RawRecord['cells'], of: readonly Column[]) =>
        valuesOf(of, readers, cells, {
          fault: (column, reason) => faults.push(unreadable(line, reason, column)),
          note: (column, reason) => notes.push(unreadable(line, reason, column)),
        })
      const values = read(raw.line, raw.cells, own)
      const items =
        raw.items?.map(({ line, cells }: RawItem) => ({ line, values: read(line, cells, ofItems) })) ?? null
      return faults.length > 0 ? { faults } : { line: raw.line, values, items, notes }
    },
  }
}

function columnsOf(profile: Profile): Column[] {
  const declared: Readonly<Record<string, Gives<string> | readonly Gives<string>[] | null>> = profile.columns
  return Object.entries(declared).map(([name, gives]) => ({
    name,
    gives: gives === null ? [] : isList(gives) ? gives : [gives],
  }))
}

function valuesOf(
  columns: readonly Column[],
  readers: Readonly<Record<string, Reader>>,
  cells: RawRecord['cells'],
  report: Record<'fault' | 'note', (column: string, reason: string) => void>,
): Values {
  const values: Record<string, string | undefined> = {}
  for (const { name, gives } of columns) {
    const cell = cells[name] ?? ''
    for (const one of gives) {
      const field = fieldOf(one)
      if (values[field]) continue
      values[field] = ''
      if (cell === '') continue
      if (typeof one !== 'string') values[field] = one.when.some((word) => begins(cell, word)) ? 'yes' : ''
      else {
        const reading = readers[field]?.(cell) ?? { value: cell }
        if ('fault' in reading) report.fault(name, reading.fault)
        else {
          values[field] = reading.value
          if (reading.note) report.note(name, reading.note)
        }
      }
    }
  }
  return values
}

function isList(gives: Gives<string> | readonly Gives<string>[]): gives is readonly Gives<string>[] {
  return Array.isArray(gives)
}

function begins(cell: string, word: string): boolean {
  return cell.slice(0, word.length).toLowerCase() === word
}

function fieldOf(gives: Gives<string>): string {
  return typeof gives === 'string' ? gives : gives.field
}

function givesItem({ gives }: Column): boolean {
  return gives.some((one) => fieldOf(one).startsWith(ITEM_FIELD))
}
