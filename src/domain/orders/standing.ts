import type { Order } from '../../contract/orders.ts'
import { formatDateTime, parseInstant } from '../calendar/nz-time.ts'
import { capitalised, fold, nonBlank } from '../format/text.ts'

/** The facts that decide whether an order may be worked on. A back end may send a word, dates or both. */
export interface StandingFacts {
  status: string | null
  cancelled_by: string | null
  dates: Pick<Order['dates'], 'cancelled_at' | 'refunded_at'>
  hold?: Order['hold']
  customer: Pick<Order['customer'], 'credit_stop'>
}

/**
 * Whether an order may be worked on (ORD-40). A stopped order takes no action. A held one waits:
 * `hold` is released by staff or by its source, `word` only by its source because the back end knows no releases, and
 * `credit` ends with the customer's credit stop.
 */
export type Standing =
  | { is: 'open' }
  | { is: 'held'; by: 'hold' | 'word' | 'credit'; reason: string }
  | { is: 'stopped'; reason: string }

interface StatusWord {
  standing: 'held' | 'stopped'
  /** Other spellings of the same status. */
  spellings: readonly string[]
  /** Further words by which staff look for it. */
  searched: readonly string[]
}

/** The status words that stop or hold an order, in their usual spelling. All other words are neutral. */
const WORDS = {
  cancelled: { standing: 'stopped', spellings: ['canceled'], searched: [] },
  refunded: { standing: 'stopped', spellings: [], searched: [] },
  voided: { standing: 'stopped', spellings: [], searched: ['void'] },
  expired: { standing: 'stopped', spellings: [], searched: [] },
  failed: { standing: 'stopped', spellings: [], searched: [] },
  declined: { standing: 'stopped', spellings: [], searched: [] },
  rejected: { standing: 'stopped', spellings: [], searched: [] },
  'on hold': { standing: 'held', spellings: ['hold'], searched: ['held'] },
  'awaiting approval': { standing: 'held', spellings: [], searched: [] },
  'pending payment review': { standing: 'held', spellings: [], searched: [] },
} as const satisfies Record<string, StatusWord>
type Word = keyof typeof WORDS

/** Finds all stopped orders in a search. */
export const STOPPED = 'stopped'

/** Finds all orders whose source wants something else than is here, and nobody has decided (ORD-83). */
export const SHOP_CHANGED = 'shop changed'

const BY_SPELLING = new Map(
  wordsOf(WORDS).flatMap((word) =>
    [word, ...WORDS[word].spellings].map((spelling): [string, Word] => [spelling, word]),
  ),
)

/** The status words that a search for orders finds, each with its other spellings. The list has no filter for these. */
export const SEARCHED_STATUSES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    wordsOf(WORDS).map((word) => [word, [...WORDS[word].spellings, ...WORDS[word].searched]]),
  ),
  [STOPPED]: [],
  [SHOP_CHANGED]: ['source changed', 'changed in the shop'],
}

const SEARCHED_SPELLINGS = new Map(
  Object.entries(SEARCHED_STATUSES).flatMap(([status, others]) =>
    others.map((spelling): [string, string] => [spelling, status]),
  ),
)

/** The word of a status that stops or holds an order, in its usual spelling; null for a neutral one. */
function wordOf(status: string | null): Word | null {
  return BY_SPELLING.get(spaced(status ?? '')) ?? null
}

/** What a status word alone says of an order. */
export function standingOfWord(status: string | null): Standing['is'] {
  const word = wordOf(status)
  return word === null ? 'open' : WORDS[word].standing
}

/** The usual spelling of a status: 'on hold' for 'Hold'. Any other word is returned folded; blank for none. */
export function usualStatus(status: string | null): string {
  const word = spaced(status ?? '')
  return wordOf(status) ?? SEARCHED_SPELLINGS.get(word) ?? word
}

/** Whether an order may be worked on, and if not, why, as a sentence without its full stop. */
export function standingOf(order: StandingFacts): Standing {
  const stopped = stopReason(order)
  if (stopped !== null) return { is: 'stopped', reason: stopped }
  const { status, hold, customer } = order
  if (hold) return { is: 'held', by: 'hold', reason: holdReason(status, hold) }
  if (standingOfWord(status) === 'held') return { is: 'held', by: 'word', reason: titled(status) }
  if (customer.credit_stop) return { is: 'held', by: 'credit', reason: 'The customer’s credit is stopped' }
  return { is: 'open' }
}

/** Why an order is stopped or held; null if it is open. */
export function standingReason(order: StandingFacts): string | null {
  const standing = standingOf(order)
  return standing.is === 'open' ? null : standing.reason
}

/** The words for its standing by which a search finds an order: 'refunded' and 'stopped'. */
export function standingWords(order: StandingFacts & Partial<Pick<Order, 'source_changes'>>): string[] {
  const { is } = standingOf(order)
  const { cancelled_at, refunded_at } = order.dates
  return [
    wordOf(order.status),
    nonBlank(cancelled_at) && 'cancelled',
    nonBlank(refunded_at) && 'refunded',
    order.hold ? 'on hold' : null,
    is === 'stopped' ? STOPPED : null,
    order.source_changes?.length ? SHOP_CHANGED : null,
  ].filter((word) => word !== null)
}

/** The status, or the standing, that is the whole text of a search; null for any other text. */
export function searchedStatus(query: string): string | null {
  const word = spaced(query)
  return Object.hasOwn(SEARCHED_STATUSES, word) ? word : null
}

/** Whether its status or a date stops an order. */
export function isStopped(order: Pick<StandingFacts, 'status' | 'dates'>): boolean {
  return stoppingWord(order) !== null
}

/** The status that stops an order; of one that only has the date of its stop, the word for that date. */
function stoppingWord({ status, dates }: Pick<StandingFacts, 'status' | 'dates'>): Word | null {
  if (standingOfWord(status) === 'stopped') return wordOf(status)
  if (nonBlank(dates.cancelled_at) !== null) return 'cancelled'
  return nonBlank(dates.refunded_at) === null ? null : 'refunded'
}

/** 'Cancelled in the shop, 25/11/2026 14:10'. Nobody can cancel here, so without a name it was done in the shop. */
function stopReason(order: StandingFacts): string | null {
  const word = stoppingWord(order)
  if (word === null) return null
  const cancelled = nonBlank(order.dates.cancelled_at)
  const refunded = nonBlank(order.dates.refunded_at)
  const by = nonBlank(order.cancelled_by)
  const at = word === 'refunded' ? (refunded ?? cancelled) : (cancelled ?? refunded)
  return `${capitalised(word)} ${by === null ? 'in the shop' : `by ${by}`}${dated(at)}`
}

function holdReason(status: string | null, { at, by, reason }: NonNullable<Order['hold']>): string {
  const word = standingOfWord(status) === 'held' && nonBlank(by) === null ? titled(status) : 'On hold'
  const why = nonBlank(reason)
  return `${word} ${nonBlank(by) === null ? 'in the shop' : `by ${by}`}${dated(at)}${why === null ? '' : `: ${why}`}`
}

function titled(status: string | null): string {
  return capitalised(usualStatus(status))
}

function dated(at: string | null): string {
  return parseInstant(at) === null ? '' : `, ${formatDateTime(at)}`
}

/** Folded, with spaces between words: 'on hold' for 'On-Hold'. */
function spaced(text: string): string {
  return fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

function wordsOf(words: typeof WORDS): Word[] {
  return Object.keys(words).filter((word): word is Word => Object.hasOwn(words, word))
}
