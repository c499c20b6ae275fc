import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../http/refusal.ts'
import { kindOfFile } from '../import/files.ts'

const MIB = 1024 * 1024
/** Milliseconds without a byte after which an upload is given up. */
const LONGEST_SILENCE_MS = 30_000

interface Uploaded {
  /** Its name in the folder. */
  file: string
  /** Bytes. */
  size: number
}

/**
 * Writes the body of a request into a folder, under a name of ours, in pieces as they come.
 * @param name of the user's file. Of it, only the kind of record and the extension are kept.
 * @throws Refusal 413 above the limit, 422 for an empty file, 408 if the body ends early or nothing comes for a time
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array> | null,
  { folder, name, limitMb }: { folder: string; name: string; limitMb: number },
): Promise<Uploaded> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = `${kindOfFile(name) ?? 'import'}-${randomUUID()}${extensionOf(name)}`
  const path = join(folder, file)
  try {
    const size = await write(body, path, limitMb)
    if (size === 0) throw new Refusal(422, 'The file is empty.')
    return { file, size }
  } catch (error) {
    await rm(path, { force: true })
    throw refusalOf(error)
  }
}

/** A failure of the disk stays as it is. Any other means that the sender has gone. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if ('code' in error && error.code === 'ENOSPC') {
    return new Refusal(503, 'The server has no room for the file.')
  }
  const isOfDisk = 'syscall' in error && (error.syscall === 'open' || error.syscall === 'write')
  return isOfDisk ? error : new Refusal(408, 'The file did not arrive completely. Drop it again.')
}

async function write(
  body: ReadableStream<Uint8Array> | null,
  path: string,
  limitMb: number,
): Promise<number> {
  let size = 0
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), LONGEST_SILENCE_MS)
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      timer.refresh()
      size += chunk.byteLength
      if (size > limitMb * MIB) done(tooLarge(limitMb))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(
      chunksOf(body, late.signal),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      {
        signal: late.signal,
      },
    )
  } finally {
    clearTimeout(timer)
  }
  return size
}

async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  // Without it, a pipeline that is given up would wait for the next piece.
  signal.addEventListener('abort', () => reader?.cancel().catch(() => undefined))
  try {
    for (;;) {
      const read = await reader?.read()
      if (read === undefined || read.done) return
      yield read.value
    }
  } finally {
    // Of a file that is refused, the rest is not read.
    reader?.cancel().catch(() => undefined)
  }
}

export function tooLarge(limitMb: number): Refusal {
  return new Refusal(413, `The file may have at most ${limitMb} MB (setting IMPORT_MAX_MB).`)
}

/** Those of files that can be read. A file with another one is refused when it is read, which says what they are. */
function extensionOf(name: string): string {
  return /\.(csv|tsv|txt|json|jsonl|ndjson)$/i.exec(name)?.[0].toLowerCase() ?? ''
}

/** The name of a file as it is shown: without its folders and without invisible characters. */
export function shownName(name: string): string {
  const plain = name.replace(/\p{C}/gu, '').trim()
  return basename(plain.replaceAll('\\', '/')) || 'file'
}

/** Deletes the files of a folder that have not changed for so long (ms). */
export async function deleteOldFiles(folder: string, age: number, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const about = await stat(path).catch(() => null)
    if (about !== null && now - about.mtimeMs > age) await rm(path, { force: true })
  }
}
