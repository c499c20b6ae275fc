import {
  MOST_CELLS,
  MOST_ITEMS,
  MOST_VALUES,
  TOO_MANY_CELLS,
  TOO_MANY_ITEMS,
  TOO_MANY_VALUES,
} from './kinds/raw-record.ts'

/** The extent of a JSON value in a text. */
export interface Extent {
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
