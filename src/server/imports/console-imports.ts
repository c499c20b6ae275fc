import { randomUUID } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import {
  ImportOptions,
  ImportPreview,
  type ImportProgress,
  type ImportResult,
} from '../../contract/imports.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { noteChanges } from '../changes/note-changes.ts'
import { exclusively } from '../db/dialect/dialect.ts'
import type { ImportRow } from '../db/intake-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal, RetryLater } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { log } from '../platform/log.ts'
import { repeat, type Stoppable } from '../platform/repeat.ts'
import {
  beat,
  endRun,
  giveUpImport,
  importWithId,
  insertImport,
  isSilent,
  lastImportOf,
  oldImports,
  previewedImportsOf,
  removeImport,
  runningImport,
  updateImport,
} from './store.ts'
import { deleteOldFiles, receiveFile, shownName } from './uploaded-file.ts'

const SECOND = 1000
const HOUR = 60 * 60 * SECOND
const DAY = 24 * HOUR

/** After this time without a report, the process that ran an import is taken to have ended. */
const SILENT_MS = 30 * SECOND
/** How long an import is listed with its orders. */
const LISTED_MS = 90 * DAY
/** Files that are received at once, so that their senders do not occupy the server. */
const MOST_RECEIVED = 4
const RETRY_AFTER_S = 10

/** What a run of the import process is given. */
export interface ImportRun {
  /** The name of the user's file. */
  name: string
  options: ImportOptions
  /** Stops it after its present lot. */
  stopping: AbortSignal
  /** Ends it at once. */
  signal: AbortSignal
  onProgress(progress: ImportProgress): void
}

/** Reads and loads files in a process of their own. Rejects if that ends without a result. */
export interface ImportRunner {
  preview(file: string, run: ImportRun): Promise<ImportPreview>
  load(file: string, run: ImportRun & { importId: number }): Promise<ImportResult>
}

interface ConsoleImportsDeps {
  db: Connections
  clock: Clock
  /** For files that wait and are loaded. */
  folder: string
  limitMb: number
  runner: ImportRunner
  /** Whether no other process uses the database, so that an import which runs when this one starts is over. */
  isAlone: boolean
  /** Milliseconds between reports of a running import. */
  pace?: number
}

/** How a run ends: with a preview, a result or a failure. */
type ImportEnd = Parameters<typeof endRun>[2]

interface Run {
  /** Which run of its import it is, from 1. */
  number: number
  progress: ImportProgress | null
  stopping: AbortController
  ending: AbortController
  /** Resolves when its outcome is stored. */
  ended: Promise<void>
}

const OVER = 'This import is over.'
const SERVER_ENDED = {
  reading: 'The server was stopped while it read the file. Drop it again.',
  loading:
    'The server was stopped while it loaded the file. What was loaded stays. Drop the file again for the rest: what is here already is recognised.',
}
const PROCESS_ENDED = {
  reading: 'The file could not be read. The log of the server has the reason.',
  loading:
    'The import broke off. What was loaded stays. Drop the file again for the rest: what is here already is recognised. The log of the server has the reason.',
}

/**
 * The imports of the console. At most one of them is read or loaded at a time, by the process that has its file. What
 * staff want is written into its row, so that any process can be asked.
 */
export class ConsoleImports implements Stoppable {
  readonly #deps: ConsoleImportsDeps
  readonly #holder = randomUUID()
  /** The newest run here of each import. One that has ended stays for a time, so that it is not started again. */
  readonly #runs = new Map<number, Run>()
  readonly #looking: Stoppable
  readonly #stopping = new AbortController()
  #received = 0
  #hasLooked = false
  #cleanedAt = Number.NEGATIVE_INFINITY

  constructor(deps: ConsoleImportsDeps) {
    this.#deps = deps
    this.#looking = repeat(async () => {
      const { pace = SECOND } = deps
      const isIdle = await this.#look().catch((error: unknown) => {
        log.error({ err: error }, 'Imports could not be looked after')
        return false
      })
      return isIdle ? 2 * pace : pace
    })
  }

  /** The import that runs now, and the last one of a user. */
  async current(staffId: string): Promise<{ running: ImportRow | null; own: ImportRow | null }> {
    const { db, clock } = this.#deps
    const [running, own] = await Promise.all([
      runningImport(db),
      lastImportOf(db, staffId, timestamp(clock() - DAY)),
    ])
    return { running: running ?? null, own: own ?? null }
  }

  /**
   * Receives a file and begins to read it. It replaces the user's file that waits for an answer.
   * @throws Refusal 409 while another import runs
   */
  async receive(staff: Staff, name: string, body: ReadableStream<Uint8Array> | null): Promise<ImportRow> {
    const { db, clock, folder, limitMb } = this.#deps
    refuseSecond(await this.#endSilent())
    if (this.#received >= MOST_RECEIVED) {
      throw new RetryLater(429, 'Other files are being received. Try again in a moment.', RETRY_AFTER_S)
    }
    this.#received += 1
    const uploaded = await receiveFile(body, { folder, name, limitMb }).finally(() => {
      this.#received -= 1
    })
    try {
      const values = { ...newImport(staff, shownName(name), clock()), ...uploaded, holder: this.#holder }
      const { row, replaced } = await exclusively(db, async (within) => {
        refuseSecond(await runningImport(within))
        const replaced = await previewedImportsOf(within, staff.id)
        for (const { id } of replaced) await giveUpImport(within, id)
        const id = await insertImport(within, values)
        await announce(within, id)
        return { row: { ...values, id }, replaced }
      })
      for (const old of replaced) await rm(this.#fileOf(old), { force: true })
      this.#start(row)
      return row
    } catch (error) {
      await rm(this.#fileOf(uploaded), { force: true })
      throw error
    }
  }

  /** Reads the file again with other options. */
  async preview(staffId: string, id: number, options: ImportOptions): Promise<void> {
    await this.#begin(staffId, id, { state: 'reading', options: JSON.stringify(options) })
  }

  /**
   * Loads the file as it was previewed.
   * @throws Refusal 409 if the preview was made with other options, or says that nothing would be loaded
   */
  async take(staffId: string, id: number, options: ImportOptions): Promise<void> {
    await this.#begin(staffId, id, { state: 'loading', options: JSON.stringify(options) }, (row) =>
      refuseUnseen(row, options),
    )
  }

  /** Stops the import that loads, whoever began it, after its present lot. */
  async stopLoading(id: number): Promise<void> {
    await exclusively(this.#deps.db, async (within) => {
      const row = await importWithId(within, id)
      if (row?.state !== 'loading') throw new Refusal(409, 'This import does not load anything now.')
      await updateImport(within, id, { is_stopping: 1 })
      await announce(within, id)
    })
    this.#runs.get(id)?.stopping.abort()
  }

  /** Gives up an import that has loaded nothing. */
  async discard(staffId: string, id: number): Promise<void> {
    const file = await exclusively(this.#deps.db, async (within) => {
      const row = await importWithId(within, id)
      if (row === undefined || row.staff_id !== staffId) throw new Refusal(404, OVER)
      if (row.state === 'loading') throw new Refusal(409, 'This import loads already. Stop it instead.')
      if (row.state !== 'ended') await giveUpImport(within, id)
      await announce(within, id)
      return this.#fileOf(row)
    })
    const run = this.#runs.get(id)
    run?.ending.abort()
    await run?.ended
    await rm(file, { force: true })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking.stop()
    for (const { ending } of this.#runs.values()) ending.abort()
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended))
  }

  #fileOf({ file }: Pick<ImportRow, 'file'>): string {
    return join(this.#deps.folder, file)
  }

  /**
   * Runs an import that waits for its user: here if its file is here, otherwise where its file is.
   * @param check throws if the import may not begin as it is stored now
   */
  async #begin(
    staffId: string,
    id: number,
    changes: Pick<ImportRow, 'state' | 'options'>,
    check: (row: ImportRow) => void = () => undefined,
  ): Promise<void> {
    const { db, clock } = this.#deps
    await this.#endSilent()
    const found = await importWithId(db, id)
    // A process that was started since has the file, too, if it has the same folder.
    const isHere = found !== undefined && (await exists(this.#fileOf(found)))
    const row = await exclusively(db, async (within) => {
      const row = await importWithId(within, id)
      if (row === undefined || row.staff_id !== staffId || row.state === 'ended') throw new Refusal(404, OVER)
      refuseSecond(await runningImport(within))
      check(row)
      const begun = {
        ...changes,
        run: row.run + 1,
        is_running: 1,
        is_stopping: 0,
        progress: null,
        beat_at: timestamp(clock()),
        ...(isHere && { holder: this.#holder }),
      }
      await updateImport(within, id, begun)
      await announce(within, id)
      return { ...row, ...begun }
    })
    if (isHere) this.#start(row)
  }

  /**
   * Starts the child process of an import whose row says that it runs here, once for each run: the row may have been read
   * before that ended. Returns the newest run.
   */
  #start(row: ImportRow): Run {
    const last = this.#runs.get(row.id)
    if (last && last.number >= row.run) return last
    const [stopping, ending] = [new AbortController(), new AbortController()]
    const run: Run = { number: row.run, progress: null, stopping, ending, ended: Promise.resolve() }
    this.#runs.set(row.id, run)
    run.ended = this.#work(row, run).catch((error: unknown) =>
      log.error({ err: error, import: row.id }, 'An import could not be ended'),
    )
    return run
  }

  async #work(row: ImportRow, run: Run): Promise<void> {
    const changes = await this.#outcomeOf(row, run)
    await this.#storeEnd(row, changes)
    if (changes.state === 'ended') await rm(this.#fileOf(row), { force: true })
  }

  /** Stores how a run has ended, as often as it takes: without its end, it would be started again. */
  async #storeEnd({ id, run }: ImportRow, changes: ImportEnd): Promise<void> {
    const { db, pace = SECOND } = this.#deps
    const { signal } = this.#stopping
    for (;;) {
      try {
        await exclusively(db.batch, async (within) => {
          if (await endRun(within, { id, holder: this.#holder, run }, changes)) await announce(within, id)
        })
        return
      } catch (error) {
        log.error({ err: error, import: id }, 'The end of an import could not be stored')
        if (signal.aborted) return
        await pause(pace, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #outcomeOf(row: ImportRow, run: Run): Promise<ImportEnd> {
    const { runner } = this.#deps
    const state = runningState(row)
    const given: ImportRun = {
      name: row.file_name,
      options: ImportOptions.parse(JSON.parse(row.options)),
      stopping: run.stopping.signal,
      signal: run.ending.signal,
      onProgress(progress) {
        run.progress = progress
      },
    }
    try {
      if (state === 'reading') {
        return { state: 'previewed', preview: JSON.stringify(await runner.preview(this.#fileOf(row), given)) }
      }
      const result = await runner.load(this.#fileOf(row), { ...given, importId: row.id })
      return { state: 'ended', result: JSON.stringify(result) }
    } catch (error) {
      const isAborted = run.ending.signal.aborted
      if (!isAborted) log.error({ err: error, import: row.id }, 'An import ended without a result')
      return { state: 'ended', failure: (isAborted ? SERVER_ENDED : PROCESS_ENDED)[state] }
    }
  }

  /** Reports the import that runs here, and starts one that was begun in another process. @returns whether none runs */
  async #look(): Promise<boolean> {
    const { db, clock } = this.#deps
    // Taken first: a run that begins while the row is read is not in it.
    const runs = [...this.#runs]
    const row = await this.#endSilent()
    this.#hasLooked = true
    for (const [id, { ending }] of runs) if (id !== row?.id) ending.abort()
    if (row?.holder === this.#holder) {
      const { number, progress, stopping } = this.#start(row)
      const report = {
        id: row.id,
        holder: row.holder,
        run: number,
        progress: progress && JSON.stringify(progress),
      }
      const still = await beat(db, report, clock())
      if (still?.isStopping) stopping.abort()
    }
    if (Math.abs(clock() - this.#cleanedAt) > HOUR) await this.#clean(clock())
    return row === undefined
  }

  /**
   * Ends an import whose process is gone: it has not reported for a time, or it was of the server before this one.
   * @returns the import that runs nevertheless
   */
  async #endSilent(): Promise<ImportRow | undefined> {
    const { db, clock, isAlone } = this.#deps
    const isGone = (row: ImportRow | undefined): row is ImportRow =>
      row !== undefined &&
      row.holder !== this.#holder &&
      (isSilent(row, SILENT_MS, clock()) || (isAlone && !this.#hasLooked))
    const running = await runningImport(db)
    if (!isGone(running)) return running
    const ended = await exclusively(db, async (within) => {
      // It may have reported meanwhile.
      const row = await runningImport(within)
      if (!isGone(row)) return null
      const failure = SERVER_ENDED[runningState(row)]
      if (await endRun(within, row, { state: 'ended', failure })) await announce(within, row.id)
      return row
    })
    if (ended) await rm(this.#fileOf(ended), { force: true })
    return runningImport(db)
  }

  async #clean(now: number): Promise<void> {
    const { db, folder } = this.#deps
    this.#cleanedAt = now
    const old = { unanswered: timestamp(now - DAY), over: timestamp(now - LISTED_MS) }
    for (const row of await oldImports(db, old)) {
      if (!(await exclusively(db, (within) => removeImport(within, row.id)))) continue
      await rm(this.#fileOf(row), { force: true })
    }
    for (const id of this.#runs.keys()) {
      const row = await importWithId(db, id)
      if (row === undefined || row.state === 'ended') this.#runs.delete(id)
    }
    await deleteOldFiles(folder, DAY, now)
  }
}

function runningState({ state }: Pick<ImportRow, 'state'>): 'reading' | 'loading' {
  return state === 'loading' ? 'loading' : 'reading'
}

function newImport(staff: Staff, fileName: string, now: number) {
  const options: ImportOptions = { before: null, source: null, anyway: false }
  return {
    staff_id: staff.id,
    staff_name: staff.name,
    file_name: fileName,
    state: 'reading' as const,
    options: JSON.stringify(options),
    run: 1,
    is_running: 1,
    is_stopping: 0,
    created_at: timestamp(now),
    beat_at: timestamp(now),
    progress: null,
    preview: null,
    result: null,
    failure: null,
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Tells the desks that there is something new about an import. */
async function announce(within: Transaction<Database>, id: number): Promise<void> {
  await noteChanges(within, [{ kind: 'import', code: String(id), is_new: false }])
}

/** @throws Refusal 409 that says who imports what, if an import runs */
function refuseSecond(running: ImportRow | undefined): void {
  if (running === undefined) return
  const { staff_name, file_name } = running
  const what = runningState(running) === 'loading' ? 'is importing' : 'is reading'
  throw new Refusal(409, `${staff_name} ${what} ${file_name}. One file is imported at a time.`)
}

/** @throws Refusal 409 if the preview is missing, was made with other options, or says that nothing would be loaded */
function refuseUnseen({ preview, options }: ImportRow, { before, source, anyway }: ImportOptions): void {
  const seen = ImportOptions.parse(JSON.parse(options))
  if (preview === null || seen.before !== before || seen.source !== source) {
    throw new Refusal(409, 'The preview is of other options. Preview the file again.')
  }
  const { refusal, can_override } = ImportPreview.parse(JSON.parse(preview))
  if (refusal !== null && !(anyway && can_override)) throw new Refusal(409, refusal)
}
