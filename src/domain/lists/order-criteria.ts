import type { Order, OrderCriterionName, ShippingCompany } from '../../contract/orders.ts'
import { dayOfInstant, dayPlus, isExistingDay, parseInstant, periodAround } from '../calendar/nz-time.ts'
import { formatCents } from '../format/money.ts'
import { fold, nonBlank } from '../format/text.ts'
import { COURIER_NAMES, courierLabel, namesOfCourier } from '../freight/couriers.ts'
import { isOnAccount, isPaid, isShipped } from '../orders/order-status.ts'
import { orderedAt } from '../orders/order-words.ts'
import { isStopped } from '../orders/standing.ts'
import { type NumberRange, namedRange, parseRange, RANGE_WORDS, rangeWords } from './number-range.ts'

/**
 * What orders of a list must be besides its choices (LIST-10). Each criterion is a parameter of the list's address, whose
 * text is also what the call sends. Periods such as `this-week` stay words, so that a saved view follows the calendar.
 */
export type OrderCriteria = { [Name in OrderCriterionName]?: string | undefined }

/** Days from the first to the last, each 'yyyy-MM-dd'; null is open. */
export interface DayRange {
  from: string | null
  to: string | null
}

/** The value of each criterion. */
export interface CriterionValues {
  ordered: DayRange
  paid: DayRange
  packed: DayRange
  shipped: DayRange
  /** In cents. */
  total: NumberRange
  product: string
  courier: ShippingCompany
  is: readonly MarkName[]
}

interface Criterion<Value> {
  /** The value of its text in an address; null if the text is invalid. @param today in Auckland, 'yyyy-MM-dd' */
  parse(text: string, today: string): Value | null
  /** The text for an address of a folded phrase such as `over $500`; null if the phrase does not name it. Days are named in `criterion-phrases.ts`. */
  named(phrase: string): string | null
  /** How phrases that name it begin, folded: words or signs. A phrase that begins otherwise is never asked. */
  begins(): readonly string[]
  /** Whether a phrase for this text counts only beside other words about orders, because it also means something else. */
  isWeak(text: string): boolean
  /** In the title of the list: 'ordered this week'. */
  words(text: string, today: string): string
  /** Whether an order meets it; null if only the server can tell. */
  meets(order: Order, value: Value, now: number): boolean | null
}

const dates = (name: string, dateOf: (order: Order) => string | null): Criterion<DayRange> => ({
  parse: parseDays,
  named: () => null,
  begins: () => [],
  isWeak: () => true,
  words: (text) => (name === 'ordered' ? dayRangeWords(text) : `${name} ${dayRangeWords(text)}`),
  meets(order, { from, to }) {
    const at = parseInstant(dateOf(order))
    const day = at === null ? null : dayOfInstant(at)
    return day !== null && (from === null || day >= from) && (to === null || day <= to)
  },
})

/** The criteria, in the order of the title. A phrase that names days means the day on which the listed status was reached. */
export const ORDER_CRITERIA: { readonly [Name in OrderCriterionName]: Criterion<CriterionValues[Name]> } = {
  ordered: dates('ordered', orderedAt),
  paid: dates('paid', ({ dates }) => dates.paid_at),
  packed: dates('packed', ({ dates }) => dates.ready_at),
  shipped: dates('shipped', ({ dates }) => dates.shipped_at),
  total: {
    parse: (text) => parseRange(text, TOTAL),
    named(phrase) {
      const text = namedRange(phrase, writtenDollars)
      return text === null || parseRange(text, TOTAL) === null ? null : text
    },
    begins: () => ['$', ...RANGE_WORDS],
    isWeak: () => false,
    words: (text) => rangeWords(text, TOTAL),
    meets({ costs: { total } }, { from, to }) {
      return total !== null && (from === null || total >= from) && (to === null || total <= to)
    },
  },
  product: {
    parse: (text) => (PRODUCT.test(text) ? text : null),
    named: (phrase) => WITH_PRODUCT.exec(phrase)?.[1]?.toUpperCase() ?? null,
    begins: () => PRODUCT_WORDS,
    isWeak: () => false,
    words: (text) => `with ${text}`,
    meets: ({ items }, code) =>
      items.some(({ product }) => product.code?.toUpperCase().startsWith(code) === true),
  },
  courier: {
    parse: (text) => COURIER_NAMES.get(text) ?? null,
    named: (phrase) => COURIER_NAMES.get(phrase) ?? null,
    begins: () => [...COURIER_NAMES.keys()],
    isWeak: () => true,
    words: (text) => courierLabel(text),
    meets({ freight }, slug) {
      const company = nonBlank(freight.tracking_company)?.toLowerCase()
      return company !== undefined && namesOfCourier(slug).includes(company)
    },
  },
  is: {
    parse(text) {
      const marks = text.split(',').filter(isMark)
      return marks.length > 0 && marks.length === text.split(',').length ? marks : null
    },
    named: (phrase) => MARK_NAMES.get(phrase) ?? null,
    begins: () => [...MARK_NAMES.keys()],
    isWeak: (text) => !isMark(text) || MARKS[text].isWeak,
    words: (text) =>
      text
        .split(',')
        .flatMap((mark) => (isMark(mark) ? MARKS[mark].label : []))
        .join(', '),
    meets(order, marks, now) {
      const all = marks.map((mark) => MARKS[mark].meets(order, now))
      return all.includes(false) ? false : all.includes(null) ? null : true
    },
  },
}

interface MarkFacts {
  label: string
  /** The phrases by which the palette knows it. */
  words: readonly string[]
  isWeak: boolean
  meets(order: Order, now: number): boolean | null
}

/** An order that waits this long is late: its age is red (ORD-7). */
export const LATE_MS = 48 * 3_600_000

/** Orders of a customer with the same total are duplicates if this much time or less is between them. */
export const DUPLICATE_MS = 24 * 3_600_000

/** What an order may be that is neither a status nor a word of its search text. */
const MARKS = {
  late: {
    label: 'late',
    words: ['late', 'overdue', 'waiting too long'],
    isWeak: true,
    meets(order, now) {
      const at = parseInstant(orderedAt(order))
      return at !== null && at <= now - LATE_MS && !isShipped(order) && !isStopped(order)
    },
  },
  'on-account': {
    label: 'on account',
    words: ['on account'],
    isWeak: true,
    meets: (order) => !isPaid(order) && isOnAccount(order),
  },
  'no-email': {
    label: 'no e-mail address',
    words: ['no e-mail address', 'no email', 'no e-mail', 'no mail', 'without email', 'without e-mail'],
    isWeak: false,
    meets: ({ customer }) => nonBlank(customer.email) === null,
  },
  mine: { label: 'mine', words: ['mine', 'by me'], isWeak: true, meets: () => null },
  'not-printed': {
    label: 'label not printed',
    words: ['not printed', 'unprinted', 'label not printed', 'labels not printed', 'not labelled'],
    isWeak: false,
    meets: (order) => (isShipped(order) ? null : false),
  },
  'not-picked-up': {
    label: 'not picked up',
    words: ['not picked up', 'waiting for the courier', 'not collected by courier'],
    isWeak: true,
    meets: (order) => (isShipped(order) ? null : false),
  },
  duplicate: {
    label: 'duplicates',
    words: ['duplicate', 'duplicates', 'dupes', 'doubles', 'entered twice', 'ordered twice'],
    isWeak: true,
    meets: () => null,
  },
} as const satisfies Record<string, MarkFacts>
export type MarkName = keyof typeof MARKS

function isMark(text: string): text is MarkName {
  return Object.hasOwn(MARKS, text)
}

/** The marks by the phrases for them, folded. */
export const MARK_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(MARKS).flatMap(([mark, { words }]) =>
    words.map((word): [string, string] => [fold(word), mark]),
  ),
)

function isCriterionName(name: string): name is OrderCriterionName {
  return Object.hasOwn(ORDER_CRITERIA, name)
}

/** In the order of the title. */
export const ORDER_CRITERION_NAMES: readonly OrderCriterionName[] =
  Object.keys(ORDER_CRITERIA).filter(isCriterionName)

/** Those that are days; the rest of the filter then needs no range of dates. */
export const DAY_CRITERIA = ['ordered', 'paid', 'packed', 'shipped'] as const

/** The criteria of an address. Invalid ones count as absent. */
export function readCriteria(search: URLSearchParams, today: string): OrderCriteria {
  const criteria: OrderCriteria = {}
  for (const name of ORDER_CRITERION_NAMES) {
    const text = search.get(name)
    if (text !== null && ORDER_CRITERIA[name].parse(text, today) !== null) criteria[name] = text
  }
  return criteria
}

/** Those of the parameters of a list or a call. */
export function criteriaOf(parameters: OrderCriteria): Partial<Record<OrderCriterionName, string>> {
  const criteria: Partial<Record<OrderCriterionName, string>> = {}
  for (const name of ORDER_CRITERION_NAMES) {
    const text = parameters[name]
    if (text !== undefined) criteria[name] = text
  }
  return criteria
}

/** Calls a function with each criterion and its value. An invalid text calls it with null. */
export function eachCriterion<Result>(
  criteria: OrderCriteria,
  today: string,
  of: <Name extends OrderCriterionName>(name: Name, value: CriterionValues[Name] | null) => Result,
): Result[] {
  const one = <Name extends OrderCriterionName>(name: Name): Result[] => {
    const text = criteria[name]
    return text === undefined ? [] : [of(name, ORDER_CRITERIA[name].parse(text, today))]
  }
  return ORDER_CRITERION_NAMES.flatMap((name) => one(name))
}

/** Whether an order meets all criteria; null if only the server can tell. */
export function meetsCriteria(
  criteria: OrderCriteria,
  order: Order,
  today: string,
  now: number,
): boolean | null {
  const all = eachCriterion(criteria, today, (name, value) =>
    value === null ? false : ORDER_CRITERIA[name].meets(order, value, now),
  )
  return all.includes(false) ? false : all.includes(null) ? null : true
}

/** Each criterion in words: 'ordered this week', 'over $500.00'. */
export function criteriaWords(
  criteria: OrderCriteria,
  today: string,
): { name: OrderCriterionName; words: string }[] {
  return ORDER_CRITERION_NAMES.flatMap((name) => {
    const text = criteria[name]
    return text === undefined ? [] : [{ name, words: ORDER_CRITERIA[name].words(text, today) }]
  })
}

const NAMED_PERIODS: Readonly<Record<string, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: dayPlus(today, -1), to: dayPlus(today, -1) }),
  'this-week': (today) => periodAround(today, 'week'),
  'last-week': (today) => periodAround(dayPlus(today, -7), 'week'),
  'this-month': (today) => periodAround(today, 'month'),
  'last-month': (today) => periodAround(dayPlus(periodAround(today, 'month').from, -1), 'month'),
}

/** The texts of the periods that follow the calendar: 'this-week'. */
export const PERIOD_NAMES: readonly string[] = Object.keys(NAMED_PERIODS)

const LAST_DAYS = /^last-(\d{1,3})-days$/
const DAYS = /^(\d{4}-\d\d-\d\d)?(\.\.)?(\d{4}-\d\d-\d\d)?$/

/** Reads `this-week`, `last-7-days`, `2026-11-21`, `2026-11-21..2026-11-24`, `2026-11-21..` and `..2026-11-24`. */
function parseDays(text: string, today: string): DayRange | null {
  const [, count] = LAST_DAYS.exec(text) ?? []
  if (count !== undefined) return { from: dayPlus(today, Math.min(0, 1 - Number(count))), to: today }
  if (PERIOD_NAMES.includes(text)) return NAMED_PERIODS[text]?.(today) ?? null
  const [, first = null, dots, last = null] = DAYS.exec(text) ?? []
  const from = first
  const to = dots === undefined ? first : last
  const days = [from, to].filter((day) => day !== null)
  if (days.length === 0 || !days.every(isExistingDay)) return null
  return from !== null && to !== null && from > to ? null : { from, to }
}

function dayWords(day: string): string {
  return day.split('-').reverse().join('/')
}

function dayRangeWords(text: string): string {
  const last = LAST_DAYS.exec(text)
  if (last) return `in the last ${last[1]} days`
  if (PERIOD_NAMES.includes(text)) return text.replace('-', ' ')
  const [from = '', to] = text.split('..')
  if (to === undefined) return dayWords(from)
  if (from === '') return `until ${dayWords(to)}`
  return to === '' ? `since ${dayWords(from)}` : `${dayWords(from)} to ${dayWords(to)}`
}

/** Dollars including GST, in cents. */
const TOTAL = { decimals: 2, words: formatCents }

/** Dollars with two decimals, or none for whole ones. */
function writtenDollars(dollars: number): string {
  return dollars.toFixed(2).replace('.00', '')
}

/** A code or the beginning of one, in upper case. */
const PRODUCT = /^[^\p{Ll}\s,]{3,40}$/u
const PRODUCT_WORDS = ['with', 'containing', 'has']
const WITH_PRODUCT = new RegExp(
  String.raw`^(?:${PRODUCT_WORDS.join('|')}) ((?=\S*[\d/-])[a-z\d][a-z\d/#.+_-]{2,39})$`,
)
