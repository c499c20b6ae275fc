import { setImmediate as giveWay } from 'node:timers/promises'
import { Refusal } from '../http/refusal.ts'
import { extentOf } from '../import/read-json.ts'
import { isJson } from '../platform/json.ts'

const LINES_TYPES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
])

/** Maximum number of records of a body. */
const MOST_RECORDS = 5000

/** Characters that are checked before other requests get their turn. */
const CHECKED_AT_ONCE = 500_000

/** A record of a body. It is parsed when it is loaded, so that few records are in memory as objects. */
export interface RecordText {
  /** Valid JSON, unless there is a fault. */
  text: string
  /** The limit that it exceeds; null if it exceeds none. */
  fault: string | null
}

/**
 * The records of a body: one object, an array, or one object per line.
 * @param type the header Content-Type. Unless it says one per line, the form of the body decides.
 * @throws Refusal 400 for a body that is not JSON, naming the line; 413 for too many records
 */
export async function readRecords(body: string, type: string | undefined): Promise<RecordText[]> {
  const text = body.trimEnd()
  if (text === '') throw new Refusal(400, 'The body is empty.')
  const records: RecordText[] = []
  let unchecked = 0
  for (const record of recordsOf(text, type)) {
    if (records.length === MOST_RECORDS) {
      throw new Refusal(413, 'The body may have at most 5,000 records. Send fewer records at a time.')
    }
    records.push(record)
    unchecked += record.text.length
    if (unchecked < CHECKED_AT_ONCE) continue
    await giveWay()
    unchecked = 0
  }
  return records
}

/** @throws Refusal if a record is not valid JSON */
function* recordsOf(text: string, type: string | undefined): Generator<RecordText> {
  const begin = text.search(/\S/)
  const first = text.charAt(begin)
  if (LINES_TYPES.has(type?.split(';')[0]?.trim().toLowerCase() ?? '')) yield* linesOf(text)
  else if (first === '[') yield* elementsOf(text, begin)
  else if (first === '{') {
    const { end, fault } = extentOf(text, begin)
    const isWhole = end === text.length
    if (!isWhole && text.includes('\n', begin)) yield* linesOf(text)
    else if (isWhole && (fault !== null || isJson(text))) yield { text, fault }
    else throw notJson('')
  } else if (isJson(text)) {
    throw new Refusal(400, 'The body must be a record, an array of records, or one record per line.')
  } else throw notJson('')
}

function* linesOf(text: string): Generator<RecordText> {
  for (let from = 0, line = 1; from < text.length; line += 1) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    const content = text.slice(from, end)
    if (content.trim() !== '') {
      const { fault } = extentOf(content)
      if (fault === null && !isJson(content))
        throw new Refusal(400, `Line ${line} of the body is not valid JSON.`)
      yield { text: content, fault }
    }
    from = end + 1
  }
}

function* elementsOf(text: string, opening: number): Generator<RecordText> {
  let at = afterBlank(text, opening + 1)
  if (text.charAt(at) !== ']') {
    for (; ; at = afterBlank(text, at + 1)) {
      const { end, fault } = extentOf(text, at)
      const element = text.slice(at, end)
      if (fault === null && !isJson(element)) throw notJson(`: see line ${lineAt(text, at)}`)
      yield { text: element, fault }
      at = afterBlank(text, end)
      if (text.charAt(at) !== ',') break
    }
  }
  if (text.charAt(at) !== ']' || at < text.length - 1) throw notJson(`: see line ${lineAt(text, at)}`)
}

function notJson(place: string): Refusal {
  return new Refusal(400, `The body is not valid JSON${place}.`)
}

const NOT_BLANK = /\S/g

/** The offset of the next character that is not blank, or the end of the text. */
function afterBlank(text: string, from: number): number {
  NOT_BLANK.lastIndex = from
  return NOT_BLANK.exec(text)?.index ?? text.length
}

/** The line of an offset, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
