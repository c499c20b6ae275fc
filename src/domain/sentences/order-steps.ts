import { isOrderAction, type Order, type OrderAction } from '../../contract/orders.ts'
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
import type { Given } from './arguments.ts'
import { doubtsIn, ORDER_SENTENCES, type StepName } from './order-sentences.ts'

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
  /** Whether the order leaves the business with it. */
  isLast: boolean
  /** Its result for an order: 'packed'. */
  done: string
  /** What an undo undoes, before 'of order 104823': 'Packing'. */
  undone: string
  /** The message if it fails. */
  failure: string
}

/** What a step requires of an order, and its words. */
export function stepRule(name: StepName): StepRule {
  if (!isOrderAction(name)) return OTHER_RULES[name]
  const { noun, ...facts } = ORDER_ACTIONS[name]
  return { ...facts, offer: (order) => orderCan(name, order), undone: capitalised(noun) }
}

const OTHER_RULES: Record<Exclude<StepName, OrderAction>, StepRule> = {
  'skip-order': {
    offer: canSkip,
    isDone: ({ skipped }) => skipped !== undefined,
    isLast: false,
    done: 'skipped until tomorrow',
    undone: 'Skip',
    failure: SKIP_FAILED,
  },
  'hold-order': {
    offer: canHold,
    isDone: ({ hold }) => hold !== undefined,
    isLast: false,
    done: 'put on hold',
    undone: 'Hold',
    failure: HOLD_FAILED,
  },
  'release-order': {
    offer: canRelease,
    isDone: ({ hold }) => hold === undefined,
    isLast: false,
    done: 'released',
    undone: 'Release',
    failure: RELEASE_FAILED,
  },
}

/** Whether a dialog can be a step of a sentence. */
export function isStep(name: OrderDialogName): name is StepName {
  return 'after' in ORDER_SENTENCES[name]
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
    const refusal = whyNot(name, before)
    if (refusal === null) current = ORDER_SENTENCES[name].after(before, given, today)
    const sentence = ORDER_SENTENCES[name].says(before, given, today)
    return { name, given, sentence, refusal, doubts: doubtsIn(name, before, given) }
  })
}

function whyNot(name: StepName, order: Order): string | null {
  return stepRule(name).offer(order).reason ?? cautionInDialog(name, order)
}

/** Why an order cannot be shipped after the steps of a sentence; null if it can. */
export function whyNotShipped(order: Order, steps: readonly Step[], today: string): string | null {
  const isPossible = (current: Order, { name }: Step) => whyNot(name, current) === null
  const after = steps.reduce(
    (current, step) =>
      isPossible(current, step) ? ORDER_SENTENCES[step.name].after(current, step.given, today) : current,
    order,
  )
  return orderCan('create-consignment', after).reason
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
