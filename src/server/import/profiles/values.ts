import { type RawItem, type RawRecord, type Unreadable, unreadable } from '../kinds/raw-record.ts'
import { type Business, ITEM_FIELD, READERS, type Reader } from './fields.ts'
import { comparable, type Gives, type Profile } from './profile.ts'
import { factsOf } from './shop-words.ts'

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
  gives: readonly Given[]
}

/** A meaning of a column, and all fields that it can set. */
interface Given {
  meaning: Gives<string>
  fields: readonly string[]
}

/** A profile prepared for reading. */
export interface ExportReader {
  profile: Profile
  isItem(column: string): boolean
  /** Whether the console has a use for the column. */
  isRead(column: string): boolean
  /** The column that gives a field, for messages; the field itself if there is none. */
  columnOf(field: string): string
  read(raw: RawRecord): ExportedRecord | { leftOut: Unreadable } | { faults: Unreadable[] }
}

/** @param names the columns of the file, as the profile spells them */
export function exportReader(profile: Profile, names: readonly string[], business: Business): ExportReader {
  const columns = columnsOf(profile.documented, profile.assumed).filter(
    ({ name, gives }) => gives.length > 0 && names.includes(name),
  )
  const own = columns.filter((column) => !givesItem(column))
  const ofItems = columns.filter(givesItem)
  const itemNames = new Set([
    ...ofItems.map(({ name }) => name),
    ...names.filter((name) => isPackedColumn(profile, name)),
  ])
  const ofParts = columnsOf(profile.packed?.parts ?? {})
  const constants: Values = profile.isWithoutGst ? { includes_gst: '' } : {}
  const reading = { readers: READERS[profile.kind], isMonthFirst: profile.isMonthFirst ?? false, business }
  return {
    profile,
    isItem: (column) => itemNames.has(column),
    isRead: (column) => itemNames.has(column) || own.some(({ name }) => name === column),
    columnOf: (field) =>
      columns.find(({ gives }) => gives.some(({ fields }) => fields.includes(field)))?.name ?? field,
    read(raw) {
      const faults: Unreadable[] = []
      const notes: Unreadable[] = []
      const read = ({ line, cells }: Line, of: readonly Column[]) =>
        valuesOf(of, reading, cells, {
          fault: (column, reason) => faults.push(unreadable(line, reason, column)),
          note: (column, reason) => notes.push(unreadable(line, reason, column)),
        })
      const { values, from } = read(raw, own)
      const leftOut = values.is_left_out
      if (leftOut) {
        return { leftOut: unreadable(raw.line, `${leftOut} is no order here: left out`, from.is_left_out) }
      }
      const items =
        raw.items?.flatMap((item) =>
          partsOf(profile, item, { own: ofItems, packed: ofParts }).map(({ cells, columns }) => ({
            line: item.line,
            values: read({ line: item.line, cells }, columns).values,
          })),
        ) ?? null
      if (faults.length > 0) return { faults }
      return { line: raw.line, values: { ...constants, ...values }, items, notes }
    },
  }
}

type Line = Pick<RawItem, 'line' | 'cells'>

/** The columns of the tables, with their meanings as lists. */
function columnsOf(...tables: Profile['documented'][]): Column[] {
  return tables.flatMap((table) => {
    const declared: Readonly<Record<string, Gives<string> | readonly Gives<string>[] | null>> = table
    return Object.entries(declared).map(([name, gives]) => ({
      name,
      gives: (gives === null ? [] : isList(gives) ? gives : [gives]).map((meaning) => ({
        meaning,
        fields: fieldsOf(meaning),
      })),
    }))
  })
}

/** Whether a column is one of the numbered columns that contain a whole item. */
export function isPackedColumn({ packed }: Profile, column: string): boolean {
  if (!packed) return false
  const name = comparable(column)
  return name.startsWith(packed.prefix) && /^\d+$/.test(name.slice(packed.prefix.length))
}

/** The items of a line: the line itself, or one for each packed column that is not blank. */
function partsOf(
  profile: Profile,
  { cells }: RawItem,
  columns: Record<'own' | 'packed', Column[]>,
): { cells: RawRecord['cells']; columns: Column[] }[] {
  if (!profile.packed) return [{ cells, columns: columns.own }]
  return Object.entries(cells).flatMap(([name, cell]) =>
    cell !== '' && isPackedColumn(profile, name) ? [{ cells: unpacked(cell), columns: columns.packed }] : [],
  )
}

const PART = /(?:^|\|)([a-z_]+):/

/** The parts of 'name:Pipe, 20 mm|sku:PEX-20'. */
function unpacked(cell: string): RawRecord['cells'] {
  const cells: Record<string, string> = {}
  const pieces = cell.split(PART).slice(1)
  for (let at = 0; at < pieces.length; at += 2) {
    const [name = '', value = ''] = pieces.slice(at, at + 2)
    cells[name] ??= value.trim()
  }
  return cells
}

interface Reading {
  readers: Readonly<Record<string, Reader>>
  isMonthFirst: boolean
  business: Business
}

/** The values of the cells, and the column that each is from. */
function valuesOf(
  columns: readonly Column[],
  reading: Reading,
  cells: RawRecord['cells'],
  report: Record<'fault' | 'note', (column: string, reason: string) => void>,
): { values: Values; from: Readonly<Record<string, string>> } {
  const values: Record<string, string | undefined> = {}
  const from: Record<string, string> = {}
  for (const { name, gives } of columns) {
    const cell = cells[name] ?? ''
    for (const { meaning, fields: all } of gives) {
      const fields = all.filter((field) => !values[field])
      for (const field of fields) values[field] = ''
      if (cell === '' || fields.length === 0) continue
      const { value, sets, note, fault } = meaningOf(meaning, cell, reading)
      if (fault !== undefined) report.fault(name, fault)
      if (note !== undefined) report.note(name, note)
      for (const field of fields.filter((field) => sets.includes(field))) {
        values[field] = value
        from[field] = name
      }
    }
  }
  return { values, from }
}

/** The fields that a cell sets, and to which value; a flag is set to the word that says so. */
interface Meaning {
  sets: readonly string[]
  value: string
  note?: string
  fault?: string
}

function meaningOf(gives: Gives<string>, cell: string, { readers, ...context }: Reading): Meaning {
  if (typeof gives === 'string') {
    const reading = readers[gives]?.(cell, context) ?? { value: cell }
    if ('fault' in reading) return { sets: [], value: '', fault: reading.fault }
    return { sets: [gives], ...reading }
  }
  if ('words' in gives) {
    const facts = factsOf(gives.words, cell)
    if (facts !== null) return { sets: facts, value: cell }
    const known = Object.keys(gives.words).join(', ')
    return gives.unknown === 'refused'
      ? { sets: [], value: '', fault: `is an unknown word, ${cell}: the known ones are ${known}` }
      : { sets: [], value: '', note: `is an unknown word, ${cell}: the order is open and unpaid` }
  }
  const applies =
    'when' in gives
      ? gives.when.some((word) => begins(cell, word))
      : !gives.unless.some((word) => begins(cell, word))
  return { sets: applies ? [gives.field] : [], value: cell }
}

function isList(gives: Gives<string> | readonly Gives<string>[]): gives is readonly Gives<string>[] {
  return Array.isArray(gives)
}

function begins(cell: string, word: string): boolean {
  return cell.slice(0, word.length).toLowerCase() === word
}

function fieldsOf(gives: Gives<string>): readonly string[] {
  if (typeof gives === 'string') return [gives]
  return 'words' in gives ? [...new Set(Object.values(gives.words).flat())] : [gives.field]
}

function givesItem({ gives }: Column): boolean {
  return gives.some(({ fields }) => fields.some((field) => field.startsWith(ITEM_FIELD)))
}
