import { setImmediate as giveWay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { codeOf, keepRefused, settleArrived, withCorrections } from '../arrivals/keep.ts'
import { noteSourceHeard } from '../arrivals/sources.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { type ImportKind, MOST_FAULTS, type RecordOutcome, type RecordResult } from '../import/kinds/kind.ts'
import { loadLot } from '../import/kinds/load-lot.ts'
import { type CodePrefixes, withCodePrefix } from '../import/kinds/orders.ts'
import { flatten, type Raw, type Unreadable, unreadable } from '../import/kinds/raw-record.ts'
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

/** Milliseconds after which a lot that is still being loaded hangs: longer than its time limits allow. */
const HUNG_AFTER_MS = 60_000

/** The lots that are being loaded. */
export class IntakeWatch {
  /** When each began, the oldest first. */
  readonly #begun = new Set<{ at: number }>()

  async loading<T>(work: () => Promise<T>): Promise<T> {
    const begun = { at: performance.now() }
    this.#begun.add(begun)
    try {
      return await work()
    } finally {
      this.#begun.delete(begun)
    }
  }

  /** Why records of other systems are not loaded, as a sentence; null if they are. */
  trouble(): string | null {
    const [oldest] = this.#begun
    if (oldest === undefined || performance.now() - oldest.at < HUNG_AFTER_MS) return null
    return `Records of another system have waited for the database for more than ${HUNG_AFTER_MS / 1000} s.`
  }
}

interface Numbered {
  index: number
  /** As it was sent. */
  text: string
  raw: Raw
}

/**
 * Loads records of another system. Those without a fault are loaded, some hundreds per transaction. If a code is
 * repeated, the last record wins. Other requests get their turn between transactions.
 * @param source the name of the other system, whose orders may have a prefix
 * @returns a result for each record, in their order, with the code that was sent
 */
export async function takeIn(
  {
    db,
    clock,
    prefixes,
    watch,
  }: { db: Connections; clock: Clock; prefixes: CodePrefixes; watch: IntakeWatch },
  kind: ImportKind,
  records: readonly RecordText[],
  source: string,
): Promise<ReportedRecord[]> {
  const results: ReportedRecord[] = []
  for (const lot of lotsWithoutRepeats(kind, records)) {
    // Also for a lot without a readable record, so that other requests get their turn.
    await giveWay()
    const from = { kind, source, prefixes, now: timestamp(clock()) }
    const loaded = await watch.loading(() => exclusively(db.batch, (within) => loadFrom(within, from, lot)))
    for (const { index, raw, result } of loaded) {
      const code = 'cells' in raw ? raw.cells[kind.keyField] || null : null
      results[index] = resultOf(code, result.outcome, result.faults)
    }
  }
  return results
}

interface LotSource {
  kind: ImportKind
  source: string
  prefixes: CodePrefixes
  now: string
}

/** Loads a lot. What is refused also waits for staff, and what is right ends what waited of it (ARR-2). */
async function loadFrom(
  within: Transaction<Database>,
  { kind, source, prefixes, now }: LotSource,
  lot: readonly Numbered[],
): Promise<(Numbered & { result: RecordResult })[]> {
  const readable = lot.flatMap((one) => {
    if (!('cells' in one.raw)) return []
    const came = kind.name === 'orders' ? withCodePrefix(one.raw, source, prefixes) : one.raw
    return { one, came }
  })
  const corrected = await withCorrections(
    within,
    source,
    readable.map(({ came }) => ({ kind: kind.name, raw: came })),
  )
  const loaded =
    corrected.length === 0 ? [] : await loadLot(within, kind, corrected, { now, replaces: false })
  const outcomes = new Map(
    readable.map(({ one, came }, place) => [one, { came, result: loaded[place] ?? refusedBy([]) }]),
  )
  const all = lot.map((one) => {
    const unread = { came: null, result: refusedBy('cells' in one.raw ? [] : [one.raw]) }
    return { ...one, ...(outcomes.get(one) ?? unread) }
  })
  const refused = all.filter(({ result }) => result.outcome === 'refused')
  await keepRefused(
    within,
    refused.map(({ index, text, came, result }) => ({
      ...{ source, kind: kind.name, origin: 'API', line: index + 1, original: text },
      code: came && codeOf(kind.name, came),
      raw: came,
      faults: result.faults,
    })),
    now,
  )
  const right = all.filter(({ result }) => result.outcome !== 'refused')
  const codes = right.flatMap(({ came }) => (came && codeOf(kind.name, came)) ?? [])
  await settleArrived(within, source, kind.name, codes, now)
  await noteSourceHeard(within, source, now)
  return all
}

function refusedBy(faults: Unreadable[]): RecordResult {
  return { outcome: 'refused', faults, isWork: false }
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
    lot.push({ index, text, raw })
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
