import { complete, type StoredCells } from './complete.ts'
import type { Kind, Prepared, Row } from './kind.ts'
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
 * Reads and checks a record.
 * @param stored values for its missing cells; null makes those cells blank
 */
export function readRecord(kind: Kind, raw: RawRecord, stored: Stored | null): Read {
  const completed = stored ? complete(raw, storedCells(kind, stored), kind.completion) : raw
  const { record, faults, notes } = readPostcodes(raw, completed, kind.addresses)
  const prepared = kind.parse(record)
  if (Array.isArray(prepared)) return { faults: [...prepared, ...faults] }
  return faults.length > 0 ? { faults } : { prepared, notes }
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
