import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Kind } from '../import/kinds/kind.ts'
import { flatten, type RawRecord, type Unreadable } from '../import/kinds/raw-record.ts'
import { loadLot, type Outcome } from '../import/load-lot.ts'

/** Records per transaction, few enough that the console's writes get their turn. */
const LOT = 200

/** Maximum number of faults reported for one record. */
const MOST_FAULTS = 50

/** The outcome for one record, as sent to the other system. */
export interface RecordResult {
  /** Null if the record has none. */
  code: string | null
  outcome: Outcome
  faults: { field: string; message: string }[]
}

interface Numbered {
  index: number
  raw: RawRecord
}

/**
 * Loads records of another system. Those without a fault are loaded, some hundreds per transaction. If a code is
 * repeated, the last record wins.
 * @returns a result for each record, in their order
 */
export async function takeIn(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  kind: Kind,
  records: readonly unknown[],
): Promise<RecordResult[]> {
  const results: RecordResult[] = []
  const readable: Numbered[] = []
  for (const [index, record] of records.entries()) {
    const raw = flatten(record, index + 1)
    if ('cells' in raw) readable.push({ index, raw })
    else results[index] = resultOf(null, 'refused', [raw])
  }
  for (const lot of lotsWithoutRepeats(kind, readable)) {
    const raws = lot.map(({ raw }) => raw)
    const options = { now: timestamp(clock()), replaces: false }
    const loaded = await exclusively(db, (within) => loadLot(within, kind, raws, options))
    for (const [place, { outcome, faults }] of loaded.entries()) {
      const one = lot[place]
      if (one) results[one.index] = resultOf(one.raw.cells[kind.keyField] || null, outcome, faults)
    }
  }
  return results
}

function resultOf(code: string | null, outcome: Outcome, faults: readonly Unreadable[]): RecordResult {
  const reported = faults.slice(0, MOST_FAULTS)
  return { code, outcome, faults: reported.map(({ field, reason }) => ({ field, message: reason })) }
}

/** Records in lots in which no code occurs twice. */
function lotsWithoutRepeats({ keyField, unique }: Kind, records: readonly Numbered[]): Numbered[][] {
  const lots: Numbered[][] = []
  let lot: Numbered[] = []
  let codes = new Set<string>()
  for (const one of records) {
    const own = [keyField, unique?.field ?? ''].flatMap((field) => {
      const code = one.raw.cells[field]
      return code ? `${field} ${code}` : []
    })
    if (lot.length === LOT || own.some((code) => codes.has(code))) {
      lots.push(lot)
      lot = []
      codes = new Set()
    }
    lot.push(one)
    for (const code of own) codes.add(code)
  }
  if (lot.length > 0) lots.push(lot)
  return lots
}
