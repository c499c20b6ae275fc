import { SingleBar } from 'cli-progress'
import type { ImportCounts, ImportProgress, ImportResult } from '../../contract/imports.ts'
import { aucklandDayStart, readDay, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { openDatabase } from '../db/connection.ts'
import { timestamp } from '../db/times.ts'
import { openServersDatabase, printDatabase, runCommandLine } from '../operations/command-line.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { ConfigError } from '../platform/settings.ts'
import { faultGroups, faultLine, groupLine } from './grouped-faults.ts'
import { type FilesOptions, type FilesOutcome, importFiles } from './import-files.ts'
import type { Loaded, Watcher } from './load-staged.ts'
import { previewFiles } from './preview.ts'

const USAGE =
  'Name files or folders to import: npm run import -- customers.csv orders.jsonl (see docs/import.md).'

/** The options that are words of their own. */
const FLAGS = {
  /** Empties the fields of missing columns, too. */
  '--replace': 'replaces',
  /** Creates or migrates the database, for an import before the first start of the server. */
  '--create': 'creates',
  /** Loads nothing if there is any fault. */
  '--strict': 'isStrict',
  /** Loads what is right although most of a file is refused. */
  '--anyway': 'anyway',
  /** Loads nothing, and prints what would be loaded as JSON. */
  '--preview': 'previews',
  /** Prints the result as JSON, and no list of faults. */
  '--json': 'isJson',
} as const

/** Names the source of files, whose orders then have its prefix (ORD-73). */
const SOURCE = '--source='
/** A day: orders from before it are taken in as finished (IMP-5). */
const BEFORE = '--before='

/** The number of the import in the console, whose new and changed orders are listed together. */
const IMPORT = '--import='

/** The name of the only file for staff, if it has another one here. */
const NAME = '--name='

interface CommandLine extends Partial<Record<(typeof FLAGS)[keyof typeof FLAGS], true>> {
  paths: string[]
  source: string | null
  finishedBefore: string | null
  importId: number | null
  name: string | null
}

/** @throws {ConfigError} if an option is unknown, or its value cannot be used */
function readCommandLine(words: readonly string[], { orderCodePrefixes }: Config): CommandLine {
  const read: CommandLine = { paths: [], source: null, finishedBefore: null, importId: null, name: null }
  for (const word of words) {
    if (isFlag(word)) read[FLAGS[word]] = true
    else if (word.startsWith(SOURCE)) read.source = word.slice(SOURCE.length)
    else if (word.startsWith(BEFORE)) read.finishedBefore = startOf(word.slice(BEFORE.length))
    else if (word.startsWith(IMPORT)) read.importId = Number(word.slice(IMPORT.length))
    else if (word.startsWith(NAME)) read.name = word.slice(NAME.length)
    else if (word.startsWith('--')) throw new ConfigError(USAGE)
    else read.paths.push(word)
  }
  if (read.paths.length === 0) throw new ConfigError(USAGE)
  if (read.source !== null && !orderCodePrefixes.has(read.source.toLowerCase())) {
    throw new ConfigError(`${SOURCE}${read.source}: ORDER_CODE_PREFIXES has no prefix for this source.`)
  }
  return read
}

function isFlag(word: string): word is keyof typeof FLAGS {
  return Object.hasOwn(FLAGS, word)
}

function startOf(text: string): string {
  const day = readDay(text, todayInAuckland(Date.now()))
  if (day === null) throw new ConfigError(`${BEFORE}${text} must be a day, such as 2026-07-01.`)
  return timestamp(aucklandDayStart(day))
}

/** What the command reports besides its result. */
interface Reporter extends Watcher {
  /** Called once all faults and notes are known. */
  finish(): void
}

/**
 * Shows progress bars on a terminal, and there faults and notes counted by their reasons: there may be thousands. Elsewhere
 * each is a line, `file:line: field: reason`.
 */
function terminal(isQuiet: boolean): Reporter {
  const tellParent = progressReport()
  const groups = faultGroups()
  let bar: SingleBar | null = null
  const show: Watcher['fault'] = (one) => {
    if (isQuiet) return
    if (process.stderr.isTTY) groups.add(one)
    else process.stderr.write(`${faultLine(one)}\n`)
  }
  return {
    begin(step, total) {
      tellParent.begin(step, total)
      if (!process.stderr.isTTY || total === 0) return
      const format = `${step.padEnd(24)} {bar} {percentage} %  {duration_formatted}, {eta_formatted} to go`
      bar = new SingleBar({ format, hideCursor: true, stream: process.stderr })
      bar.start(total, 0)
    },
    advance(count) {
      tellParent.advance(count)
      bar?.increment(count)
    },
    end() {
      bar?.stop()
      bar = null
    },
    recognised: (file, summary) => {
      if (!isQuiet) process.stderr.write(`${file}: ${summary}\n`)
    },
    fault: show,
    note: show,
    finish() {
      const all = groups.all()
      for (const group of all) process.stderr.write(`${groupLine(group)}\n`)
      if (all.some(({ count }) => count > 1)) process.stderr.write('All of them: add 2> faults.txt\n')
    },
  }
}

const number = new Intl.NumberFormat('en-NZ')

function summary({ refusal, loaded, isStopped, left }: FilesOutcome): string {
  if (refusal) {
    const others = refusal.canOverride ? ' With --anyway, the others are loaded.' : ''
    return `Nothing was loaded: ${refusal.reason}.${others}\n`
  }
  const lines = loaded.map(({ kind, loaded, seconds }) => {
    const { added, changed, same, kept } = loaded
    const rate = Math.round((added + changed + same + kept) / seconds)
    return `${kind}: ${counted(loaded)}; ${number.format(rate)} a second\n`
  })
  const refused = loaded.reduce((sum, { loaded }) => sum + loaded.refused, 0)
  if (refused > 0) {
    lines.push(
      `${number.format(refused)} refused ${refused === 1 ? 'record waits' : 'records wait'} in Arrivals.\n`,
    )
  }
  if (isStopped) lines.push(`Stopped: ${number.format(left)} records were not loaded.\n`)
  return lines.join('') || 'There are no records.\n'
}

function counted({ added, changed, same, kept, refused, work }: Loaded): string {
  const parts = [
    `${number.format(added)} new`,
    `${number.format(changed)} changed`,
    `${number.format(same)} the same`,
  ]
  if (kept > 0) parts.push(`${number.format(kept)} with fields kept as they are here, see above`)
  if (refused > 0) parts.push(`${number.format(refused)} refused, see above`)
  if (work > 0) parts.push(`${number.format(work)} to pack`)
  return parts.join(', ')
}

/** At most one message a second about the progress of a step, in milliseconds. */
const TELL_EVERY_MS = 1000

/**
 * Tells the server that started this import of its progress: it shows it to staff, and stops an import that makes none.
 */
function progressReport(): { begin(step: string, total: number): void; advance(count: number): void } {
  let progress: ImportProgress = { step: '', done: 0, total: 0 }
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    if (!process.connected) return
    toldAt = performance.now()
    process.send?.(progress)
  }
  return {
    begin(step, total) {
      progress = { step, done: 0, total }
      tell()
    },
    advance(count) {
      progress = { ...progress, done: progress.done + count }
      if (performance.now() - toldAt >= TELL_EVERY_MS) tell()
    },
  }
}

/** The message that stops an import after its present lot. */
const STOP = 'stop'

/**
 * The server that started this import may end first: the next one then repeats it.
 * @returns aborted when the server stops the import
 */
function followParent(): AbortSignal {
  const stop = new AbortController()
  if (!process.connected) return stop.signal
  process.once('disconnect', () => process.exit(1))
  process.on('message', (message) => {
    if (message === STOP) stop.abort()
  })
  // Without this, the listeners on the channel would keep the process running.
  process.channel?.unref()
  return stop.signal
}

/** Exit codes: nothing was loaded; some records, or files, were refused or left. */
const NOTHING = 1
const SOME = 2

async function run(words: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  const { paths, creates, previews = false, isJson = false, ...given } = readCommandLine(words, config)
  const { orderCodePrefixes: prefixes, pickupLocations } = config
  const options: FilesOptions = { ...given, prefixes, pickupLocations, stop: followParent() }
  // The server that started this import reads the error output as the list of faults.
  if (!process.connected) printDatabase(config)
  // An import of the server fails with a database that hangs, because the others wait for it.
  const db = creates
    ? await openDatabase(config, { isPatient: true })
    : await openServersDatabase(config, { isPatient: !process.connected })
  const reporter = terminal(isJson || previews)
  try {
    if (previews) {
      const preview = await previewFiles({ db, clock: Date.now }, paths, reporter, options)
      process.stdout.write(`${JSON.stringify(preview)}\n`)
      return
    }
    const [faults, notices] = [faultGroups(), faultGroups()]
    const watcher: Watcher = {
      ...reporter,
      fault(one) {
        reporter.fault(one)
        faults.add(one)
      },
      note(one) {
        reporter.note(one)
        notices.add(one)
      },
    }
    const outcome = await importFiles({ db, clock: Date.now }, paths, watcher, options)
    reporter.finish()
    const result = { ...resultOf(outcome), faults: faults.sent(), notices: notices.sent() }
    process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : summary(outcome))
    if (outcome.refusal) process.exitCode = NOTHING
    else if (outcome.faults > 0 || outcome.isStopped) process.exitCode = SOME
  } finally {
    await db.destroy()
  }
}

function resultOf({
  refusal,
  loaded,
  isStopped,
  left,
}: FilesOutcome): Omit<ImportResult, 'faults' | 'notices'> {
  const kinds = loaded.map(
    ({ kind, loaded: { added, ...counts } }): ImportCounts => ({ kind, new: added, ...counts }),
  )
  return {
    kinds,
    refusal: refusal?.reason ?? null,
    is_stopped: isStopped,
    left,
    waiting: kinds.reduce((sum, { refused }) => sum + refused, 0),
  }
}

await runCommandLine(run)
