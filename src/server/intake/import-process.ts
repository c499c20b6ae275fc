import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

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
/** Characters kept of the list of faults. */
const LONGEST_LIST = 1_000_000

/** The output of an import. */
export interface ProcessResult {
  /** `failed` if it ended without a result. */
  outcome: 'loaded' | 'refused' | 'failed'
  summary: string
  /** The faults, or the fields that were not overwritten or were corrected, one per line. */
  list: string
}

/**
 * Imports one file in a process of its own, so that neither its work nor its memory burden the server.
 * @param signal stops it; repeating the import then completes it
 * @param program the arguments of Node.js that run the import
 * @param longestSilence milliseconds without a message about its progress after which it is stopped
 */
export async function importInProcess(
  file: string,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  signal: AbortSignal,
  program: readonly string[] = SOURCES,
  longestSilence: number = LONGEST_SILENCE_MS,
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, ...program, file], {
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
  let isStuck = false
  const silence = setTimeout(() => {
    isStuck = true
    child.kill('SIGKILL')
  }, longestSilence)
  child.on('message', () => silence.refresh())
  const [code, summary, list] = await Promise.all([ended, read(child.stdout), read(child.stderr)])
  clearTimeout(silence)
  const isFinished = code !== null && summary !== ''
  if (isStuck && !isFinished) {
    const seconds = longestSilence / 1000
    return {
      outcome: 'failed',
      summary,
      list: `The import made no progress for ${seconds} seconds.\n${list}`,
    }
  }
  return { outcome: isFinished ? (code === 0 ? 'loaded' : 'refused') : 'failed', summary, list }
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
