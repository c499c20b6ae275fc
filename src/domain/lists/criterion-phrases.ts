import type { OrderCriterionName } from '../../contract/orders.ts'
import { beginsDay, daysAfter, daysBefore, monthNamed, spokenDay } from '../calendar/nz-calendar.ts'
import { SPAN_WORDS } from './number-range.ts'
import { ORDER_CRITERIA, ORDER_CRITERION_NAMES, PERIOD_NAMES } from './order-criteria.ts'

/** The most words of days from one to another: `from 21 nov 2026 to 24 nov 2026`. */
const MOST_SPAN_WORDS = 8
/** The most words of any other phrase that names a criterion: `in the last 30 days`. */
const MOST_WORDS = 5

/**
 * The most words of a phrase that begins with a folded word and may name a criterion, which is cheaper to tell than whether
 * it does; 0 if none begins so.
 */
export function mostCriterionWords(word: string): number {
  if (beginsDay(word) || BEGINS_MONTH.test(word) || SPAN_WORDS.includes(word)) return MOST_SPAN_WORDS
  return FIRST_WORDS.has(word) || FIRST_SIGNS.has(word.charAt(0)) ? MOST_WORDS : 0
}

const BEGINS_MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/

interface NamedCriterion {
  name: OrderCriterionName
  text: string
  isWeak: boolean
  /** Whether the phrase alone lists orders: consignments have couriers and single days, too. */
  isOfOrders: boolean
}

/** The criterion that a folded phrase names, and its text; null if it names none. */
export function criterionNamed(phrase: string, today: string): NamedCriterion | null {
  const [first = ''] = phrase.split(' ', 1)
  const mayBeDays = beginsDay(first) || BEGINS_MONTH.test(first) || FIRST_DAY_WORDS.has(first)
  for (const name of ORDER_CRITERION_NAMES) {
    const isDays = name === 'ordered'
    if (isDays && !mayBeDays) continue
    const text = isDays ? namedDays(phrase, today) : ORDER_CRITERIA[name].named(phrase)
    if (text === null) continue
    const isOfOrders = isDays ? isPeriod(phrase, text, today) : name !== 'courier'
    return { name, text, isWeak: ORDER_CRITERIA[name].isWeak(text), isOfOrders }
  }
  return null
}

/** Whether days are more than one. A month in one word may be the name of a person: `june`. */
function isPeriod(phrase: string, text: string, today: string): boolean {
  const days = ORDER_CRITERIA.ordered.parse(text, today)
  return days?.from !== days?.to && !/^[a-z]+$/.test(phrase)
}

/** Ranges of the filter Date, which are written otherwise. */
const DATE_RANGE_DAYS = new Set(['30', '90', '365'])
/** Words before days that do not change them. */
const DAY_WORDS = ['in', 'on', 'during']
const DAY_WORD = new RegExp(`^(?:${DAY_WORDS.join('|')}) `)
const LAST_WORDS = ['last', 'past']
const LAST_COUNT = new RegExp(
  String.raw`^(?:in )?(?:the )?(?:${LAST_WORDS.join('|')}) (\d{1,3}) (day|week)s?$`,
)
const BOUND_WORDS = ['since', 'from', 'after', 'before', 'until', 'till', 'up to']
const BOUNDED = new RegExp(`^(${BOUND_WORDS.join('|')}) (.+)$`)
const SPAN = new RegExp(
  String.raw`^(?:(?:${SPAN_WORDS.join('|')}) )?(.+?) ?(?:-|–|\bto\b|\band\b|\buntil\b|\btill\b) ?(.+)$`,
)
const DAY_ALONE = /^\d{1,2}(?:st|nd|rd|th)?$/

/** How phrases of days begin; words of days that are none alone are told by `beginsDay`. */
const DAY_BEGINNINGS = [
  ...PERIOD_NAMES.map((name) => name.replace('-', ' ')),
  ...[...DAY_WORDS, 'the', ...LAST_WORDS, ...BOUND_WORDS, ...SPAN_WORDS],
]
const FIRST_DAY_WORDS = firstWords(DAY_BEGINNINGS)

/** How phrases begin that name a criterion. */
const FIRST_WORDS = firstWords([
  ...DAY_BEGINNINGS,
  ...ORDER_CRITERION_NAMES.flatMap((name) => ORDER_CRITERIA[name].begins()),
])
const FIRST_SIGNS = new Set(
  [...FIRST_WORDS].map((word) => word.charAt(0)).filter((sign) => /[^\p{L}\d]/u.test(sign)),
)

function firstWords(phrases: readonly string[]): ReadonlySet<string> {
  return new Set(phrases.flatMap((phrase) => phrase.split(' ')[0] ?? []))
}

function namedDays(phrase: string, today: string): string | null {
  const named = phrase.replace(DAY_WORD, '').replace(/^(today|yesterday)'?s$/, '$1')
  const period = named.replaceAll(' ', '-')
  if (PERIOD_NAMES.includes(period)) return period
  const [, count = '', unit] = LAST_COUNT.exec(named) ?? []
  if (unit !== undefined) {
    const days = String(Number(count) * (unit === 'week' ? 7 : 1))
    return DATE_RANGE_DAYS.has(days) || days === '0' ? null : `last-${days}-days`
  }
  const month =
    /^[a-z]+$/.test(named) && (named !== 'may' || phrase === 'in may') ? monthNamed(named, today) : null
  if (month) return `${month.from}..${month.to}`
  return spokenDay(named, today)?.day ?? boundedDays(named, today) ?? spanOfDays(named, today)
}

function boundedDays(phrase: string, today: string): string | null {
  const [, bound, rest = ''] = BOUNDED.exec(phrase) ?? []
  const day = bound === undefined ? null : (spokenDay(rest.replace(/^(?:last|the) /, ''), today)?.day ?? null)
  if (day === null) return null
  if (bound === 'after') return `${daysAfter(day, 1)}..`
  if (bound === 'since' || bound === 'from') return `${day}..`
  return `..${bound === 'before' ? daysBefore(day, 1) : day}`
}

function spanOfDays(phrase: string, today: string): string | null {
  const [, first = '', last = ''] = SPAN.exec(phrase) ?? []
  const to = last === '' ? null : spokenDay(last, today)
  if (to === null) return null
  // Of `21-24 nov`, both days are in November.
  const start = DAY_ALONE.test(first) ? last.replace(/^\d{1,2}(?:st|nd|rd|th)?/, first) : first
  const from = spokenDay(start, today)
  return from === null || from.day > to.day ? null : `${from.day}..${to.day}`
}
