import { codeFault, LONGEST_LINE, LONGEST_NOTES } from '../../../domain/format/text.ts'
import { complete, type StoredCells } from './complete.ts'
import { type Kind, MOST_FAULTS, type Prepared, type Row } from './kind.ts'
import { readPostcodes } from './postcodes.ts'
import type { Cells, RawRecord, Unreadable } from './raw-record.ts'

/** A stored row with its items. */
export interface Stored {
  id: number
  row: Row
  items: Row[]
}

/** A record that can be loaded, with notes for its sender; or its faults. */
type Read = { prepared: Prepared; notes: Unreadable[] } | { faults: Unreadable[] }

/**
 * Reads and checks a record. Texts and codes are checked as they are given, not as they are stored, because records
 * that were stored before there was such a check can still be updated.
 * @param stored values for its missing cells; null makes those cells blank
 */
export function readRecord(kind: Kind, raw: RawRecord, stored: Stored | null): Read {
  const completed = stored ? complete(raw, storedCells(kind, stored), kind.completion) : raw
  const { record, faults, notes } = readPostcodes(raw, completed, kind.addresses)
  const prepared = kind.parse(record)
  const all = [...givenFaults(kind, raw), ...(Array.isArray(prepared) ? prepared : []), ...faults]
  return Array.isArray(prepared) || all.length > 0
    ? { faults: all.slice(0, MOST_FAULTS) }
    : { prepared, notes }
}

function givenFaults(kind: Kind, { line, cells, items }: RawRecord): Unreadable[] {
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

function textFault({ codeFields, foreignCodeFields, notesFields }: Kind, field: string, text: string) {
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

function storedCells({ columns, itemColumns, table }: Kind, { row, items }: Stored): StoredCells {
  return {
    cells: cellsOf(table.withoutCalculated?.(row) ?? row, columns),
    items: items.map((item) => cellsOf(item, itemColumns)),
  }
}

function cellsOf(row: Row, columns: Kind['columns']): Cells {
  const cells: Record<string, string> = {}
  for (const field in columns) cells[field] = String(row[columns[field] ?? ''] ?? '')
  return cells
}
