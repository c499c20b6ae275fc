import { createReadStream } from 'node:fs'
import {
  flatten,
  MOST_CELLS,
  MOST_ITEMS,
  MOST_VALUES,
  type Raw,
  TOO_MANY_CELLS,
  TOO_MANY_ITEMS,
  TOO_MANY_VALUES,
  unreadable,
} from './kinds/raw-record.ts'

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

function* recordsOf(pieces: Iterable<JsonPiece>): Generator<Raw> {
  for (const { line, text, fault } of pieces) {
    const raw = fault ? unreadable(line, fault) : read(line, text)
    yield 'reason' in raw ? { ...raw, text: text.slice(0, LONGEST_KEPT) } : raw
  }
}

/** Characters that are kept of what cannot be read. */
export const LONGEST_KEPT = 10_000

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

/** Streaming JSON parsers stop at the first fault, but the import reports every fault (decision 0018). */

/** The text of one record, and the line on which it begins. */
export interface JsonPiece {
  line: number
  text: string
  /** Why it cannot be a record, if already known. */
  fault?: string
}

/** Cuts a text that arrives in chunks into records. Keeps only the incomplete record in memory. */
export interface Cutter {
  cut(chunk: string): Generator<JsonPiece>
  /** The rest at the end of the text. */
  end(): Generator<JsonPiece>
}

/** Limit of a record, in characters, because a record is kept in memory. */
export const LONGEST = 5_000_000
const TOO_LONG = `may have at most ${LONGEST} characters`

/** One record per line. */
export function lineCutter(): Cutter {
  let rest = ''
  let line = 1
  const piece = (text: string): JsonPiece[] => {
    const found = { line, text: text.trim() }
    line += 1
    if (found.text === '') return []
    return [found.text.length > LONGEST ? { ...found, fault: TOO_LONG } : found]
  }
  return {
    *cut(chunk) {
      let from = 0
      for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
        yield* piece(rest + chunk.slice(from, to))
        rest = ''
        from = to + 1
      }
      // Of an endless line, only enough is kept to report that it is too long.
      if (rest.length <= LONGEST) rest += chunk.slice(from)
    },
    *end() {
      yield* piece(rest)
    },
  }
}

const OPENS = new Set(['{', '['])
const CLOSES = new Set(['}', ']'])

/** The elements of one array. Records are separated by their braces, so that a broken one affects few others. */
export function arrayCutter(): Cutter {
  let text = ''
  let line = 1
  let began = 1
  /** Number of open braces and brackets: 1 within the array, -1 after it. */
  let depth = 0
  let isSpoilt = false
  let isInString = false
  let isEscaped = false

  function* finish(): Generator<JsonPiece> {
    const whole = text.trim()
    text = ''
    if (whole === '') return
    yield whole.length > LONGEST ? { line: began, text: '', fault: TOO_LONG } : { line: began, text: whole }
  }

  function* separate(character: string): Generator<JsonPiece> {
    if (character === '[' && depth === 0) depth = 1
    else if (character === ']') {
      yield* finish()
      depth = -1
    } else if (character === ',') yield* finish()
    else keep(character)
  }

  function keep(character: string): void {
    if (text === '') {
      if (character.trim() === '') return
      began = line
    }
    if (text.length <= LONGEST) text += character
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (OPENS.has(character)) depth += 1
    else if (CLOSES.has(character)) depth -= 1
  }

  return {
    *cut(chunk) {
      for (const character of chunk) {
        if (depth < 0) {
          if (!isSpoilt && character.trim() !== '') {
            yield { line, text: '', fault: 'is after the end of the list' }
            isSpoilt = true
          }
        } else if (depth <= 1 && !isInString) yield* separate(character)
        else keep(character)
        if (character === '\n') line += 1
      }
    },
    *end() {
      if (depth < 0) return
      const isBroken = text.trim() !== ''
      yield {
        line: isBroken ? began : line,
        text: '',
        fault: isBroken ? 'is not complete' : 'the list has no end',
      }
    },
  }
}

/** The extent of a JSON value in a text. */
interface Extent {
  /** The offset after the value. */
  end: number
  /** The limit of a record that it exceeds; null if it exceeds none. */
  fault: string | null
}

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const COMMA = ','.charCodeAt(0)
const OPENING_LIST = '['.charCodeAt(0)
const CLOSING_LIST = ']'.charCodeAt(0)
const OPENING = '{'.charCodeAt(0)
const CLOSING = '}'.charCodeAt(0)

/**
 * Finds the end of the value that begins at `from`, without building it: a million small values in a text of some
 * megabytes would take hundreds of megabytes. Whether the text is valid JSON remains to be checked.
 */
export function extentOf(text: string, from = 0): Extent {
  let fault: string | null = null
  let depth = 0
  /** The depth of the values in the list of items; 0 outside it. */
  let itemDepth = 0
  let items = 0
  /** Values of the record, or of the current item. */
  let cells = 0
  let cellsOfRecord = 0
  /** Values of the record and of all items. */
  let values = 0
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === OPENING || character === OPENING_LIST) {
      depth += 1
      values += 1
      if (character === OPENING_LIST && itemDepth === 0) {
        ;[itemDepth, items, cellsOfRecord, cells] = [depth, 1, cells, 0]
      } else cells += 1
    } else if (character === CLOSING || character === CLOSING_LIST) {
      depth -= 1
      if (depth < 0) return { end: at, fault }
      if (depth === 0) return { end: at + 1, fault }
      if (depth < itemDepth) [itemDepth, cells] = [0, cellsOfRecord]
    } else if (character === COMMA) {
      if (depth === 0) return { end: at, fault }
      values += 1
      if (depth === itemDepth) {
        items += 1
        cells = 0
      } else cells += 1
    }
    if (cells > MOST_CELLS) fault ??= TOO_MANY_CELLS
    if (items > MOST_ITEMS) fault ??= TOO_MANY_ITEMS
    if (values > MOST_VALUES) fault ??= TOO_MANY_VALUES
  }
  return { end: text.length, fault }
}

/** The offset of the closing quote, or the end of the text. */
function endOfString(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
    if ((at - first) % 2 === 0) return at
  }
  return text.length
}
