import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join, parse, resolve } from 'node:path'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { keepRefusedFile, type RefusedFile } from '../arrivals/keep.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import { holdLease, releaseLease } from '../db/lease.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { kindOfFile } from '../import/files.ts'
import { KIND_NAMES } from '../import/kinds/kind.ts'
import { log } from '../platform/log.ts'
import { backOff, repeat, type Stoppable } from '../platform/repeat.ts'
import { ConfigError } from '../platform/settings.ts'
import type { ProcessResult } from './import-process.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** After this time another process takes over from one that has died. */
const LEASE_MS = MINUTE
/** Imports that end without a result before a file is refused, and the time between them. */
const MOST_FAILURES = 3
const RETRY_MS = 30 * SECOND
/** Longest time between polls of a folder that cannot be read. */
const LONGEST_WAIT_MS = MINUTE

const DONE = 'done'
const REFUSED = 'refused'

interface FolderWatchDeps {
  db: Connections
  clock: Clock
  folder: string
  load(file: string, signal: AbortSignal): Promise<ProcessResult>
  /**
   * In milliseconds: `look` is the time between polls, `settled` the time without a change after which a file is
   * complete.
   */
  pace?: { look: number; settled: number }
}

/**
 * Creates the folders for files that are being imported, loaded and refused.
 * @returns the absolute path of the folder
 * @throws {ConfigError} if the folder cannot be used
 */
export async function prepareFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    for (const name of [LOADING, DONE, REFUSED]) await mkdir(join(folder, name), { recursive: true })
    return folder
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`WATCH_DIR ${folder} cannot be used: ${reason}.`)
  }
}

/**
 * Loads the files that appear in a folder. Each is moved to `loading` before it is imported, so that another file
 * written under its name is imported as well, and then to `done` or `refused`. Every process runs one watch. Stopping interrupts a running import; the next start completes it.
 */
export function watchFolder({
  pace = { look: SECOND, settled: 5 * SECOND },
  ...deps
}: FolderWatchDeps): Stoppable {
  const files = settledFiles(deps.folder, pace.settled)
  const loader = { ...deps, files, holder: randomUUID(), failures: new Map<string, number>() }
  let failures = 0
  return repeat(async (stopping) => {
    try {
      const names = await files.list()
      if (names.length > 0) await loadAlone(loader, stopping)
      failures = 0
    } catch (error) {
      if (failures === 0) log.error({ err: error }, 'Files of WATCH_DIR could not be loaded')
      failures += 1
    }
    return backOff(failures, pace.look, LONGEST_WAIT_MS)
  })
}

interface Loader extends Omit<FolderWatchDeps, 'pace'> {
  files: SettledFiles
  holder: string
  failures: Map<string, number>
}

/** Loads files while no other process does. If another one has taken over, the running import is stopped. */
async function loadAlone(loader: Loader, stopping: AbortSignal): Promise<void> {
  const { db, clock, holder } = loader
  const lease = { name: 'watch-folder', holder, length: LEASE_MS }
  if (!(await holdLease(db, lease, clock()))) return
  const lost = new AbortController()
  const renewal = setInterval(() => {
    holdLease(db, lease, clock()).then(
      (isHeld) => isHeld || lost.abort(),
      () => lost.abort(),
    )
  }, LEASE_MS / 3)
  try {
    const signal = AbortSignal.any([stopping, lost.signal])
    while (!signal.aborted) {
      // Listed again after each import, because another file may have changed in the meantime.
      const [next] = await loader.files.list()
      if (next === undefined) return
      await loadFile(loader, next, signal)
    }
  } finally {
    clearInterval(renewal)
    await releaseLease(db, lease)
  }
}

async function loadFile(loader: Loader, listed: string, signal: AbortSignal): Promise<void> {
  const { folder, load, files, failures } = loader
  const file = await take(folder, listed)
  const name = basename(file)
  const before = await stat(file)
  const { outcome, summary, list } = await load(file, signal)
  if (signal.aborted) return
  const after = await stat(file)
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    // A program that still has the file open: it is imported again once it has not changed for a time.
    log.warn({ file: name }, 'A file was changed while it was imported')
    return
  }
  if (outcome === 'failed') {
    const count = (failures.get(name) ?? 0) + 1
    failures.set(name, count)
    log.error({ file: name, attempt: count, reason: list }, 'A file could not be loaded')
    if (count < MOST_FAILURES) return files.postpone(join(LOADING, name), RETRY_MS)
  }
  failures.delete(name)
  if (outcome === 'loaded') {
    await moveTo(folder, DONE, file, list)
    log.info({ file: name, summary }, 'A file was loaded')
  } else {
    const faults =
      outcome === 'failed'
        ? `${name}: could not be loaded, the log of the server has the reason\n`
        : list + summary
    await keepInArrivals(loader, { file: name, reason: summary.trim() || faults.trim(), list: faults })
    await moveTo(folder, REFUSED, file, faults)
    log.warn({ file: name, summary }, 'A file was refused')
  }
}

/** The name of the folder in Arrivals. */
const SOURCE = 'Watched folder'

/** Shows a refused file to staff, who may not see the folder. */
async function keepInArrivals(
  { db, clock, folder }: Loader,
  { file, reason, list }: Omit<RefusedFile, 'source'>,
): Promise<void> {
  const refused = { source: SOURCE, file, reason, list: list.replaceAll(join(folder, LOADING, file), file) }
  await exclusively(db.batch, (within) => keepRefusedFile(within, refused, timestamp(clock())))
}

/**
 * Moves a listed file to `loading`, unless an interrupted import has left it there.
 * @returns its absolute path
 */
async function take(folder: string, listed: string): Promise<string> {
  const source = join(folder, listed)
  const name = basename(listed)
  if (listed !== name) return source
  const target = await freeName(join(folder, LOADING), name)
  await rename(source, target)
  return target
}

/** Moves a file, and writes its list of faults next to it. */
async function moveTo(folder: string, place: string, source: string, list: string): Promise<void> {
  const name = basename(source)
  const target = await freeName(join(folder, place), name)
  // First, so that a refused file always has its list.
  if (list !== '') await writeFile(`${target}.faults.txt`, list.replaceAll(source, name))
  await rename(source, target)
}

/** 'orders.csv', or 'orders-2.csv' if there is one already. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${stem}-${count}${ext}`)
    if (!(await exists(path))) return path
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Names that programs give to files they are still writing, and hidden files. */
const TEMPORARY = /^[.~]|\.(part|partial|filepart|crdownload|tmp|temp|swp)$/i

interface Seen {
  size: number
  modifiedMs: number
  /** When it was first seen with this size and time. */
  since: number
}

/** The folder within a watched folder that contains the files being imported. */
export const LOADING = 'loading'

/** The files of a folder and of `loading` in it that are completely written. */
export interface SettledFiles {
  /**
   * Their paths within the folder, in loading order: by kind, then as they were written, so that no older file is loaded
   * over a newer one. A file waits for those before it.
   */
  list(): Promise<string[]>
  /** Does not list the file again for this time, in milliseconds. */
  postpone(name: string, time: number): void
}

/**
 * Watches the files of a folder for changes between two lists.
 * @param settledMs milliseconds without a change
 * @param elapsed a monotonic clock in milliseconds
 */
export function settledFiles(
  folder: string,
  settledMs: number,
  elapsed: Clock = () => performance.now(),
): SettledFiles {
  const seen = new Map<string, Seen>()
  const isSettled = (name: string) => elapsed() - (seen.get(name)?.since ?? elapsed()) >= settledMs
  return {
    async list() {
      const names = await filesIn(folder)
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
      for (const name of names) {
        const about = await stat(join(folder, name)).catch(() => null)
        if (about === null) continue
        const { size, mtimeMs: modifiedMs } = about
        const before = seen.get(name)
        if (before?.size === size && before.modifiedMs === modifiedMs) continue
        seen.set(name, { size, modifiedMs, since: elapsed() })
      }
      const written = (name: string) => (isTaken(name) ? 0 : (seen.get(name)?.modifiedMs ?? 0))
      const inOrder = names.sort((one, other) => rank(one) - rank(other) || written(one) - written(other))
      const waiting = inOrder.findIndex((name) => !isSettled(name))
      return waiting < 0 ? inOrder : inOrder.slice(0, waiting)
    },
    postpone(name, time) {
      const file = seen.get(name)
      if (file) file.since = elapsed() + time - settledMs
    },
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const taken = await namesIn(join(folder, LOADING))
  return [...taken.map((name) => join(LOADING, name)), ...(await namesIn(folder))]
}

/** Whether a file is being imported, or its import was interrupted. */
function isTaken(name: string): boolean {
  return basename(name) !== name
}

/** Links are left out, because they may lead out of the folder. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !TEMPORARY.test(entry.name))
  return files.map(({ name }) => name).sort()
}

function rank(name: string): number {
  const kind = kindOfFile(name)
  return kind === null ? KIND_NAMES.length : KIND_NAMES.indexOf(kind)
}
