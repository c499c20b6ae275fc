import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { RECORD_KINDS, type RecordKind } from '../../domain/records/record-kind.ts'
import { type Entry, indexQueryOf, type Query, type SlipQuery } from './entry.ts'
import type { Masks, OrderedEntries } from './entry-order.ts'
import { holdsMask, lacksAtMostOne } from './masks.ts'

/** How well a record matches a query, best first. The order is fixed, because users learn it. */
export const BANDS = [
  'exact-code',
  'exact-digits',
  'exact-company',
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
  record: IndexedRecord
  band: Band
}

/** Minimum length: shorter texts are similar to too many codes. */
const LEAST_LIKE = 3

/**
 * Indexes in `BANDS`: exact digits, the first band that is looked for among all entries, the beginning of a code, names,
 * their words, fuzzy matches, and one past the end.
 */
const EXACT_DIGITS = 1
const EXACT_COMPANY = 2
const CODE_PREFIX = 3
const NAMES = 5
const WORDS = 6
const LIKE = 9
const NONE = BANDS.length

/** The best band in which an entry's code contains the typed text exactly. */
function codeBandOf({ code, digits, bare }: Entry, query: Query): number {
  const { text } = query
  if (code === text) return 0
  if (query.digits !== null && digits === query.digits) return EXACT_DIGITS
  if (code.startsWith(text) || (query.bare !== null && bare.startsWith(query.bare))) return CODE_PREFIX
  if (query.digits !== null && digits.startsWith(query.digits)) return 4
  return code.includes(text) || (query.bare !== null && bare.includes(query.bare)) ? 7 : NONE
}

/** Whether the query is the amount of an order. */
function hasTotal({ total }: Entry, query: Query): boolean {
  return query.total !== null && total === query.total
}

/** The best band in which a name starts with the query. The company of a customer that equals it precedes all others (CUS-7). */
function nameBandOf({ names, record }: Entry, { words, phrase, nameStart }: Query): number {
  // The start of names is compared only if they contain the phrase; most do not.
  if (words.length === 0 || !names.includes(phrase) || !names.includes(nameStart)) return NONE
  const isCompany = record.kind === 'customer' && record.contact !== ''
  return isCompany && (names === nameStart || names.startsWith(`${nameStart}\n`)) ? EXACT_COMPANY : NAMES
}

/** The best band for the words of names and addresses. */
function wordBandOf({ words: held }: Entry, { words, phrase }: Query): number {
  const isHeld = words.length > 0 && held.includes(phrase)
  if ((isHeld || words.length > 1) && words.every((word) => held.includes(word))) return WORDS
  return isHeld ? 8 : NONE
}

/**
 * The best band for phone numbers and e-mail addresses: they find a customer like a name, then the customer's
 * orders.
 */
function reachBandOf({ reach, record: { kind } }: Entry, query: Query): number {
  if (query.reach === null || !reach.includes(query.reach)) return NONE
  return kind === 'customer' ? NAMES : WORDS
}

/** The best band of fuzzy matches of codes and names. */
function fuzzyBandOf(entry: Entry, query: Query, last: number): number {
  if (isLike(entry, query)) return LIKE
  if (query.slip && hasSlip(entry.names, query.slip)) return LIKE
  const mayHold = query.hasLetter && last > LIKE && holdsMask(entry.nameMask, query.nameMask)
  return mayHold && holdsInTurn(entry.names, query.letters) ? LIKE + 1 : NONE
}

/**
 * Whether the query is the code, or its beginning, with O for 0 or I for 1, or with two adjacent characters
 * swapped.
 */
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

/** Matches by band, each band in order. */
class Found {
  readonly #bands: Entry[][] = BANDS.map(() => [])
  readonly #limit: number
  /** The last band from which another match would still be shown; -1 for none. */
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
 * The best `limit` records for a query, in the order of bands.
 * @param kinds restricts the search to these kinds
 */
export function rank(
  entries: OrderedEntries,
  text: string,
  limit: number,
  kinds: readonly RecordKind[] = RECORD_KINDS,
): Match[] {
  const query = indexQueryOf(text)
  if (!query) return []
  const found = new Found(limit)
  for (const entry of entries.exactly(query.text)) {
    if (kinds.includes(entry.record.kind)) found.add(codeBandOf(entry, query), entry)
  }
  if (query.total !== null && kinds.includes('order')) {
    for (const entry of entries.ofTotal(query.total)) found.add(EXACT_DIGITS, entry)
  }
  // Fuzzy matches rank last and are computed only if slots remain.
  for (const entry of scan(found, entries, query, kinds)) {
    if (found.last < LIKE) break
    found.add(fuzzyBandOf(entry, query, found.last), entry)
  }
  return found.matches()
}

/**
 * Adds matches that are neither exact nor fuzzy.
 * @returns entries that may be fuzzy matches
 */
function scan(found: Found, entries: OrderedEntries, query: Query, kinds: readonly RecordKind[]): Entry[] {
  const fuzzy: Entry[] = []
  const { list, masks } = entries
  const { codeMask, nameMask, reachMask } = query
  const all = kinds.length === RECORD_KINDS.length
  for (let index = 0; index < list.length && found.last >= EXACT_COMPANY; index += 1) {
    const byCode = holdsMask(masks.code[index], codeMask)
    const byName = holdsMask(masks.name[index], nameMask)
    const byWord = found.last >= WORDS && holdsMask(masks.word[index], nameMask)
    const byReach = query.reach !== null && found.last >= NAMES && holdsMask(masks.reach[index], reachMask)
    const byLikeness = found.last >= LIKE && (byCode || mayResemble(masks, index, query))
    if (!byCode && !byName && !byWord && !byReach && !byLikeness) continue
    const entry = list[index]
    if (!entry || (!all && !kinds.includes(entry.record.kind)) || hasTotal(entry, query)) continue
    const band = Math.min(
      byCode ? codeBandOf(entry, query) : NONE,
      byName ? nameBandOf(entry, query) : NONE,
      byWord ? wordBandOf(entry, query) : NONE,
      byReach ? reachBandOf(entry, query) : NONE,
    )
    if (band < EXACT_COMPANY) continue
    if (band !== NONE) found.add(band, entry)
    else if (byLikeness) fuzzy.push(entry)
  }
  return fuzzy
}

/**
 * Whether a name may be a fuzzy match, judged by its masks. A subsequence starts with the first letter of a word,
 * and so does a text with a typing error elsewhere than in that letter.
 */
function mayResemble({ name, initial }: Masks, index: number, query: Query): boolean {
  if (!query.hasLetter) return false
  const held = name[index]
  if (!holdsMask(initial[index], query.initialMask))
    return query.slip !== null && holdsMask(held, query.restMask)
  return query.slip === null ? holdsMask(held, query.nameMask) : lacksAtMostOne(held, query.nameMask)
}

/** Minimum length of a subsequence, because a single letter matches too much. */
const LEAST_SUBSEQUENCE = 2

/**
 * Whether words of a name, as in an entry, equal the text with one typing error: an extra, missing or wrong letter or space, or two
 * swapped letters.
 */
function hasSlip(names: string, { phrase, parts }: SlipQuery): boolean {
  if (!parts.some((part) => names.includes(part))) return false
  for (let start = names.indexOf(' '); start !== -1; start = names.indexOf(' ', start + 1)) {
    if (isSlip(names, start + 1, phrase)) return true
  }
  return false
}

/** Whether the words from this position on equal the text with one typing error. */
function isSlip(names: string, start: number, phrase: string): boolean {
  let same = 0
  while (same < phrase.length && names[start + same] === phrase[same]) same += 1
  if (same === phrase.length) return false
  const at = start + same
  if (isRest(names, at, phrase, same + 1)) return true
  const next = names[at]
  if (next === undefined || next === '\n') return false
  return (
    isRest(names, at + 1, phrase, same) ||
    isRest(names, at + 1, phrase, same + 1) ||
    (next === phrase[same + 1] && names[at + 1] === phrase[same] && isRest(names, at + 2, phrase, same + 2))
  )
}

/**
 * Whether the rest of the text, from one of its characters on, is at this position in the names and ends with a
 * word.
 */
function isRest(names: string, place: number, phrase: string, from: number): boolean {
  let at = place
  for (let index = from; index < phrase.length; index += 1, at += 1) {
    if (names[at] !== phrase[index]) return false
  }
  return at >= names.length || names[at] === ' ' || names[at] === '\n'
}

/** Whether the letters occur in one of the names in this order, beginning at the start of a word. */
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
