import { createReadStream } from 'node:fs'
import { arrayCutter, type Cutter, lineCutter, type Piece } from './cut-json.ts'
import { extentOf } from './json-extent.ts'
import { flatten, type Raw, unreadable } from './kinds/raw-record.ts'

/** Limit in characters of what may be blank before the first record. */
const LONGEST_BLANK = 1_000_000

/**
 * The records of a JSON file: an array of objects, or one object per line. Keeps one record in memory at a time.
 * @param onBytes receives the number of bytes read since the last call
 */
export async function* readJson(file: string, onBytes: (count: number) => void): AsyncGenerator<Raw> {
  const decoder = new TextDecoder()
  let cutter: Cutter | null = null
  let head = ''
  for await (const chunk of createReadStream(file)) {
    onBytes(chunk.length)
    head += decoder.decode(chunk, { stream: true })
    if (cutter === null && head.length < LONGEST_BLANK && head.trim() === '') continue
    cutter ??= head.trimStart().startsWith('[') ? arrayCutter() : lineCutter()
    yield* recordsOf(cutter.cut(head))
    head = ''
  }
  if (cutter) yield* recordsOf(cutter.end())
}

function* recordsOf(pieces: Iterable<Piece>): Generator<Raw> {
  for (const { line, text, fault } of pieces) yield fault ? unreadable(line, fault) : read(line, text)
}

function read(line: number, text: string): Raw {
  const { fault } = extentOf(text)
  if (fault !== null) return unreadable(line, fault)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unreadable(line, 'is not valid JSON')
  }
  return flatten(value, line)
}
