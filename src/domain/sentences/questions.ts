import type { FreightFigures, OrderFigures } from '../../contract/answers.ts'
import type { HistoryEntry, HistoryType } from '../../contract/history.ts'
import {
  ORDER_ACTION_NAMES,
  type Order,
  type OrderAction,
  type ShippingCompany,
} from '../../contract/orders.ts'
import { formatDateTime, parseInstant } from '../calendar/nz-time.ts'
import { formatCents } from '../format/money.ts'
import { capitalised, counted, fold, nonBlank } from '../format/text.ts'
import { consignmentStage, shownStage } from '../freight/consignment.ts'
import { consignmentTimeline, consignmentTotals } from '../freight/consignment-details.ts'
import { courierLabel } from '../freight/couriers.ts'
import { formatWeight } from '../freight/parcels.ts'
import { ORDER_CRITERIA } from '../lists/order-criteria.ts'
import { ORDER_FILTERS, type OrderFilter } from '../lists/order-filter.ts'
import { ORDER_ACTIONS } from '../orders/order-actions.ts'
import { isPacked, isPaid, isShipped, leavesByHand, shownStatus } from '../orders/order-status.ts'
import { orderedAt } from '../orders/order-words.ts'
import type { Records } from '../records/record-kind.ts'
import { FACT_NAMES, FACTS, type FactName, factOf } from './record-facts.ts'

/** What may be asked in the palette (PAL-17). */
export type AskedQuestion =
  /** How many orders a list has, or the sum of their totals. `words`: the list in words. */
  | { of: 'orders'; asks: 'count' | 'total'; isByBranch: boolean; filter: OrderFilter; words: string }
  /** What the freight of some days cost; `days` as a list of orders has them. */
  | { of: 'freight'; courier: ShippingCompany | null; days: string }
  | { of: 'record'; asks: RecordAsk; code: string }
  /** A fact of the customers with a name. */
  | { of: 'customers'; fact: FactName; name: string }

/** What may be asked of a record. */
export type RecordAsk =
  | { about: 'who' | 'when'; step: AskedStepName }
  | { about: 'where' | 'weight' | 'total' }
  | { about: 'fact'; fact: FactName }

/** What is shown, and what Enter copies; null if that is nothing. */
export interface Answer {
  title: string
  copied: string | null
  /** When it was true, ISO 8601; absent if it was just read. */
  at?: string
  /** The code of the record that it is about, which may be typed in another way; absent if it is about none. */
  code?: string
}

interface AskedStep {
  /** Words for it after 'who' and 'when'. */
  words: readonly string[]
  /** Its entries in the history; none if no user takes it. */
  types: readonly HistoryType[]
  /** When it was taken; null if it is not known. */
  at(order: Order): string | null
  isDone(order: Order): boolean
  /** What happened in its place; null if nothing did. */
  instead?(order: Order): string | null
}

/** The actions that count as one step of an order, as both ways to pack do. */
const actionsOf = (step: OrderAction) =>
  ORDER_ACTION_NAMES.filter((name) => ORDER_ACTIONS[name].step === step)

/** The steps of an order of which may be asked who took them, and when. */
const ASKED_STEPS = {
  ordered: {
    words: ['ordered', 'placed', 'created', 'come in', 'came in'],
    types: [],
    at: orderedAt,
    isDone: () => true,
  },
  paid: {
    words: ['paid', 'pay', 'recorded payment of'],
    types: actionsOf('record-payment'),
    at: ({ dates }) => dates.paid_at,
    isDone: isPaid,
  },
  packed: {
    words: ['packed', 'pack', 'picked', 'pick'],
    types: actionsOf('pack'),
    at: ({ dates }) => dates.ready_at,
    isDone: isPacked,
  },
  shipped: {
    words: ['shipped', 'ship', 'sent', 'send', 'dispatched', 'despatched', 'booked', 'left', 'go out', 'go'],
    types: ['create-consignment', ...ORDER_ACTION_NAMES.filter((name) => ORDER_ACTIONS[name].isLast)],
    at: ({ dates }) => dates.shipped_at,
    isDone: isShipped,
  },
  collected: {
    words: ['collected', 'collect', 'picked up', 'pick up', 'fetched'],
    types: actionsOf('record-collection'),
    at: ({ dates }) => dates.shipped_at,
    isDone: (order) => isShipped(order) && leavesByHand(order),
    instead: (order) => (isShipped(order) ? 'was sent, not collected' : null),
  },
  held: {
    words: ['held', 'hold', 'put on hold', 'on hold', 'stopped'],
    types: ['hold'],
    at: ({ hold }) => hold?.at ?? null,
    isDone: ({ hold }) => hold !== undefined,
  },
  skipped: {
    words: ['skipped', 'skip', 'set aside'],
    types: ['skip'],
    at: () => null,
    isDone: ({ skipped }) => skipped !== undefined,
  },
} as const satisfies Record<string, AskedStep>
type AskedStepName = keyof typeof ASKED_STEPS

const ASKED_STEP_NAMES = Object.keys(ASKED_STEPS).filter((name): name is AskedStepName =>
  Object.hasOwn(ASKED_STEPS, name),
)

/** What a phrase beside a code asks, folded and without the words of `HELPING`: 'who packed', 'phone of'. */
export const RECORD_ASKS: ReadonlyMap<string, RecordAsk> = new Map([
  ...ASKED_STEP_NAMES.flatMap((step) =>
    ASKED_STEPS[step].words.flatMap((word): [string, RecordAsk][] => [
      ...(ASKED_STEPS[step].types.length > 0
        ? [[`who ${word}`, { about: 'who', step }] as [string, RecordAsk]]
        : []),
      [`when ${word}`, { about: 'when', step }],
    ]),
  ),
  ...['where', 'wheres', "where's"].map((word): [string, RecordAsk] => [word, { about: 'where' }]),
  ...['weight', 'weight of', 'how heavy', 'weighs'].map((word): [string, RecordAsk] => [
    word,
    { about: 'weight' },
  ]),
  ...['total', 'total of', 'value of', 'how much'].map((word): [string, RecordAsk] => [
    word,
    { about: 'total' },
  ]),
  ...FACT_NAMES.flatMap((fact) =>
    factWords(fact).map((word): [string, RecordAsk] => [`${word} of`, { about: 'fact', fact }]),
  ),
])

/** The same of facts without `of`, beside the code of an order. `mail` is a verb. */
export const ORDER_ASKS: ReadonlyMap<string, RecordAsk> = new Map(
  (['address', 'phone', 'mobile', 'email'] as const).flatMap((fact) =>
    factWords(fact)
      .filter((word) => word !== 'mail')
      .map((word): [string, RecordAsk] => [word, { about: 'fact', fact }]),
  ),
)

function factWords(fact: FactName): string[] {
  const { noun, words } = FACTS[fact]
  return [...new Set([fact, noun, ...words].map(fold))]
}

/** Words of a question that do not change it. */
export const HELPING: ReadonlySet<string> = new Set(
  "a an are been by customer customers did do does for get got has have is it much order orders s the there was were what what's whats".split(
    ' ',
  ),
)

/** Words before a list, and what they ask of it. */
export const LIST_ASKS: ReadonlyMap<string, 'count' | 'total'> = new Map([
  ...['how many', 'count', 'count of', 'number of'].map((words): [string, 'count'] => [words, 'count']),
  ...['total', 'total of', 'sum', 'sum of', 'value of'].map((words): [string, 'total'] => [words, 'total']),
])

/** Words before a courier and days. */
export const COST_WORDS: ReadonlySet<string> = new Set(['cost', 'costs', 'cost of', 'freight cost'])

/** Words at the end of a list. */
export const BY_BRANCH: ReadonlySet<string> = new Set(['by branch', 'per branch', 'each branch'])

/** Identifies a question, in a text that may be an attribute: an answer to another one is not shown. */
export function questionKey(question: AskedQuestion): string {
  return JSON.stringify(question).replaceAll(/["{}[\]\\]/g, '')
}

/** What is asked, in words, with the period: 'Unpaid orders · Christchurch'. */
export function questionWords(question: AskedQuestion, today: string): string {
  switch (question.of) {
    case 'orders':
      return question.words
    case 'freight': {
      const { courier, days } = question
      const of = courier === null ? 'freight of all couriers' : courierLabel(courier)
      return `${capitalised(of)} · booked ${ORDER_CRITERIA.ordered.words(days, today).replace('ordered ', '')}`
    }
    case 'record':
      return question.code
    case 'customers':
      return `${capitalised(FACTS[question.fact].plural)} · “${question.name}”`
  }
}

/** The answer about a list of orders. */
export function answerOfOrders(
  { asks, isByBranch }: Pick<Extract<AskedQuestion, { of: 'orders' }>, 'asks' | 'isByBranch'>,
  { at, count, total, branches }: OrderFigures,
): Answer {
  const shown = (figures: { count: number; total: number }) =>
    asks === 'count' ? String(figures.count) : formatCents(figures.total)
  const whole =
    asks === 'count' ? counted(count, 'order') : `${formatCents(total)} in ${counted(count, 'order')}`
  if (!isByBranch) return { title: whole, copied: shown({ count, total }), at }
  const parts = branches.map((figures) => `${branchLabel(figures.branch)} ${shown(figures)}`).join(', ')
  return {
    title: parts === '' ? whole : `${whole}: ${parts}`,
    copied: parts === '' ? shown({ count, total }) : parts,
    at,
  }
}

function branchLabel(branch: string): string {
  const { choices, values } = ORDER_FILTERS.branch
  const known = choices.find((choice) => choice === branch)
  return known === undefined ? branch : values[known].label
}

/** The answer about the freight of some days. Costs exclude GST. */
export function answerOfFreight({ at, count, cost }: FreightFigures): Answer {
  const sum = formatCents(cost)
  return { title: `${sum} excl. GST for ${counted(count, 'consignment')}`, copied: sum, at }
}

/** What is known of a record that is asked about. */
export interface AskedRecord extends Partial<Pick<Records, 'order' | 'consignment' | 'customer'>> {
  /** Newest first; absent if the back end records none. */
  history?: readonly HistoryEntry[]
  /** Whether the history has older entries than these. */
  isHistoryCut?: boolean
  /** Kilograms of all items of the order; null if unknown. */
  weight?: number | null
}

/** The answer about a record. */
export function answerOfRecord(asks: RecordAsk, record: AskedRecord): Answer {
  switch (asks.about) {
    case 'who':
      return record.order ? whoAnswer(record.order, asks.step, record) : nothing('Ask it of an order')
    case 'when':
      return record.order ? whenAnswer(record.order, asks.step) : nothing('Ask it of an order')
    case 'where':
      return whereAnswer(record)
    case 'weight':
      return weightAnswer(record)
    case 'total':
      return record.order
        ? {
            title: `${formatCents(record.order.costs.total)} incl. GST`,
            copied: formatCents(record.order.costs.total),
          }
        : nothing('Ask it of an order')
    case 'fact':
      return factAnswer(record, asks.fact)
  }
}

function nothing(title: string): Answer {
  return { title, copied: null }
}

function sentence(title: string): Answer {
  return { title, copied: title }
}

/** That a step was not taken; null if it was. */
function notDone(order: Order, name: AskedStepName): Answer | null {
  const step: AskedStep = ASKED_STEPS[name]
  if (step.isDone(order)) return null
  return sentence(`${order.code} ${step.instead?.(order) ?? `is not ${name}`}`)
}

function whoAnswer(
  order: Order,
  name: AskedStepName,
  { history, isHistoryCut = false }: Pick<AskedRecord, 'history' | 'isHistoryCut'>,
): Answer {
  const step: AskedStep = ASKED_STEPS[name]
  const { code } = order
  const undone = notDone(order, name)
  if (undone) return undone
  if (!history) return nothing('This server records no history')
  const entry = history.find(({ type }) => step.types.some((one) => one === type))
  if (!entry && isHistoryCut)
    return nothing(`Who ${name} ${code} is not among the latest ${history.length} entries of its history`)
  if (!entry) return sentence(`Who ${name} ${code} is not recorded`)
  const by = nonBlank(entry.details.collected_by)
  const at = formatDateTime(entry.at)
  if (by !== null)
    return sentence(`${by} collected ${code}, recorded by ${entry.staff_name ?? 'nobody'}, ${at}`)
  const verb = name === 'held' ? `put ${code} on hold` : `${name} ${code}`
  return sentence(`${entry.staff_name ?? 'No member of staff'} ${verb}, ${at}`)
}

function whenAnswer(order: Order, name: AskedStepName): Answer {
  const step: AskedStep = ASKED_STEPS[name]
  const at = step.at(order)
  const undone = notDone(order, name)
  if (undone) return undone
  if (at === null || parseInstant(at) === null)
    return sentence(`When ${order.code} was ${name} is not recorded`)
  return sentence(`${order.code} was ${name} ${formatDateTime(at)}`)
}

function whereAnswer({ order, consignment }: AskedRecord): Answer {
  if (consignment) {
    const last = consignmentTimeline(consignment).at(-1)
    const parts = [shownStage(consignmentStage(consignment)).label, last?.title, last?.place, last?.date]
    return sentence(`${consignment.tracking_code}: ${parts.filter((part) => part != null).join(', ')}`)
  }
  if (!order) return nothing('Ask it of an order or a consignment')
  const { tracking_code, tracking_company } = order.freight
  const sent = nonBlank(tracking_code) === null ? null : `${courierLabel(tracking_company)} ${tracking_code}`
  const at = isShipped(order) ? formatDateTime(order.dates.shipped_at) : null
  const parts = [shownStatus(order.status).label, sent, at].filter((part) => part !== null)
  return sentence(`${order.code}: ${parts.join(', ')}`)
}

function weightAnswer({ order, consignment, weight = null }: AskedRecord): Answer {
  const kilograms = consignment ? consignmentTotals(consignment).weight : weight
  if (!consignment && !order) return nothing('Ask it of an order or a consignment')
  if (kilograms === null) return nothing('The weight of a product is not known')
  const text = `${formatWeight(kilograms)} kg`
  return { title: consignment ? `${text} as booked` : `${text} by its products`, copied: text }
}

function factAnswer({ order, consignment, customer }: AskedRecord, fact: FactName): Answer {
  const text = order
    ? factOf('order', order, fact)
    : consignment
      ? factOf('consignment', consignment, fact)
      : customer
        ? factOf('customer', customer, fact)
        : null
  return text === null ? nothing(`It has no ${FACTS[fact].noun}`) : { title: text, copied: text }
}
