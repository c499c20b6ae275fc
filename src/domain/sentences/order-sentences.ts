import { type Order, PAYMENT_METHODS } from '../../contract/orders.ts'
import { beginsDay, daysAfter, formatDay, readDay, weekdayOf } from '../calendar/nz-calendar.ts'
import { formatCents, parseCents } from '../format/money.ts'
import { fold, nonBlank } from '../format/text.ts'
import { COURIER_NAMES, courierLabel, DEFAULT_COURIER, takesTrackingUrl } from '../freight/couriers.ts'
import { longStepText, ORDER_ACTIONS, type OrderDialogName } from '../orders/order-actions.ts'
import { isPickup, statusOf } from '../orders/order-status.ts'
import { paymentDayFault, RECORDED_METHODS, USUAL_METHOD } from '../orders/payment.ts'
import { standingOfWord } from '../orders/standing.ts'
import { stepsToTakeBack } from '../orders/taking-back.ts'
import { type Argument, byWords, type Given, textAfter, wordOf } from './arguments.ts'

const METHOD_WORDS: Record<(typeof PAYMENT_METHODS)[number], readonly string[]> = {
  bank: ['bank', 'bank transfer', 'transfer', 'deposit', 'direct credit', 'internet banking'],
  cash: ['cash'],
  card: ['card', 'eftpos', 'credit card', 'debit card', 'visa', 'mastercard'],
}

const PAYMENT: readonly Argument[] = [
  wordOf({ noun: 'method', example: 'cash' }, 'payment_method', byWords(METHOD_WORDS)),
  {
    noun: 'date',
    example: 'yesterday',
    choices: ['today', 'yesterday'],
    keywords: ['on', 'dated'],
    isFree: true,
    begins: beginsDay,
    most: 3,
    read(text, today) {
      const day = readDay(text, today)
      return day === null || paymentDayFault(day, today) !== null ? null : { date_paid: day }
    },
  },
  {
    // Never sent, because the order's total is; read so that another sum can be named.
    noun: 'amount',
    example: '',
    isFree: true,
    most: 1,
    read(text) {
      const cents = parseCents(text)
      return cents === null ? null : { amount: String(cents) }
    },
  },
  {
    ...textAfter({ noun: 'reference', example: 'ref 88' }, ['ref', 'reference', 'receipt'], 'reference'),
    yields: true,
    inQuotes: true,
  },
]

const SILENT = new Set([
  ...['mail', 'email', 'e-mail', 'message', 'notification'].flatMap((word) => [
    `no ${word}`,
    `without ${word}`,
  ]),
  'silently',
  'quietly',
])

const PACKING: readonly Argument[] = [
  {
    noun: 'no mail',
    example: 'no mail',
    choices: ['no mail'],
    isFree: true,
    saysHow: true,
    most: 2,
    read: (text) => (SILENT.has(fold(text)) ? { send_notification: false } : null),
  },
  {
    ...textAfter({ noun: 'message', example: 'saying …' }, ['message', 'saying'], 'message'),
    inQuotes: true,
    read: (message) => ({ message, messageTyped: true }),
  },
]

const WITH_REASON = { field: 'reason', words: 'the reason' }

const REASON: readonly Argument[] = [
  {
    ...textAfter({ noun: 'reason', example: 'the reason' }, ['because', 'reason'], 'reason'),
    isFree: true,
    begunBy: ['paid'],
  },
]

const TRACKING_CODE = /^(?=.*\d)[\p{L}\d][\p{L}\d-]{4,}$/u

/** Whether a word looks like the code of an order. It is no tracking code: nobody could tell what `108858 tracking 108856` ships. */
export function looksLikeOrder(word: string): boolean {
  return /^[a-z]?\d{5,6}$/i.test(word)
}
const ADDRESS = /^https?:\/\/\S+$/i

/** What may follow the verbs of an order's dialog, and what then happens. */
export interface Sentence {
  /** Verbs that name the command only together with codes: alone they are words to search for. */
  verbs?: readonly string[]
  arguments: readonly Argument[]
  /** What confirming the dialog does, in one sentence, with the values that it presets. */
  says(order: Order, given: Given, today: string): string
  /** The field without which it cannot be confirmed, and what it says. */
  required?: { field: string; words: string }
  /** Whether it can be undone for some seconds, so that it may be carried out without its dialog being looked at. */
  canUndo: boolean
}

/**
 * The dialogs that can be steps of one sentence (PAL-13). A step taken back cannot be undone, and a payment and a packing in
 * one go are two steps.
 */
export type StepName = Exclude<OrderDialogName, 'take-back' | 'pay-and-pack'>

interface StepSentence extends Sentence {
  /**
   * The order after the step, as far as it decides the next steps and their sentences.
   * @param today in Auckland, 'yyyy-MM-dd'; the instant is the server's
   */
  after(order: Order, given: Given, today: string): Order
}

/** The sentences of the dialogs for one order. */
export const ORDER_SENTENCES: {
  readonly [Name in OrderDialogName]: Name extends StepName ? StepSentence : Sentence
} = {
  'record-payment': {
    arguments: PAYMENT,
    says: paymentWords,
    after: (order, _, today) => withDates(order, { paid_at: today }),
    canUndo: true,
  },
  pack: {
    arguments: PACKING,
    says: (order, given) => `Pack ${order.code} ${messageWords(order, given)}`,
    after: packed,
    canUndo: true,
  },
  'pack-on-account': {
    arguments: PACKING,
    says: (order, given) => `Pack ${order.code} on account ${messageWords(order, given)}`,
    after: packed,
    canUndo: true,
  },
  'pay-and-pack': {
    arguments: [...PAYMENT, ...PACKING],
    says: (order, given, today) =>
      `${paymentWords(order, given, today)}, and pack it ${messageWords(order, given)}`,
    canUndo: true,
  },
  'record-collection': {
    arguments: [
      textAfter({ noun: 'notes', example: 'notes …' }, ['note', 'notes'], 'notes'),
      {
        ...textAfter({ noun: 'name', example: 'who collected it' }, ['by'], 'collected_by'),
        isFree: true,
        usualOf: 'collected_by',
      },
    ],
    says(order, given) {
      const [by, notes] = [textIn(given, 'collected_by'), textIn(given, 'notes')]
      return `Record the collection of ${order.code}${by ? ` by ${by}` : ''}${notes ? `, notes “${notes}”` : ''}`
    },
    after: (order, _, today) => shipped(order, today),
    required: { field: 'collected_by', words: 'who collected it' },
    canUndo: true,
  },
  'add-tracking': {
    verbs: ['tracking'],
    arguments: [
      wordOf({ noun: 'courier', example: 'aramex' }, 'shipping_company', COURIER_NAMES),
      {
        noun: 'tracking code',
        example: 'the code',
        keywords: ['code', 'number'],
        isFree: true,
        most: 1,
        read: (text) => (TRACKING_CODE.test(text) && !looksLikeOrder(text) ? { tracking_code: text } : null),
      },
      {
        noun: 'address',
        example: '',
        isFree: true,
        most: 1,
        read: (text) => (ADDRESS.test(text) ? { tracking_url: text } : null),
      },
    ],
    says(order, given) {
      const code = textIn(given, 'tracking_code')
      const courier = courierLabel(textIn(given, 'shipping_company') ?? DEFAULT_COURIER)
      const address = idleAddress(given) === null ? textIn(given, 'tracking_url') : null
      return `Mark ${order.code} as shipped by ${courier}${code ? `, tracking code ${code}` : ''}${address ? `, tracked at ${address}` : ''}`
    },
    after(order, given, today) {
      const freight = { ...order.freight, tracking_code: textIn(given, 'tracking_code') ?? '' }
      return shipped({ ...order, freight }, today)
    },
    required: { field: 'tracking_code', words: 'the tracking code' },
    canUndo: true,
  },
  'skip-order': {
    arguments: REASON,
    says: (order, given) => `Skip ${order.code} until tomorrow${reasonWords(given)}`,
    after: (order, given, today) => ({
      ...order,
      skipped: { until: today, reason: textIn(given, 'reason') ?? '', by: null },
    }),
    required: WITH_REASON,
    canUndo: true,
  },
  'hold-order': {
    verbs: ['hold'],
    arguments: REASON,
    says: (order, given) => `Put ${order.code} on hold${reasonWords(given)}`,
    after: (order, given, today) => ({
      ...order,
      hold: { at: today, by: 'you', reason: textIn(given, 'reason') ?? '' },
    }),
    required: WITH_REASON,
    canUndo: true,
  },
  'release-order': {
    arguments: REASON,
    says: (order, given) => `Release ${order.code}${reasonWords(given)}`,
    after: ({ hold: _, ...order }) => withStatus(order),
    required: WITH_REASON,
    canUndo: true,
  },
  'take-back': {
    // Alone, it undoes what the user has just done.
    verbs: ['undo'],
    arguments: REASON,
    says(order, given) {
      const [last] = stepsToTakeBack(order)
      const step = last ? `the ${ORDER_ACTIONS[last].noun}` : 'the last step'
      return `Take back ${step} of ${order.code}${reasonWords(given)}`
    },
    required: WITH_REASON,
    canUndo: false,
  },
}

function packed(order: Order, _: Given, today: string): Order {
  return withDates(order, { ready_at: today })
}

/** An order that has left is not skipped any more. */
function shipped({ skipped: _, ...order }: Order, today: string): Order {
  return withDates(order, { shipped_at: today })
}

function withDates(order: Order, dates: Partial<Order['dates']>): Order {
  return withStatus({ ...order, dates: { ...order.dates, ...dates } })
}

/** No step overwrites a status that stops or holds the order (ORD-41). */
function withStatus(order: Order): Order {
  const is = standingOfWord(order.status)
  const isKept = is === 'stopped' || (is === 'held' && order.hold !== undefined)
  return isKept ? order : { ...order, status: statusOf(order.dates, order.freight) }
}

function textIn(given: Given, field: string): string | null {
  const value = given[field]
  return typeof value === 'string' ? nonBlank(value) : null
}

function reasonWords(given: Given): string {
  const reason = textIn(given, 'reason')
  return reason === null ? '' : `: ${reason}`
}

function paymentWords({ code, costs }: Order, given: Given, today: string): string {
  const method = PAYMENT_METHODS.find((one) => one === given.payment_method) ?? USUAL_METHOD
  const reference = textIn(given, 'reference')
  const paid = dayWords(textIn(given, 'date_paid') ?? today, today)
  const words = `Record ${formatCents(costs.total)} for ${code} as ${RECORDED_METHODS[method].toLowerCase()}, ${paid}`
  return reference === null ? words : `${words}, reference ${reference}`
}

/** 'today', 'yesterday', 'Fri 20/11/2026'. */
function dayWords(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === daysAfter(today, -1)) return 'yesterday'
  return [weekdayOf(day), formatDay(day)].filter(Boolean).join(' ')
}

function messageWords(order: Order, { send_notification, message }: Given): string {
  const email = nonBlank(order.customer.email)
  if (send_notification === false) return 'without an e-mail'
  if (email === null) return 'without an e-mail, because it has no address'
  const kind = isPickup(order) ? 'the message for collection' : 'the message'
  return typeof message === 'string' ? `with “${message}” to ${email}` : `with ${kind} to ${email}`
}

/**
 * Why the values that were typed for a dialog are looked at before they are sent: what it lacks, texts that are too long,
 * and values that are not sent as they were typed.
 * @param order undefined for several orders
 */
export function doubtsIn(dialog: OrderDialogName, order: Order | undefined, given: Given): string[] {
  const doubts = [
    order && otherAmount(order, given),
    missingIn(dialog, given),
    tooLongIn(given),
    idleAddress(given),
  ]
  return doubts.filter((doubt) => typeof doubt === 'string')
}

/** An amount in a sentence that is not the order's total, which is what is recorded; null if there is none. */
export function otherAmount(order: Order, { amount }: Given): string | null {
  return typeof amount !== 'string' || Number(amount) === order.costs.total
    ? null
    : `${formatCents(Number(amount))} is not the total`
}

/** A tracking page that is not sent, because the courier's own is known; null if there is none. */
function idleAddress(given: Given): string | null {
  const courier = textIn(given, 'shipping_company') ?? DEFAULT_COURIER
  if (textIn(given, 'tracking_url') === null || takesTrackingUrl(courier)) return null
  return `${courierLabel(courier)} takes no address`
}

/** What a dialog cannot be confirmed without and was not given: 'the reason is missing'; null if nothing is. */
export function missingIn(dialog: OrderDialogName, given: Given): string | null {
  const { required } = ORDER_SENTENCES[dialog]
  return required === undefined || given[required.field] !== undefined ? null : `${required.words} is missing`
}

/** The text among the values that is too long to be sent, and its limit; null if none is. */
export function tooLongIn(given: Given): string | null {
  const long = longStepText(given)
  return long && `too long: ${long.words} ${long.fault}`
}
