import { isGiven } from './kinds/complete.ts'
import type { Hold, Kind, Prepared } from './kinds/kind.ts'
import { ITEMS, type RawRecord, type Unreadable } from './kinds/raw-record.ts'
import { readRecord, type Stored } from './kinds/read-record.ts'
import { areOther } from './kinds/rows.ts'

/**
 * The record with only the fields that may still follow their source.
 * @returns also the other fields that differ from the stored ones, which stay as stored
 */
export function followed(
  kind: Kind,
  raw: RawRecord,
  before: Stored,
  { hold, replaces }: { hold: Hold; replaces: boolean },
): { prepared: Prepared; kept: Unreadable[] } {
  const whole = readable(kind, raw, replaces ? null : before)
  const prepared = readable(kind, only(raw, hold.follows), before)
  const keptFields = Object.entries(kind.columns).flatMap(([field, column]) => {
    const isSame =
      field === kind.references?.field
        ? whole.reference === prepared.reference
        : whole.row[column] === prepared.row[column]
    return isSame || !(replaces || isGiven(raw, field, kind.completion)) ? [] : field
  })
  if ((replaces || raw.items !== null) && areOther(whole.items, prepared.items)) keptFields.push(ITEMS)
  return { prepared, kept: keptFields.map((field) => ({ line: raw.line, field, reason: hold.reason })) }
}

function only({ line, cells }: RawRecord, fields: readonly string[]): RawRecord {
  const isAmong = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`))
  return {
    line,
    cells: Object.fromEntries(Object.entries(cells).filter(([name]) => isAmong(name))),
    items: null,
  }
}

function readable(kind: Kind, raw: RawRecord, stored: Stored | null): Prepared {
  const read = readRecord(kind, raw, stored)
  if ('prepared' in read) return read.prepared
  const [fault] = read.faults
  throw new Error(`The stored record has a fault: ${fault?.field} ${fault?.reason}.`)
}
