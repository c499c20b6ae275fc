import { complete, type StoredCells } from './complete.ts'
import { codeFault, lengthFault } from './fields.ts'
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
export type Read = { prepared: Prepared; notes: Unreadable[] } | { faults: Unreadable[] }

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

function givenFaults({ codeFields, notesFields }: Kind, { line, cells, items }: RawRecord): Unreadable[] {
  const faults: Unreadable[] = []
  const own = { line, prefix: '', cells }
  for (const one of [own, ...(items ?? [])]) {
    for (const field in one.cells) {
      const text = one.cells[field] ?? ''
      const reason = codeFields.includes(field)
        ? codeFault(text, one !== own)
        : lengthFault(text, notesFields.includes(field))
      if (reason !== null) faults.push({ line: one.line, field: one.prefix + field, reason })
      if (faults.length === MOST_FAULTS) return faults
    }
  }
  return faults
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
