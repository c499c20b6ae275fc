import { RECORD_KINDS, type RecordKind } from '../../domain/record-kind.ts'
import { type Entry, type Query, queryOf } from './entry.ts'
import type { SeenRecord } from './record.ts'

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

const NONE = -1

/** The place in `BANDS` of the best band in which an entry holds what is typed as it stands; -1 for none. */
function bandOf({ code, digits, names }: Entry, query: Query): number {
  const { text, words, phrase, nameStart } = query
  if (code === text) return 0
  if (query.digits !== null && digits === query.digits) return 1
  if (code.startsWith(text)) return 2
  if (query.digits !== null && digits.startsWith(query.digits)) return 3
  // How a name starts is looked at only where it holds the phrase at all: most do not.
  const named = words.length > 0 && names.includes(phrase)
  if (named && names.includes(nameStart)) return 4
  if ((named || words.length > 1) && words.every((word) => names.includes(word))) return 5
  if (code.includes(text)) return 6
  return named ? 7 : NONE
}

/** The same for the bands of those that are only much like it. */
function likeBandOf(entry: Entry, query: Query): number {
  if (isLike(entry, query)) return 8
  return query.digits === null && holdsInTurn(entry.names, query.letters) ? 9 : NONE
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

/** Inside a band: recently opened, then newer, then shorter; then by code, so that the order is total. */
export function compare(one: Entry, other: Entry): number {
  return (
    other.openedAt - one.openedAt ||
    other.at - one.at ||
    one.code.length - other.code.length ||
    (one.code < other.code ? -1 : Number(one.code > other.code)) ||
    (one.record.code < other.record.code ? -1 : Number(one.record.code > other.record.code)) ||
    (one.record.kind < other.record.kind ? -1 : Number(one.record.kind > other.record.kind))
  )
}

/** The best entries of a band; sorting all that match would cost most of a keystroke. */
class Best {
  #kept: Entry[] = []
  #worst: Entry | null = null
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(entry: Entry): void {
    if (this.#worst && compare(entry, this.#worst) > 0) return
    this.#kept.push(entry)
    if (this.#kept.length >= 2 * this.#limit) this.inOrder()
  }

  inOrder(): readonly Entry[] {
    this.#kept = this.#kept.sort(compare).slice(0, this.#limit)
    if (this.#kept.length === this.#limit) this.#worst = this.#kept.at(-1) ?? null
    return this.#kept
  }
}

/**
 * The best `limit` records for a query, in the order of the bands. Does not depend on the order of `entries`.
 * @param kinds only of these kinds
 */
export function rank(
  entries: Iterable<Entry>,
  text: string,
  limit: number,
  kinds: readonly RecordKind[] = RECORD_KINDS,
): Match[] {
  const query = queryOf(text)
  if (!query) return []
  const found = BANDS.map((band) => ({ band, best: new Best(limit) }))
  const unlike: Entry[] = []
  let count = 0
  const all = kinds.length === RECORD_KINDS.length
  for (const entry of entries) {
    if ((query.characters & ~entry.characters) !== 0) continue
    if (!all && !kinds.includes(entry.record.kind)) continue
    const band = bandOf(entry, query)
    if (band === NONE) unlike.push(entry)
    else count += 1
    found[band]?.best.add(entry)
  }
  // What is only like it comes after all these: it is looked for where they leave room.
  if (count < limit) for (const entry of unlike) found[likeBandOf(entry, query)]?.best.add(entry)
  const matches = found.flatMap(({ band, best }) => best.inOrder().map(({ record }) => ({ record, band })))
  return matches.slice(0, limit)
}
