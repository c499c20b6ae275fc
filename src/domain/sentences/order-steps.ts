import type { Order } from '../../contract/orders.ts'
import { MOST_UNDONE } from '../../contract/taking-back.ts'
import { capitalised } from '../format/text.ts'
import {
  canHold,
  canRelease,
  canSkip,
  cautionInDialog,
  HOLD_FAILED,
  type Offer,
  ORDER_ACTIONS,
  type OrderDialogName,
  orderCan,
  RELEASE_FAILED,
  SKIP_FAILED,
} from '../orders/order-actions.ts'
import { statusOf } from '../orders/order-status.ts'
import { standingOfWord } from '../orders/standing.ts'
import type { Given } from './arguments.ts'
import { doubtsIn, ORDER_SENTENCES } from './order-sentences.ts'

/**
 * The dialogs of an order that can be steps of one sentence (PAL-13). A step taken back cannot be undone, and a payment and
 * a packing in one go are two steps.
 */
export type StepName = Exclude<OrderDialogName, 'take-back' | 'pay-and-pack'>

/** At most this many steps are carried out by one sentence. */
export const MOST_STEPS = 5

/** A step of a sentence: a dialog, and the values that were typed for it. */
export interface Step {
  name: StepName
  given: Given
}

interface StepRule {
  /** Whether an order allows the step, and why not. */
  offer(order: Order): Offer
  /** Whether an order shows that the step was carried out. */
  isDone(order: Order): boolean
  /**
   * The order after the step, as far as it decides the next steps and their sentences.
   * @param today in Auckland, 'yyyy-MM-dd'; the instant is the server's
   */
  after(order: Order, given: Given, today: string): Order
  /** Its result for an order: 'packed'. */
  done: string
  /** What an undo undoes, before 'of order 104823': 'Packing'. */
  undone: string
  /** The message if it fails. */
  failure: string
}

/** What each step requires of an order, and what it leaves. */
export const STEP_RULES: Record<StepName, StepRule> = {
  'record-payment': action('record-payment', paid),
  pack: action('pack', packed),
  'pack-on-account': action('pack-on-account', packed),
  'record-collection': action('record-collection', (order, _, today) =>
    withDates(order, { shipped_at: today }),
  ),
  'add-tracking': action('add-tracking', (order, given, today) =>
    withDates(
      { ...order, freight: { ...order.freight, tracking_code: String(given.tracking_code ?? '') } },
      { shipped_at: today },
    ),
  ),
  'skip-order': {
    offer: canSkip,
    isDone: ({ skipped }) => skipped !== undefined,
    done: 'skipped until tomorrow',
    undone: 'Skip',
    failure: SKIP_FAILED,
    after: (order, given, today) => ({
      ...order,
      skipped: { until: today, reason: String(given.reason ?? ''), by: null },
    }),
  },
  'hold-order': {
    offer: canHold,
    isDone: ({ hold }) => hold !== undefined,
    done: 'put on hold',
    undone: 'Hold',
    failure: HOLD_FAILED,
    after: (order, given, today) => ({
      ...order,
      hold: { at: today, by: 'you', reason: String(given.reason ?? '') },
    }),
  },
  'release-order': {
    offer: canRelease,
    isDone: ({ hold }) => hold === undefined,
    done: 'released',
    undone: 'Release',
    failure: RELEASE_FAILED,
    after: ({ hold: _, ...order }) => withStatus(order),
  },
}

/** Whether a dialog can be a step of a sentence. */
export function isStep(name: OrderDialogName): name is StepName {
  return Object.hasOwn(STEP_RULES, name)
}

function action(name: keyof typeof ORDER_ACTIONS, after: StepRule['after']): StepRule {
  const { isDone, done, noun, failure } = ORDER_ACTIONS[name]
  return { offer: (order) => orderCan(name, order), isDone, after, done, undone: capitalised(noun), failure }
}

function paid(order: Order, _: Given, today: string): Order {
  return withDates(order, { paid_at: today })
}

function packed(order: Order, _: Given, today: string): Order {
  return withDates(order, { ready_at: today })
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

/** A step, judged on the order that the steps before it leave. */
export interface JudgedStep extends Step {
  /** What it does, in one sentence. */
  sentence: string
  /** Why it is impossible; null if it is possible. */
  refusal: string | null
  /** Why it is not carried out without being looked at, see `doubtsIn`. */
  doubts: readonly string[]
}

/** Judges each step on the order that the steps before it leave. A step that is impossible changes nothing. */
export function judgedSteps(order: Order, steps: readonly Step[], today: string): JudgedStep[] {
  let current = order
  return steps.map(({ name, given }) => {
    const before = current
    const refusal = STEP_RULES[name].offer(before).reason ?? cautionInDialog(name, before)
    if (refusal === null) current = STEP_RULES[name].after(before, given, today)
    const sentence = ORDER_SENTENCES[name].says(before, given, today)
    return { name, given, sentence, refusal, doubts: doubtsIn(name, before, given) }
  })
}

/** The first impossible step of a sentence on an order, from 0, and why; null if all are possible. */
export function firstRefusal(
  order: Order,
  steps: readonly Step[],
  today: string,
): { index: number; reason: string } | null {
  const judged = judgedSteps(order, steps, today)
  const index = judged.findIndex(({ refusal }) => refusal !== null)
  const reason = judged[index]?.refusal ?? null
  return reason === null ? null : { index, reason }
}

/** Why so many steps, of all orders together, cannot be one run, which is undone as one; null if they can. */
export function tooManySteps(count: number): string | null {
  return count > MOST_UNDONE ? `${count} steps are too many: at most ${MOST_UNDONE} are undone as one` : null
}

/** Why a sentence cannot be carried out on an order; null if it can. */
export function refusedBecause(order: Order, steps: readonly Step[], today: string): string | null {
  if (steps.length > MOST_STEPS) return `At most ${MOST_STEPS} steps in one sentence`
  const refused = firstRefusal(order, steps, today)
  return refused && `Step ${refused.index + 1}: ${refused.reason}`
}
