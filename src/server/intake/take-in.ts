import { setImmediate as giveWay } from 'node:timers/promises'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { type ImportKind, MOST_FAULTS, type RecordOutcome } from '../import/kinds/kind.ts'
import { loadLot } from '../import/kinds/load-lot.ts'
import { type CodePrefixes, withCodePrefix } from '../import/kinds/orders.ts'
import { flatten, type Raw, type RawRecord, type Unreadable, unreadable } from '../import/kinds/raw-record.ts'
import type { RecordText } from './read-records.ts'

/** Records per transaction, few enough that the console's writes get their turn. */
const LOT = 200

/** Characters of a lot, because its records are in memory as objects, and one of them may be large. */
const LARGEST_LOT = 250_000

/** The outcome for one record, as sent to the other system. */
export interface ReportedRecord {
  /** Null if the record has none. */
  code: string | null
  outcome: RecordOutcome
  faults: { field: string; message: string }[]
}

interface Numbered {
  index: number
  raw: Raw
}

/**
 * Loads records of another system. Those without a fault are loaded, some hundreds per transaction. If a code is
 * repeated, the last record wins. Other requests get their turn between transactions.
 * @param source the name of the other system, whose orders may have a prefix
 * @returns a result for each record, in their order, with the code that was sent
 */
export async function takeIn(
  { db, clock, prefixes }: { db: Connections; clock: Clock; prefixes: CodePrefixes },
  kind: ImportKind,
  records: readonly RecordText[],
  source: string,
): Promise<ReportedRecord[]> {
  const results: ReportedRecord[] = []
  for (const lot of lotsWithoutRepeats(kind, records)) {
    const readable: { index: number; raw: RawRecord }[] = []
    for (const { index, raw } of lot) {
      if ('cells' in raw) readable.push({ index, raw })
      else results[index] = resultOf(null, 'refused', [raw])
    }
    // Also for a lot without a readable record, so that other requests get their turn.
    await giveWay()
    if (readable.length === 0) continue
    const raws = readable.map(({ raw }) =>
      kind.name === 'orders' ? withCodePrefix(raw, source, prefixes) : raw,
    )
    const options = { now: timestamp(clock()), replaces: false }
    const loaded = await exclusively(db.patient, (within) => loadLot(within, kind, raws, options))
    for (const [place, { outcome, faults }] of loaded.entries()) {
      const one = readable[place]
      if (one) results[one.index] = resultOf(one.raw.cells[kind.keyField] || null, outcome, faults)
    }
  }
  return results
}

function resultOf(
  code: string | null,
  outcome: RecordOutcome,
  faults: readonly Unreadable[],
): ReportedRecord {
  const reported = faults.slice(0, MOST_FAULTS)
  return { code, outcome, faults: reported.map(({ field, reason }) => ({ field, message: reason })) }
}

/** Records in lots in which no code occurs twice. The records of a lot are parsed when it is needed. */
function* lotsWithoutRepeats(kind: ImportKind, records: readonly RecordText[]): Generator<Numbered[]> {
  let lot: Numbered[] = []
  let codes = new Set<string>()
  let size = 0
  for (const [index, { text, fault }] of records.entries()) {
    const raw = fault === null ? flatten(JSON.parse(text), index + 1) : unreadable(index + 1, fault)
    const own = codesOf(kind, raw)
    if (lot.length === LOT || size >= LARGEST_LOT || own.some((code) => codes.has(code))) {
      yield lot
      lot = []
      codes = new Set()
      size = 0
    }
    lot.push({ index, raw })
    size += text.length
    for (const code of own) codes.add(code)
  }
  if (lot.length > 0) yield lot
}

function codesOf({ keyField, unique }: ImportKind, raw: Raw): string[] {
  if (!('cells' in raw)) return []
  return [keyField, unique?.field ?? ''].flatMap((field) => {
    const code = raw.cells[field]
    return code ? `${field} ${code}` : []
  })
}
