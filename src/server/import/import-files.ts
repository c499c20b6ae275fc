import { basename } from 'node:path'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { noteSourceHeard } from '../arrivals/sources.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { checkFiles, sourceName } from './check.ts'
import type { ImportRefusal } from './cross-check.ts'
import { findFiles, type SourceFile } from './files.ts'
import type { CodePrefixes } from './kinds/orders.ts'
import { type FileSources, keepFaulty, type LoadOutcome, loadStaged, type Watcher } from './load-staged.ts'
import { type Fault, openStage, type Stage } from './stage.ts'

/** The result of an import. */
export interface FilesOutcome extends LoadOutcome {
  /** Why nothing was loaded; null if what is right was. */
  refusal: ImportRefusal | null
}

export interface FilesOptions {
  /** Whether a missing cell empties its field, as a blank cell does. */
  replaces?: boolean
  /** The name of the source; default: the program that exported a file. */
  source?: string | null
  /** The name of the file for staff, if it has another one here. */
  name?: string | null
  /** The prefixes of the order codes of sources. */
  prefixes?: CodePrefixes
  /** Where customers collect orders, as shops name these places. */
  pickupLocations?: readonly string[]
  /** Loads nothing if there is any fault. */
  isStrict?: boolean
  /** Loads what is right although most of a file is refused. */
  anyway?: boolean
  /** Orders from before this time are taken in as finished. Formatted by `db/times.ts`. */
  finishedBefore?: string | null
  /** The import in the console that lists its new and changed orders. */
  importId?: number | null
  /** Stops the import after the present lot. */
  stop?: AbortSignal
}

const NO_PREFIXES: CodePrefixes = new Map()

/** Number of faults read at a time. */
const LOT = 1000

/**
 * Imports files. All files are checked first. Records without faults are loaded, and the others wait in Arrivals, unless
 * so many are refused that the file is probably not what it seems.
 * @param paths files and folders of files
 */
export async function importFiles(
  { db, clock }: { db: Connections; clock: Clock },
  paths: readonly string[],
  watcher: Watcher,
  options: FilesOptions = {},
): Promise<FilesOutcome> {
  const stage = await openStage()
  try {
    const { refusal, sources } = await checkInto(stage, db, paths, watcher, options)
    const faults = await report(stage, 'faults', watcher.fault)
    const none = { faults, refusal, loaded: [], isStopped: false, left: 0 }
    if (refusal || options.stop?.aborted) return { ...none, isStopped: refusal === null }
    await report(stage, 'notes', watcher.note)
    const { replaces = false, finishedBefore = null, importId = null, stop } = options
    const now = timestamp(clock())
    await keepFaulty(db, stage, sources, now)
    const loaded = await loadStaged(
      { db, stage, sources, watcher, stop },
      {
        ...{ now, replaces, finishedBefore, importId },
      },
    )
    await exclusively(db.batch, async (within) => {
      const heard = new Set([...sources.values()].map(({ source }) => source))
      for (const source of heard) await noteSourceHeard(within, source, now)
    })
    return { ...none, ...loaded, faults: faults + loaded.faults }
  } finally {
    await stage.close()
  }
}

/**
 * Reads the files into a stage and checks them.
 * @returns why nothing of them may be loaded; null if something may
 */
export async function checkInto(
  stage: Stage,
  db: Connections,
  paths: readonly string[],
  watcher: Pick<Watcher, 'recognised' | 'begin' | 'advance' | 'end'>,
  options: FilesOptions,
): Promise<{ files: SourceFile[]; sources: FileSources; refusal: ImportRefusal | null }> {
  const {
    replaces = false,
    source = null,
    prefixes = NO_PREFIXES,
    isStrict = false,
    anyway = false,
  } = options
  const { files, faults } = await findFiles(paths, { pickupLocations: options.pickupLocations ?? [] })
  for (const fault of faults) stage.addFault(fault)
  for (const { path, origin, list } of files) {
    const summary = origin?.summary ?? list?.list.summary
    if (summary !== undefined) watcher.recognised(path, summary)
  }
  const size = files.reduce((sum, file) => sum + file.size, 0)
  watcher.begin('Checking', size)
  const checked = { replaces, source, prefixes, isStrict, anyway, stop: options.stop }
  const refusal = await checkFiles(db, stage, files, checked, (bytes) => watcher.advance(bytes))
  watcher.end()
  const nameOf = ({ path }: SourceFile) => options.name ?? basename(path)
  const sources = new Map(
    files.map((file) => [file.path, { source: sourceName(file, source), name: nameOf(file) }]),
  )
  return { files, sources, refusal: refusal ?? (await fileRefusal(stage)) }
}

/** The fault of a file without which nothing is left to load. */
async function fileRefusal({ db }: Stage): Promise<ImportRefusal | null> {
  const record = await db.selectFrom('records').select('seq').executeTakeFirst()
  const fault = await db
    .selectFrom('faults')
    .select(['file', 'field', 'reason'])
    .where('record', 'is', null)
    .orderBy('file')
    .orderBy('line')
    .executeTakeFirst()
  if (record || !fault) return null
  const reason = [fault.field, fault.reason].filter(Boolean).join(': ')
  return { file: fault.file, reason, canOverride: false }
}

/** Reports all faults, or all notes, by file and line. @returns their number */
export async function report(
  { db }: Stage,
  table: 'faults' | 'notes',
  tell: (one: Fault) => void,
): Promise<number> {
  for (let reported = 0; ; ) {
    const found = await READ[table](db, reported)
    for (const one of found) tell(one)
    reported += found.length
    if (found.length < LOT) return reported
  }
}

/** The faults or notes from a place on, by file and line. */
const READ = {
  notes: (db: Stage['db'], offset: number): Promise<Fault[]> =>
    db
      .selectFrom('notes')
      .select(['file', 'line', 'field', 'reason', 'code'])
      .orderBy('file')
      .orderBy('line')
      .orderBy('field')
      .orderBy('reason')
      .limit(LOT)
      .offset(offset)
      .execute(),
  faults: (db: Stage['db'], offset: number): Promise<Fault[]> =>
    db
      .selectFrom('faults')
      .leftJoin('records', 'records.seq', 'faults.record')
      .select(['faults.file', 'faults.line', 'faults.field', 'faults.reason', 'records.key as code'])
      .orderBy('faults.file')
      .orderBy('faults.line')
      .orderBy('faults.field')
      .orderBy('faults.reason')
      .limit(LOT)
      .offset(offset)
      .execute(),
}
