import { Refusal } from '../http/refusal.ts'
import { arrayCutter } from '../import/cut-json.ts'

const LINES_TYPES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
])

/** A faulty record is not searched for in a longer array, because the search takes time in proportion to its length. */
const LONGEST_SEARCHED = 1_000_000

/**
 * The records of a body: one object, an array, or one object per line.
 * @param type the header Content-Type. Unless it says one per line, the form of the body decides.
 * @throws Refusal 400 for a body that is not JSON, naming the line
 */
export function readRecords(body: string, type: string | undefined): unknown[] {
  const text = body.trimEnd()
  if (text === '') throw new Refusal(400, 'The body is empty.')
  if (LINES_TYPES.has(type?.split(';')[0]?.trim().toLowerCase() ?? '')) return readLines(text)
  const read = parse(text)
  if (read === undefined) {
    if (text.trimStart().startsWith('{') && text.includes('\n')) return readLines(text)
    throw new Refusal(400, `The body is not valid JSON${faultyPlace(text)}.`)
  }
  if (Array.isArray(read)) return read
  if (typeof read === 'object' && read !== null) return [read]
  throw new Refusal(400, 'The body must be a record, an array of records, or one record per line.')
}

function readLines(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = parse(line)
    if (read === undefined) throw new Refusal(400, `Line ${index + 1} of the body is not valid JSON.`)
    return [read]
  })
}

function faultyPlace(text: string): string {
  if (!text.trimStart().startsWith('[') || text.length > LONGEST_SEARCHED) return ''
  const cutter = arrayCutter()
  for (const pieces of [cutter.cut(text), cutter.end()]) {
    for (const { line, text: record, fault } of pieces) {
      if (fault !== undefined || parse(record) === undefined) return `: see line ${line}`
    }
  }
  return ''
}

/** Undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
