import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { keepRefused, type LoadedRecord, noteOutcomes, type RefusedRecord } from '../arrivals/keep.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { originalOf } from './check.ts'
import { IMPORT_KINDS } from './kinds/all-kinds.ts'
import {
  type ImportKind,
  KIND_NAMES,
  type KindName,
  type LotOptions,
  type RecordOutcome,
  type RecordResult,
} from './kinds/kind.ts'
import { loadLot } from './kinds/load-lot.ts'
import type { RawRecord } from './kinds/raw-record.ts'
import { type Fault, type Stage, type Staged, stagedLots } from './stage.ts'

/** Receives the progress of an import. */
export interface Watcher {
  /** A file of another program was recognised. Called before anything is loaded. */
  recognised(file: string, summary: string): void
  /** A step begins; `total` is its size. */
  begin(step: string, total: number): void
  advance(count: number): void
  end(): void
  fault(fault: Fault): void
  /** Reports a field of a loaded record that was not overwritten, or was corrected. */
  note(note: Fault): void
}

/** The sources of files, and the names that staff see, by their paths. */
export type FileSources = ReadonlyMap<string, { source: string; name: string }>

/** Counts of the records of a kind. */
export interface Loaded {
  added: number
  changed: number
  same: number
  /** Some fields differ here, and were kept because staff have acted on the record. */
  kept: number
  /** Those that wait in Arrivals. */
  refused: number
  /** How many of the new records are orders to pack. */
  work: number
}

/** What of the checked records was loaded. */
export interface LoadOutcome {
  loaded: { kind: KindName; loaded: Loaded; seconds: number }[]
  /** The number of faults. */
  faults: number
  /** Whether it was stopped between two lots, and how many records were left. */
  isStopped: boolean
  left: number
}

interface LoadDeps {
  db: Connections
  stage: Stage
  sources: FileSources
  watcher: Pick<Watcher, 'begin' | 'advance' | 'end' | 'fault' | 'note'>
  /** Stops it after the present lot. */
  stop: AbortSignal | undefined
}

/** Loads the records of a stage that are not refused, the referenced kinds first. */
export async function loadStaged(deps: LoadDeps, options: LotOptions): Promise<LoadOutcome> {
  const { stage, watcher, stop } = deps
  const outcome: LoadOutcome = { loaded: [], faults: 0, isStopped: false, left: 0 }
  for (const kind of KIND_NAMES) {
    const { all, refused } = await countOf(stage, kind)
    if (all === 0) continue
    const began = performance.now()
    const loaded: Loaded = { added: 0, changed: 0, same: 0, kept: 0, refused, work: 0 }
    watcher.begin(`Loading ${kind}`, all - refused)
    await loadKind(deps, IMPORT_KINDS[kind], options, { loaded, outcome })
    watcher.end()
    const { added, changed, same, kept } = loaded
    outcome.left += stop?.aborted ? all - added - changed - same - kept - loaded.refused : 0
    outcome.loaded.push({ kind, loaded, seconds: (performance.now() - began) / 1000 })
  }
  outcome.isStopped = outcome.left > 0
  return outcome
}

/** The number of records of a kind, and of the refused ones among them. */
export async function countOf({ db }: Stage, kind: KindName): Promise<{ all: number; refused: number }> {
  const { all, refused } = await db
    .selectFrom('records')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(({ fn }) => fn.count<number>('seq').filterWhere('refused', '>', 0).as('refused'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return { all, refused }
}

/**
 * Pause between two lots, in milliseconds. Other processes poll for the lock of the embedded database, so it must
 * be free for a while; this process can do other work and free memory.
 */
const BREATH_MS = 20

/**
 * Loads the records of a kind, oldest first, so that ids increase with time. Each lot is one transaction of complete
 * records. After an interruption, repeating the import completes it.
 */
async function loadKind(
  deps: LoadDeps,
  kind: ImportKind,
  options: LotOptions,
  { loaded, outcome }: { loaded: Loaded; outcome: LoadOutcome },
): Promise<void> {
  const { db, stage, sources, watcher, stop } = deps
  if (stop?.aborted) return
  for await (const lot of stagedLots(stage, kind)) {
    const results = await exclusively(db.batch, async (within) => {
      const results = await loadLot(
        within,
        kind,
        lot.map(({ raw }) => raw),
        options,
      )
      await noteLot(within, kind, { lot, results, sources }, options.now)
      return results
    })
    for (const [index, { outcome: one, faults, isWork }] of results.entries()) {
      loaded[COUNTED[one]] += 1
      if (one === 'created' && isWork) loaded.work += 1
      const { file = '', raw } = lot[index] ?? {}
      const code = raw?.cells[kind.keyField] ?? null
      for (const fault of faults) {
        watcher[one === 'refused' ? 'fault' : 'note']({ file, ...fault, code })
        if (one === 'refused') outcome.faults += 1
      }
    }
    watcher.advance(lot.length)
    if (stop?.aborted) return
    await pause(BREATH_MS)
  }
}

const COUNTED = {
  created: 'added',
  updated: 'changed',
  unchanged: 'same',
  kept: 'kept',
  refused: 'refused',
} as const satisfies Record<RecordOutcome, keyof Loaded>

interface LoadedLot {
  lot: readonly Staged[]
  results: readonly RecordResult[]
  sources: FileSources
}

/** Ends what waited in Arrivals for the loaded records, and keeps those that the database has refused since the check. */
async function noteLot(
  within: Transaction<Database>,
  kind: ImportKind,
  { lot, results, sources }: LoadedLot,
  now: string,
): Promise<void> {
  const refused: RefusedRecord[] = []
  const loaded: LoadedRecord[] = []
  for (const [index, { file, raw, original }] of lot.entries()) {
    const { outcome, faults = [] } = results[index] ?? {}
    const { source, name: origin } = sourceIn(sources, file)
    const code = raw.cells[kind.keyField] ?? ''
    if (outcome === 'refused') {
      const came = original === '' ? originalOf(raw) : original
      refused.push({ source, kind: kind.name, code, origin, line: raw.line, original: came, raw, faults })
    } else loaded.push({ source, code })
  }
  await noteOutcomes(within, kind.name, { loaded, refused }, now)
}

function sourceIn(sources: FileSources, file: string) {
  return sources.get(file) ?? { source: '', name: basename(file) }
}

/** Refused records that are kept in one transaction. */
const REFUSED_LOT = 200

/** Keeps the refused records of a stage in Arrivals. */
export async function keepFaulty(
  db: Connections,
  stage: Stage,
  sources: FileSources,
  now: string,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await stage.db
      .selectFrom('records')
      .select(['seq', 'kind', 'key', 'file', 'line', 'body', 'original'])
      .where('refused', '>', 0)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(REFUSED_LOT)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.seq
    const seqs = rows.map(({ seq }) => seq)
    const faults = await stage.db
      .selectFrom('faults')
      .select(['record', 'own as field', 'reason'])
      .where('record', 'in', seqs)
      .execute()
    const refused = rows.map(({ seq, kind, key, file, line, body, original }): RefusedRecord => {
      const raw: RawRecord | null = body === null ? null : JSON.parse(body)
      const came = original === '' && raw ? originalOf(raw) : original
      const own = faults.filter(({ record }) => record === seq)
      const { source, name: origin } = sourceIn(sources, file)
      return {
        ...{ source, kind, code: key, origin, line },
        ...{ original: came, raw, faults: own.map(({ field, reason }) => ({ field, reason })) },
      }
    })
    await exclusively(db.batch, (within) => keepRefused(within, refused, now))
  }
}
