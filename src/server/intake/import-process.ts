import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type ImportOptions, ImportPreview, ImportProgress, ImportResult } from '../../contract/imports.ts'

/** Arguments of Node.js that run the import from its sources. */
const SOURCES = ['--import', 'tsx', fileURLToPath(new URL('../import/main.ts', import.meta.url))]
/** The loader of TypeScript is found from here. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Limits the heap of the process, in MiB. */
const HEAP_MIB = 160
/** Requests of staff have priority. */
const LOW_PRIORITY = 10
/** Milliseconds without progress after which the process is stopped, so that it does not delay other files forever. */
const LONGEST_SILENCE_MS = 10 * 60_000
/** Characters kept of the output. */
const LONGEST_LIST = 8_000_000

/** The output of an import. */
export interface ProcessResult {
  /** `failed` if it ended without a result. `loaded` does not mean that no record was refused. */
  outcome: 'loaded' | 'refused' | 'failed'
  summary: string
  /** The faults, or the fields that were not overwritten or were corrected, one per line. */
  list: string
}

interface Place {
  databaseUrl: string | null
  dataDir: string
}

/** The exit codes of an import that has loaded something: all of it, or not all. */
const LOADED = [0, 2]

/**
 * Imports one file in a process of its own, so that neither its work nor its memory burden the server.
 * @param signal stops it; repeating the import then completes it
 * @param program the arguments of Node.js that run the import
 * @param longestSilence milliseconds without a message about its progress after which it is stopped
 */
export async function importInProcess(
  file: string,
  place: Place,
  signal: AbortSignal,
  program: readonly string[] = SOURCES,
  longestSilence: number = LONGEST_SILENCE_MS,
): Promise<ProcessResult> {
  const {
    code,
    isStuck,
    out: summary,
    err: list,
  } = await run([file], place, { signal, program, longestSilence })
  const isFinished = code !== null && summary !== ''
  if (isStuck && !isFinished) {
    return { outcome: 'failed', summary, list: `${silenceOf(longestSilence)}\n${list}` }
  }
  const outcome = !isFinished ? 'failed' : LOADED.includes(code) ? 'loaded' : 'refused'
  return { outcome, summary, list }
}

/** How staff have a file previewed or loaded. */
export interface FileRun {
  options: ImportOptions
  /** The name that the user's file has; default: that of the file. */
  name?: string
  /** Ends it at once. */
  signal: AbortSignal
  /** Stops it after its present lot. */
  stopping?: AbortSignal
  onProgress?(progress: ImportProgress): void
  /** The arguments of Node.js that run the import. */
  program?: readonly string[]
  longestSilence?: number
}

/**
 * What an import of a file would do.
 * @throws if the process ends without a result
 */
export async function previewInProcess(file: string, place: Place, how: FileRun): Promise<ImportPreview> {
  return ImportPreview.parse(await documentOf(['--preview', ...wordsOf(how), file], place, how))
}

/**
 * Loads a file. Its new and changed orders are listed as those of the import.
 * @throws if the process ends without a result
 */
export async function loadInProcess(
  file: string,
  place: Place,
  how: FileRun & { importId: number },
): Promise<ImportResult> {
  const words = ['--json', `--import=${how.importId}`, ...wordsOf(how), file]
  return ImportResult.parse(await documentOf(words, place, how))
}

function wordsOf({ options: { before, source, anyway }, name }: FileRun): string[] {
  return [
    ...(name === undefined ? [] : [`--name=${name}`]),
    ...(before === null ? [] : [`--before=${before}`]),
    ...(source === null ? [] : [`--source=${source}`]),
    ...(anyway ? ['--anyway'] : []),
  ]
}

/** The JSON document that an import prints. */
async function documentOf(words: readonly string[], place: Place, how: FileRun): Promise<unknown> {
  const { code, isStuck, out, err } = await run(words, place, how)
  if (code !== null && out.endsWith('\n')) return JSON.parse(out)
  const reason = isStuck
    ? silenceOf(how.longestSilence)
    : err.trim() || `The import ended with the code ${code}.`
  throw new Error(reason)
}

function silenceOf(longestSilence = LONGEST_SILENCE_MS): string {
  return `The import made no progress for ${longestSilence / 1000} seconds.`
}

/** The end of a process: its exit code, null if it was killed, and its output. */
interface Ended {
  code: number | null
  /** Whether it was killed because it made no progress. */
  isStuck: boolean
  out: string
  err: string
}

async function run(
  words: readonly string[],
  { databaseUrl, dataDir }: Place,
  how: Omit<FileRun, 'options'>,
): Promise<Ended> {
  const { signal, stopping, onProgress, program = SOURCES, longestSilence = LONGEST_SILENCE_MS } = how
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, ...program, ...words], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: resolve(dataDir),
      DATABASE_URL: databaseUrl ?? '',
      // The log would be on the standard output, like the summary.
      LOG_LEVEL: 'silent',
    },
    // The channel carries the progress of the import, which also notices there that this process has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  })
  const ended = new Promise<number | null>((done) => {
    child.once('error', () => done(null))
    child.once('close', (code) => done(code))
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  const stop = () => void (child.connected && child.send('stop'))
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  let isStuck = false
  const silence = setTimeout(() => {
    isStuck = true
    child.kill('SIGKILL')
  }, longestSilence)
  child.on('message', (message) => {
    silence.refresh()
    const progress = ImportProgress.safeParse(message)
    if (progress.success) onProgress?.(progress.data)
  })
  const [code, out, err] = await Promise.all([ended, read(child.stdout), read(child.stderr)])
  clearTimeout(silence)
  stopping?.removeEventListener('abort', stop)
  return { code, isStuck, out, err }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // The process has ended already, or the system does not allow a lower priority.
  }
}

async function read(stream: Readable | null): Promise<string> {
  let text = ''
  let isCut = false
  for await (const chunk of stream?.setEncoding('utf8') ?? []) {
    if (text.length < LONGEST_LIST) text += chunk
    else isCut = true
  }
  return isCut ? `${text.slice(0, text.lastIndexOf('\n') + 1)}… and more\n` : text
}
