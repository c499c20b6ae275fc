import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { checkFiles } from './check.ts'
import { findFiles } from './files.ts'
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
import { type CodePrefixes, withCodePrefix } from './kinds/orders.ts'
import type { RawRecord } from './kinds/raw-record.ts'
import { type Fault, openStage, type Stage, type Staged, stagedLots } from './stage.ts'

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

/** The result of an import: counts of loaded records by kind, or the number of faults that prevented it. */
export interface FilesOutcome {
  faults: number
  loaded: { kind: KindName; loaded: Loaded; seconds: number }[]
}

interface ImportOptions {
  replaces?: boolean
  source?: string | null
  prefixes?: CodePrefixes
  pickupLocations?: readonly string[]
}

const NO_PREFIXES: CodePrefixes = new Map()

/** Number of faults read at a time. */
const LOT = 1000

/**
 * Imports files. All files are checked first. If there is any fault, all faults are reported and nothing is loaded.
 * @param paths files and folders of files
 * @param replaces whether a missing cell empties its field, as a blank cell does
 * @param source the name of the source; default: the program that exported a file
 * @param prefixes of the codes of its orders
 * @param pickupLocations where customers collect orders, as shops name these places
 */
export async function importFiles(
  { db, clock }: { db: Connections; clock: Clock },
  paths: readonly string[],
  watcher: Watcher,
  { replaces = false, source = null, prefixes = NO_PREFIXES, pickupLocations = [] }: ImportOptions = {},
): Promise<FilesOutcome> {
  const { files, faults } = await findFiles(paths, { pickupLocations })
  const stage = await openStage()
  try {
    for (const fault of faults) stage.addFault(fault)
    for (const { path, origin } of files) if (origin) watcher.recognised(path, origin.summary)
    watcher.begin(
      'Checking',
      files.reduce((sum, { size }) => sum + size, 0),
    )
    const prefixed = (raw: RawRecord, program: string) => withCodePrefix(raw, source ?? program, prefixes)
    await checkFiles(db.reads.record, stage, files, { replaces, prefixed }, (bytes) => watcher.advance(bytes))
    watcher.end()
    const count = await report(stage, 'faults', watcher.fault)
    if (count > 0) return { faults: count, loaded: [] }
    await report(stage, 'notes', watcher.note)
    const options = { now: timestamp(clock()), replaces }
    return { faults: 0, loaded: await loadAll(db, stage, watcher, options) }
  } finally {
    await stage.close()
  }
}

async function loadAll(
  db: Connections,
  stage: Stage,
  watcher: Watcher,
  options: LotOptions,
): Promise<FilesOutcome['loaded']> {
  const all: FilesOutcome['loaded'] = []
  for (const kind of KIND_NAMES) {
    const { count } = await stage.db
      .selectFrom('records')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (count === 0) continue
    const began = performance.now()
    watcher.begin(`Loading ${kind}`, count)
    const loaded = await loadKind(db, stage, IMPORT_KINDS[kind], options, watcher)
    watcher.end()
    all.push({ kind, loaded, seconds: (performance.now() - began) / 1000 })
  }
  return all
}

/** Reports all faults, or all notes, by file and line. */
async function report({ db }: Stage, table: 'faults' | 'notes', tell: (one: Fault) => void): Promise<number> {
  for (let reported = 0; ; ) {
    const found = await db
      .selectFrom(table)
      .select(['file', 'line', 'field', 'reason'])
      .orderBy('file')
      .orderBy('line')
      .orderBy('field')
      .orderBy('reason')
      .limit(LOT)
      .offset(reported)
      .execute()
    for (const one of found) tell(one)
    reported += found.length
    if (found.length < LOT) return reported
  }
}

/**
 * Pause between two lots, in milliseconds. Other processes poll for the lock of the embedded database, so it must
 * be free for a while; this process can do other work and free memory.
 */
const BREATH_MS = 20

/** Counts of the records of a kind. */
interface Loaded {
  added: number
  changed: number
  same: number
  /** Some fields differ here, and were kept because staff have acted on the record. */
  kept: number
}

/** Receives what happens while records are loaded. */
interface LoadWatcher {
  /** The number of records loaded since the last call. */
  advance(count: number): void
  /** Reports a field that was not overwritten, or was corrected. */
  note(note: Fault): void
}

/**
 * Loads the records of a kind, oldest first, so that ids increase with time. Each lot is one transaction of complete
 * records. After an interruption, repeating the import completes it.
 * @throws if a record has become faulty since it was checked
 */
async function loadKind(
  db: Connections,
  stage: Stage,
  kind: ImportKind,
  options: LotOptions,
  watcher: LoadWatcher,
): Promise<Loaded> {
  const sum: Loaded = { added: 0, changed: 0, same: 0, kept: 0 }
  for await (const lot of stagedLots(stage, kind)) {
    const results = await exclusively(db.patient, async (within) => {
      const raws = lot.map(({ raw }) => raw)
      const results = await loadLot(within, kind, raws, options)
      refuseFaulty(lot, results)
      return results
    })
    for (const [index, { outcome, faults }] of results.entries()) {
      if (outcome !== 'refused') sum[COUNTED[outcome]] += 1
      const file = lot[index]?.file ?? ''
      for (const fault of faults) watcher.note({ file, ...fault })
    }
    watcher.advance(lot.length)
    await pause(BREATH_MS)
  }
  return sum
}

const COUNTED = {
  created: 'added',
  updated: 'changed',
  unchanged: 'same',
  kept: 'kept',
} as const satisfies Record<Exclude<RecordOutcome, 'refused'>, keyof Loaded>

function refuseFaulty(lot: readonly Staged[], results: readonly RecordResult[]): void {
  const at = results.findIndex(({ outcome }) => outcome === 'refused')
  const fault = results[at]?.faults[0]
  if (!fault) return
  throw new Error(
    `${lot[at]?.file}:${fault.line}: ${fault.field} ${fault.reason}. The database has changed since the files were checked: run the import again.`,
  )
}
