import { RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import type { SeenRecord } from '../../domain/records/seen-record.ts'
import { type Entry, type Query, queryOf } from './entry.ts'
import type { OrderedEntries } from './entry-order.ts'

/** How well a record answers a query, best first. Fixed: a user learns them (keyboard rules). */
export const BANDS = [
  'exact-code',
  'exact-digits',
  'code-prefix',
  'digit-prefix',
  'name-starts',
  'words-start',
  'code-contains',
  'name-contains',
  'did-you-mean',
  'subsequence',
] as const
export type Band = (typeof BANDS)[number]

export interface Match {
  record: SeenRecord
  band: Band
}

/** Shorter texts are much like too many codes. */
const LEAST_LIKE = 3

/** A word's first letters alone are no subsequence worth showing. */
const LEAST_SUBSEQUENCE = 2

/** Places in `BANDS`: the first not exact, for names, for their words, for what is only much like it, one past all. */
const INEXACT = 2
const NAMES = 4
const WORDS = 5
const LIKE = 8
const NONE = BANDS.length

/** The place in `BANDS` of the best band in which an entry's code holds what is typed as it stands. */
function codeBandOf({ code, digits }: Entry, query: Query): number {
  const { text } = query
  if (code === text) return 0
  if (query.digits !== null && digits === query.digits) return 1
  if (code.startsWith(text)) return 2
  if (query.digits !== null && digits.startsWith(query.digits)) return 3
  return code.includes(text) ? 6 : NONE
}

/** The same for how its names start. */
function nameBandOf({ names }: Entry, { words, phrase, nameStart }: Query): number {
  // How a name starts is looked at only where it holds the phrase at all: most do not.
  return words.length > 0 && names.includes(phrase) && names.includes(nameStart) ? NAMES : NONE
}

/** The same for the words of its names and addresses. */
function wordBandOf({ words: held }: Entry, { words, phrase }: Query): number {
  const isHeld = words.length > 0 && held.includes(phrase)
  if ((isHeld || words.length > 1) && words.every((word) => held.includes(word))) return WORDS
  return isHeld ? 7 : NONE
}

/** The same for both where they are only much like it. */
function likeBandOf(entry: Entry, query: Query): number {
  if (isLike(entry, query)) return LIKE
  return query.digits === null && holdsInTurn(entry.names, query.letters) ? LIKE + 1 : NONE
}

/** Whether the query is the code with O for 0, I for 1 (its beginning will do), or two neighbours changed over. */
function isLike(entry: Entry, { look, digits }: Query): boolean {
  if (look.length < LEAST_LIKE) return false
  return (
    entry.look.startsWith(look) ||
    isTransposed(entry.look, look) ||
    (digits !== null && isTransposed(entry.digits, digits))
  )
}

function isTransposed(code: string, typed: string): boolean {
  if (code.length !== typed.length) return false
  let at = 0
  while (at < code.length && code[at] === typed[at]) at += 1
  return (
    code[at] === typed[at + 1] && code[at + 1] === typed[at] && code.slice(at + 2) === typed.slice(at + 2)
  )
}

/** Whether the letters stand in one of the names one after another, from the start of one of its words on. */
function holdsInTurn(names: string, letters: string): boolean {
  if (letters.length < LEAST_SUBSEQUENCE) return false
  for (let start = 0; start !== -1; start = names.indexOf('\n', start + 1)) {
    const next = names.indexOf('\n', start + 1)
    const end = next === -1 ? names.length : next
    let at = names.indexOf(` ${letters.charAt(0)}`, start) + 1
    for (let index = 1; at > 0 && index < letters.length; index += 1) {
      at = names.indexOf(letters.charAt(index), at + 1)
    }
    if (at > 0 && at < end) return true
  }
  return false
}

/** What is found, by band, each in its order. */
class Found {
  readonly #bands: Entry[][] = BANDS.map(() => [])
  readonly #limit: number
  /** The last band of which one more would still be shown; -1 for none. */
  last = NONE - 1

  constructor(limit: number) {
    this.#limit = limit
  }

  add(band: number, entry: Entry): void {
    if (band > this.last) return
    this.#bands[band]?.push(entry)
    let count = 0
    for (let index = 0; index <= this.last; index += 1) {
      count += this.#bands[index]?.length ?? 0
      if (count >= this.#limit) this.last = index - 1
    }
  }

  matches(): Match[] {
    const all = BANDS.flatMap(
      (band, index) => this.#bands[index]?.map(({ record }) => ({ record, band })) ?? [],
    )
    return all.slice(0, this.#limit)
  }
}

/**
 * The best `limit` records for a query, in the order of the bands.
 * @param kinds only of these kinds
 */
export function rank(
  entries: OrderedEntries,
  text: string,
  limit: number,
  kinds: readonly RecordKind[] = RECORD_KINDS,
): Match[] {
  const query = queryOf(text)
  if (!query) return []
  const found = new Found(limit)
  const unlike: Entry[] = []
  const { list, marks } = entries
  const all = kinds.length === RECORD_KINDS.length
  for (const entry of entries.exactly(query.text)) {
    if (kinds.includes(entry.record.kind)) found.add(codeBandOf(entry, query), entry)
  }
  for (let index = 0; index < list.length && found.last >= INEXACT; index += 1) {
    const byCode = (query.codeMarks & ~(marks.code[index] ?? 0)) === 0
    const byName = found.last >= NAMES && (query.nameMarks & ~(marks.name[index] ?? 0)) === 0
    const byWord = found.last >= WORDS && (query.nameMarks & ~(marks.word[index] ?? 0)) === 0
    if (!byCode && !byName && !byWord) continue
    const entry = list[index]
    if (!entry || (!all && !kinds.includes(entry.record.kind))) continue
    const band = Math.min(
      byCode ? codeBandOf(entry, query) : NONE,
      byName ? nameBandOf(entry, query) : NONE,
      byWord ? wordBandOf(entry, query) : NONE,
    )
    if (band < INEXACT) continue
    if (band !== NONE) found.add(band, entry)
    else if (found.last >= LIKE && (byCode || byName)) unlike.push(entry)
  }
  // What is only like it comes after all these: it is looked for where they leave room.
  for (const entry of unlike) {
    if (found.last < LIKE) break
    found.add(likeBandOf(entry, query), entry)
  }
  return found.matches()
}
