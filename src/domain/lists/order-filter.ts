import {
  type Branch,
  joinCodes,
  MOST_CODES,
  ORDER_FILTER_VALUES,
  type Order,
  type OrderFilterName,
  type OrderListQuery,
  splitCodes,
} from '../../contract/orders.ts'
import { dayOfInstant, parseInstant } from '../calendar/nz-time.ts'
import { isOnAccount, isPacked, isPaid, isShipped } from '../orders/order-status.ts'
import { orderedAt } from '../orders/order-words.ts'
import { isStopped, searchedStatus, standingOf, standingWords } from '../orders/standing.ts'
import { readTextFilter, type TextFilter, textParameters } from './list-address.ts'
import {
  criteriaOf,
  criteriaWords,
  DAY_CRITERIA,
  meetsCriteria,
  type OrderCriteria,
  readCriteria,
} from './order-criteria.ts'

/**
 * What an order must be for a filter. The console checks new orders for it, and the server translates it to SQL, so that
 * both have the same rule.
 */
export interface OrderCondition {
  branch: Branch
  /** Ordered within so many days, which count back from the present moment. */
  days: number
  isPaid: boolean
  isPacked: boolean
  isShipped: boolean
  /** Stopped orders are no work to be done; held ones are (ORD-42). */
  isStopped: boolean
  /** Neither stopped nor held, and the customer's credit is not stopped. */
  isOpen: boolean
  /** Paid, or on account. */
  isPaidOrOnAccount: boolean
}

export type OrderValue<Name extends OrderFilterName> = (typeof ORDER_FILTER_VALUES)[Name][number] | 'all'

/** The value of each filter. */
export type OrderChoices = { [Name in OrderFilterName]: OrderValue<Name> }

/** The facts of one value of a filter. */
interface ChoiceFacts {
  label: string
  /** In the title of the list; null says nothing. That of the status is its noun. */
  title: string | null
  /** In the sentence that explains an empty list. That of the status is its adjective. */
  sentence: string
  /** Words besides the label by which the palette knows it; null if it is not known by its label either. */
  words: readonly string[] | null
  condition: Partial<OrderCondition>
}

/** The facts of a filter: a choice among values, of which 'all' does not filter. */
interface OrderFilterFacts<Value extends string> {
  label: string
  /** Its accessible name, if its label is too short. */
  name?: string
  /** In the order of its select. */
  choices: readonly Value[]
  initial: Value
  /** Whether its words are also parts of customers' names, so that they filter only alone or beside others. */
  isWeak: boolean
  values: Record<Value, ChoiceFacts>
}

/**
 * The filters of the orders list (ORD-3, ORD-4). `paid` means waiting to be packed: ready and shipped orders are paid
 * too, but have filters of their own.
 */
export const ORDER_FILTERS: { readonly [Name in OrderFilterName]: OrderFilterFacts<OrderValue<Name>> } = {
  branch: {
    label: 'Branch',
    choices: ['all', ...ORDER_FILTER_VALUES.branch],
    initial: 'all',
    isWeak: true,
    values: {
      all: { label: 'All', title: null, sentence: '', words: null, condition: {} },
      auckland: {
        label: 'Auckland',
        title: 'Auckland',
        sentence: ' in Auckland',
        words: ['akl', 'auck', 'north island'],
        condition: { branch: 'auckland' },
      },
      christchurch: {
        label: 'Christchurch',
        title: 'Christchurch',
        sentence: ' in Christchurch',
        words: ['chch', 'chc', 'south island'],
        condition: { branch: 'christchurch' },
      },
    },
  },
  daterange: {
    label: 'Date',
    name: 'Date range',
    choices: [...ORDER_FILTER_VALUES.daterange, 'all'],
    initial: '30days',
    isWeak: false,
    values: {
      '30days': {
        label: '30 days',
        title: 'last 30 days',
        sentence: ' in the last 30 days',
        words: ['30 day', '30d', 'last month', '1 month', 'one month'],
        condition: { days: 30 },
      },
      '90days': {
        label: '90 days',
        title: 'last 90 days',
        sentence: ' in the last 90 days',
        words: ['90 day', '90d', '3 months', '3 month', 'three months', 'last quarter'],
        condition: { days: 90 },
      },
      '12months': {
        label: '12 months',
        title: 'last 12 months',
        sentence: ' in the last 12 months',
        words: ['12 month', '12m', '12 mths', '1 year', 'one year', 'last year', '365 days'],
        condition: { days: 365 },
      },
      all: {
        label: 'All',
        title: 'all dates',
        sentence: '',
        words: ['all dates', 'any date', 'all time', 'any time', 'ever'],
        condition: {},
      },
    },
  },
  status: {
    label: 'Status',
    choices: ['all', ...ORDER_FILTER_VALUES.status],
    initial: 'all',
    isWeak: false,
    values: {
      all: { label: 'All', title: 'Orders', sentence: '', words: null, condition: {} },
      paid: {
        label: 'Paid',
        title: 'Paid orders',
        sentence: 'paid',
        words: ['not packed'],
        condition: { isPaid: true, isPacked: false, isShipped: false, isStopped: false },
      },
      ready: {
        label: 'Ready',
        title: 'Ready orders',
        sentence: 'ready',
        words: [
          'packed',
          'ready to ship',
          'ready to collect',
          'to ship',
          'not shipped',
          'awaiting collection',
        ],
        condition: { isPacked: true, isShipped: false, isStopped: false },
      },
      shipped: {
        label: 'Shipped',
        title: 'Shipped orders',
        sentence: 'shipped',
        words: ['sent', 'dispatched', 'despatched', 'collected', 'gone out'],
        condition: { isShipped: true },
      },
      unpaid: {
        label: 'Unpaid',
        title: 'Unpaid orders',
        sentence: 'unpaid',
        words: ['not paid', 'awaiting payment', 'owing', 'outstanding', 'to pay', 'ordered'],
        condition: { isPaid: false, isStopped: false },
      },
    },
  },
}

/** The facts of a value. */
function choiceFacts<Name extends OrderFilterName>(name: Name, value: OrderChoices[Name]): ChoiceFacts {
  return ORDER_FILTERS[name].values[value]
}

function isOrderFilterName(name: string): name is OrderFilterName {
  return Object.hasOwn(ORDER_FILTERS, name)
}

/** In the order of the tools. */
export const ORDER_FILTER_NAMES: readonly OrderFilterName[] =
  Object.keys(ORDER_FILTERS).filter(isOrderFilterName)

/** Filter of the orders list: the parameters of its address, choices all with a value, or codes. */
export interface OrderFilter extends TextFilter, OrderChoices, OrderCriteria {
  /** Exactly these orders, in this order; the rest of the filter is ignored. */
  codes?: readonly string[] | undefined
}

/** The default filter: the last 30 days (ORD-3). */
export const DEFAULT_ORDER_FILTER: OrderFilter = {
  page: 1,
  query: '',
  branch: ORDER_FILTERS.branch.initial,
  daterange: ORDER_FILTERS.daterange.initial,
  status: ORDER_FILTERS.status.initial,
}

/** Choices with one of them changed. */
export function withChoice<Choices extends OrderChoices, Name extends OrderFilterName>(
  choices: Choices,
  name: Name,
  value: OrderValue<Name>,
): Choices {
  return { ...choices, [name]: value }
}

/**
 * Parses the filter of an address. Unknown values count as the default.
 * @param today in Auckland, 'yyyy-MM-dd'; null if the back end has no criteria
 */
export function readOrderFilter(search: URLSearchParams, today: string | null): OrderFilter {
  const codes = splitCodes(search.get('codes') ?? '').slice(0, MOST_CODES)
  if (codes.length > 0) return { ...DEFAULT_ORDER_FILTER, daterange: 'all', codes }
  return ORDER_FILTER_NAMES.reduce((filter, name) => withRead(filter, name, search.get(name)), {
    ...DEFAULT_ORDER_FILTER,
    ...readTextFilter(search),
    ...(today !== null && readCriteria(search, today)),
  })
}

function withRead<Name extends OrderFilterName>(
  filter: OrderFilter,
  name: Name,
  text: string | null,
): OrderFilter {
  const value = ORDER_FILTERS[name].choices.find((choice) => choice === text)
  return value === undefined ? filter : withChoice(filter, name, value)
}

/** The filter as address parameters. Defaults are omitted, `daterange=all` is not (ORD-3). */
export function orderParameters(filter: OrderFilter): Record<string, string> {
  if (filter.codes) return { codes: joinCodes(filter.codes) }
  const changed = ORDER_FILTER_NAMES.filter((name) => filter[name] !== ORDER_FILTERS[name].initial)
  return {
    ...textParameters(filter),
    ...Object.fromEntries(changed.map((name) => [name, filter[name]])),
    ...criteriaOf(filter),
  }
}

/** The filter after a change. Any change leads back to page 1 (LIST-3), and from a list of codes to all orders. */
export function changeFilter(filter: OrderFilter, change: Partial<Omit<OrderFilter, 'page'>>): OrderFilter {
  return { ...filter, codes: undefined, ...change, page: 1 }
}

/** The choices as parameters of a list call, without 'all'. */
export function choiceParameters({ branch, daterange, status }: OrderChoices) {
  return {
    branch: chosen(branch),
    daterange: chosen(daterange),
    status: chosen(status),
  } satisfies Record<OrderFilterName, string | undefined>
}

function chosen<Value extends string>(value: Value): Exclude<Value, 'all'> | undefined {
  return isValue(value) ? value : undefined
}

function isValue<Value extends string>(value: Value): value is Exclude<Value, 'all'> {
  return value !== 'all'
}

/** The choices of the parameters of a list call. */
export function choicesOf(parameters: Pick<OrderListQuery, OrderFilterName>): OrderChoices {
  const { branch = 'all', daterange = 'all', status = 'all' } = parameters
  return { branch, daterange, status }
}

/** The title of the list, in words. @param today in Auckland, 'yyyy-MM-dd' */
export function orderTitle({ status, ...filter }: OrderFilter, today: string): (string | null)[] {
  const others = ORDER_FILTER_NAMES.filter((name) => name !== 'status')
  const criteria = criteriaWords(filter, today).map(({ words }) => words)
  const hasDays = DAY_CRITERIA.some((name) => filter[name] !== undefined)
  const titles = others.map((name) =>
    hasDays && filter[name] === 'all' ? null : choiceFacts(name, filter[name]).title,
  )
  return [choiceFacts('status', status).title, ...titles, ...criteria]
}

/**
 * The reason why the list is empty, in one sentence.
 * @example 'Nothing matches “pex 104” in Christchurch in the last 30 days.'
 */
export function whyNoOrders(filter: OrderFilter, today: string): string {
  if (filter.codes) return 'No order has one of these codes.'
  const status = choiceFacts('status', filter.status).sentence
  const subject =
    withoutQueue(filter.query) === ''
      ? `There are no ${status}${status === '' ? '' : ' '}orders to pack`
      : filter.query === ''
        ? `There are no ${status}${status === '' ? '' : ' '}orders`
        : `Nothing matches “${filter.query}”${status === '' ? '' : ` among ${status} orders`}`
  const others = ORDER_FILTER_NAMES.filter((name) => name !== 'status')
  const criteria = criteriaWords(filter, today).map(({ words }) => `, ${words}`)
  return `${subject}${[...others.map((name) => choiceFacts(name, filter[name]).sentence), ...criteria].join('')}.`
}

/** Whether the filter differs from the default in anything but the page. */
export function isFiltered(filter: OrderFilter): boolean {
  return Object.keys(orderParameters({ ...filter, page: 1 })).length > 0
}

/** The same filter on all dates; null if it has them already, or on a page past the end. */
export function allDates(filter: OrderFilter): OrderFilter | null {
  return filter.daterange === 'all' || filter.page > 1 ? null : { ...filter, daterange: 'all' }
}

const DAY_MS = 86_400_000

/** Since when (ms) an order within so many days was ordered. */
export function startOfDays(days: number, now: number): number {
  return now - days * DAY_MS
}

/** How an order shows that it meets each condition. */
const MEETS: {
  readonly [Name in keyof OrderCondition]: (
    order: Order,
    wanted: OrderCondition[Name],
    now: number,
  ) => boolean
} = {
  branch: ({ freight }, branch) => freight.branch === branch,
  days(order, days, now) {
    const at = parseInstant(orderedAt(order))
    return at !== null && at >= startOfDays(days, now)
  },
  isPaid: (order, wanted) => isPaid(order) === wanted,
  isPacked: (order, wanted) => isPacked(order) === wanted,
  isShipped: (order, wanted) => isShipped(order) === wanted,
  isStopped: (order, wanted) => isStopped(order) === wanted,
  isOpen: (order, wanted) => (standingOf(order).is === 'open') === wanted,
  isPaidOrOnAccount: (order, wanted) => (isPaid(order) || isOnAccount(order)) === wanted,
}

/** What orders must be for some choices. */
export function conditionsOf(choices: OrderChoices): Partial<OrderCondition>[] {
  return ORDER_FILTER_NAMES.map((name) => choiceFacts(name, choices[name]).condition)
}

/** Calls a function with each part of a condition that is set. */
export function partsOf<Part>(
  condition: Partial<OrderCondition>,
  of: <Name extends keyof OrderCondition>(name: Name, wanted: OrderCondition[Name]) => Part,
): Part[] {
  const part = <Name extends keyof OrderCondition>(name: Name) => {
    const wanted = condition[name]
    return wanted === undefined ? [] : [of(name, wanted)]
  }
  return CONDITION_NAMES.flatMap(part)
}

function isConditionName(name: string): name is keyof OrderCondition {
  return Object.hasOwn(MEETS, name)
}

const CONDITION_NAMES = Object.keys(MEETS).filter(isConditionName)

/** Whether an order is what some choices select. */
export function isChosen(choices: OrderChoices, order: Order, now: number): boolean {
  return conditionsOf(choices).every((condition) => meets(condition, order, now))
}

function meets(condition: Partial<OrderCondition>, order: Order, now: number): boolean {
  return partsOf(condition, (name, wanted) => MEETS[name](order, wanted, now)).every(Boolean)
}

/** The search for the queue of orders to pack, which lists them oldest first (ORD-62). */
export const QUEUE = 'to pack'
const QUEUE_WORDS = /(?<=^|\s)to[\s-]+pack(?=\s|$)/i

/** What orders of the queue are. */
export const TO_PACK: Partial<OrderCondition> = {
  isPacked: false,
  isShipped: false,
  isStopped: false,
  isOpen: true,
  isPaidOrOnAccount: true,
}

/** A search without its words for the queue; null for one without them. */
export function withoutQueue(query: string): string | null {
  return QUEUE_WORDS.test(query) ? query.replace(QUEUE_WORDS, ' ').trim() : null
}

/** The search for the orders that an import has added or changed, by its number. */
export const importQuery = (id: string): string => `import ${id}`

/** The number of the import whose orders a search finds; null for any other search. */
export function searchedImport(query: string): number | null {
  const [, id] = /^\s*import\s+#?(\d{1,9})\s*$/i.exec(query) ?? []
  return id === undefined ? null : Number(id)
}

/** Whether an order is to be packed now. */
export function isToPack(order: Order, now: number): boolean {
  return meets(TO_PACK, order, now)
}

/**
 * Whether a new order belongs to the first page of a list. False for a list of codes and for a search, unless it is for a
 * status or the queue, and for criteria such as `mine`: only the server can tell what others find.
 */
export function orderBelongsTo(filter: OrderFilter, order: Order, now: number): boolean {
  const { codes, page, query } = filter
  if (codes !== undefined || page !== 1) return false
  const isFound =
    withoutQueue(query) === ''
      ? isToPack(order, now)
      : query === '' || standingWords(order).some((word) => word === searchedStatus(query))
  return (
    isFound && isChosen(filter, order, now) && meetsCriteria(filter, order, dayOfInstant(now), now) === true
  )
}
