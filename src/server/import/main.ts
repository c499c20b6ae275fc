import { SingleBar } from 'cli-progress'
import { openDatabase } from '../db/connection.ts'
import { openServersDatabase, printDatabase, runCommandLine } from '../operations/command-line.ts'
import { readConfig } from '../platform/config.ts'
import { ConfigError } from '../platform/settings.ts'
import { type FilesOutcome, importFiles, type Watcher } from './import-files.ts'
import type { Fault } from './stage.ts'

const USAGE =
  'Name files or folders to import: npm run import -- customers.csv orders.jsonl (see docs/import.md).'

/** Empties the fields of missing columns, too. */
const REPLACE = '--replace'
/** Creates or migrates the database, for an import before the first start of the server. */
const CREATE = '--create'
/** Names the source of files in our own format, whose orders then have its prefix (ORD-73). */
const SOURCE = '--source='
const OPTIONS = [REPLACE, CREATE]

/** Shows progress bars on a terminal, and faults as `file:line: field: reason`. */
function terminal(): Watcher {
  const tellParent = progressReport()
  let bar: SingleBar | null = null
  return {
    begin(step, total) {
      tellParent()
      if (!process.stderr.isTTY || total === 0) return
      const format = `${step.padEnd(24)} {bar} {percentage} %  {duration_formatted}, {eta_formatted} to go`
      bar = new SingleBar({ format, hideCursor: true, stream: process.stderr })
      bar.start(total, 0)
    },
    advance(count) {
      tellParent()
      bar?.increment(count)
    },
    end() {
      bar?.stop()
      bar = null
    },
    recognised: (file, summary) => void process.stderr.write(`${file}: ${summary}\n`),
    fault: (fault) => void process.stderr.write(`${lineOf(fault)}\n`),
    note: (note) => void process.stderr.write(`${lineOf(note)}\n`),
  }
}

function lineOf({ file, line, field, reason }: Fault): string {
  const place = line > 0 ? `${file}:${line}` : file
  return [place, field, reason].filter(Boolean).join(': ')
}

const number = new Intl.NumberFormat('en-NZ')

function summary({ faults, loaded }: FilesOutcome): string {
  if (faults > 0)
    return `Nothing was loaded: ${number.format(faults)} ${faults === 1 ? 'fault' : 'faults'}, see above.\n`
  if (loaded.length === 0) return 'There are no records.\n'
  return loaded
    .map(({ kind, loaded: { added, changed, same, kept }, seconds }) => {
      const all = added + changed + same + kept
      const parts = [
        `${number.format(added)} new`,
        `${number.format(changed)} changed`,
        `${number.format(same)} the same`,
      ]
      if (kept > 0) parts.push(`${number.format(kept)} with fields kept as they are here, see above`)
      return `${kind}: ${parts.join(', ')}; ${number.format(Math.round(all / seconds))} a second\n`
    })
    .join('')
}

/** At most one message a second about the progress, in milliseconds. */
const TELL_EVERY_MS = 1000

/** Tells the server that started this import of its progress: the server stops an import that makes none. */
function progressReport(): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!process.connected || performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    process.send?.('progress')
  }
}

/** The server that started this import in `WATCH_DIR` may end first: the next one then repeats it. */
function endWithParent(): void {
  process.once('disconnect', () => process.exit(1))
  // Without this, the listener on the channel would keep the process running.
  process.channel?.unref()
}

async function run(words: readonly string[]): Promise<void> {
  const options = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const isKnown = (option: string) => OPTIONS.includes(option) || option.startsWith(SOURCE)
  if (paths.length === 0 || !options.every(isKnown)) throw new ConfigError(USAGE)
  const config = readConfig(process.env)
  const { orderCodePrefixes: prefixes, pickupLocations } = config
  const source = options.find((option) => option.startsWith(SOURCE))?.slice(SOURCE.length) ?? null
  if (source !== null && !prefixes.has(source.toLowerCase())) {
    throw new ConfigError(`${SOURCE}${source}: ORDER_CODE_PREFIXES has no prefix for this source.`)
  }
  // The server that started this import reads the error output as the list of faults.
  if (!process.connected) printDatabase(config)
  const db = options.includes(CREATE)
    ? await openDatabase(config, { isPatient: true })
    : await openServersDatabase(config)
  try {
    const outcome = await importFiles({ db, clock: Date.now }, paths, terminal(), {
      replaces: options.includes(REPLACE),
      source,
      prefixes,
      pickupLocations,
    })
    process.stdout.write(summary(outcome))
    if (outcome.faults > 0) process.exitCode = 1
  } finally {
    await db.destroy()
  }
}

if (process.connected) endWithParent()
await runCommandLine(run)
