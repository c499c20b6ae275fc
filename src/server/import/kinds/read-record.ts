import { codeFault, LONGEST_LINE, LONGEST_NOTES } from '../../../domain/format/text.ts'
import { DEFAULT_COUNTRY } from '../../../domain/freight/address.ts'
import { complete, type StoredCells } from './complete.ts'
import { type ImportKind, MOST_FAULTS, type Prepared, type Row, type Stored } from './kind.ts'
import { type Cells, hasCell, ITEMS, type RawRecord, type Unreadable, unreadable } from './raw-record.ts'

/** A record that can be loaded, with notes for its sender; or its faults. */
type Read = { prepared: Prepared; notes: Unreadable[] } | { faults: Unreadable[] }

/**
 * Reads and checks a record. Texts and codes are checked as they are given, not as they are stored, because records
 * that were stored before there was such a check can still be updated.
 * @param stored values for its missing cells; null makes those cells blank
 */
export function readRecord(kind: ImportKind, raw: RawRecord, stored: Stored | null): Read {
  const completed = stored ? complete(raw, storedCells(kind, stored), kind.completion) : raw
  const { record, faults, notes } = readPostcodes(raw, completed, kind.addresses)
  const prepared = kind.parse(record)
  const all = [
    ...misplaced(kind, raw),
    ...givenFaults(kind, raw),
    ...(Array.isArray(prepared) ? prepared : []),
    ...faults,
  ]
  return Array.isArray(prepared) || all.length > 0
    ? { faults: all.slice(0, MOST_FAULTS) }
    : { prepared, notes }
}

/** The fault of a list that another kind of record has, even if it is empty. */
function misplaced(kind: ImportKind, { line, items, list = ITEMS }: RawRecord): Unreadable[] {
  return items === null || list === kind.list
    ? []
    : [unreadable(line, 'is no field of this kind of record', list)]
}

function givenFaults(kind: ImportKind, { line, cells, items }: RawRecord): Unreadable[] {
  const faults: Unreadable[] = []
  for (const one of [{ line, prefix: '', cells }, ...(items ?? [])]) {
    for (const field in one.cells) {
      const reason = textFault(kind, field, one.cells[field] ?? '')
      if (reason !== null) faults.push({ line: one.line, field: one.prefix + field, reason })
      if (faults.length === MOST_FAULTS) return faults
    }
  }
  return faults
}

function textFault({ codeFields, foreignCodeFields, notesFields }: ImportKind, field: string, text: string) {
  const isCode = codeFields.includes(field)
  if (isCode || foreignCodeFields.includes(field)) {
    const fault = codeFault(text)
    if (fault !== null) return fault
    // Lists of codes in addresses are separated by commas.
    if (isCode && text.includes(',')) return 'may not have a comma'
  }
  const limit = notesFields.includes(field) ? LONGEST_NOTES : LONGEST_LINE
  return !isCode && text.length > limit ? `may have at most ${limit} characters` : null
}

function storedCells({ columns, itemColumns, completion }: ImportKind, { row, items }: Stored): StoredCells {
  return {
    cells: cellsOf(completion.withoutCalculated?.(row) ?? row, columns),
    asStored: cellsOf(row, columns),
    items: items.map((item) => cellsOf(item, itemColumns)),
  }
}

function cellsOf(row: Row, columns: ImportKind['columns']): Cells {
  const cells: Record<string, string> = {}
  for (const field in columns) cells[field] = String(row[columns[field] ?? ''] ?? '')
  return cells
}

const NEW_ZEALAND = /^(nz|nzl|aotearoa|new zealand|aotearoa new zealand)$/i
const POSTCODE = /^\d{4}$/
/** A spreadsheet removes the zero at the beginning of 0610. */
const WITHOUT_ZERO = /^\d{3}$/

/**
 * Completes and checks the New Zealand postcodes of a record; stored ones are not changed.
 * @param given the record as its source gives it
 * @param completed the same with its missing cells, which may contain the country
 * @param groups the groups of its addresses: 'delivery_address'
 */
export function readPostcodes(
  given: RawRecord,
  completed: RawRecord,
  groups: readonly string[],
): { record: RawRecord; faults: Unreadable[]; notes: Unreadable[] } {
  const faults: Unreadable[] = []
  const notes: Unreadable[] = []
  const padded: Record<string, string> = {}
  for (const group of groups) {
    const field = `${group}.postcode`
    const postcode = completed.cells[field] ?? ''
    if (!hasCell(given.cells, field) || !isInNewZealand(completed.cells, group)) continue
    if (postcode === '' || POSTCODE.test(postcode)) continue
    if (WITHOUT_ZERO.test(postcode)) {
      padded[field] = `0${postcode}`
      notes.push({ line: given.line, field, reason: `has three digits, ${postcode}: read as 0${postcode}` })
    } else {
      faults.push({ line: given.line, field, reason: 'must be four digits in New Zealand' })
    }
  }
  return { record: { ...completed, cells: { ...completed.cells, ...padded } }, faults, notes }
}

function isInNewZealand(cells: Cells, group: string): boolean {
  return NEW_ZEALAND.test(cells[`${group}.country`] || DEFAULT_COUNTRY)
}
