import type { Carton } from '../../src/contract/dispatch.ts'
import type { Order } from '../../src/contract/orders.ts'
import { capitalised, counted, firstNamed } from '../../src/domain/format/text.ts'
import { cautionInDialog } from '../../src/domain/orders/order-actions.ts'
import { sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import { doubtsIn } from '../../src/domain/sentences/order-sentences.ts'
import {
  judgedSteps,
  refusedBecause,
  type Step,
  tooManySteps,
  whyNotShipped,
} from '../../src/domain/sentences/order-steps.ts'
import { shipWords, whyNoCarton } from '../../src/domain/sentences/ship-sentence.ts'
import { availability, type Command } from '../engine/command.ts'
import type { CommandContext, Typed } from '../engine/context.ts'
import { type ActionReading, ignoredIn } from './reading.ts'
import type { FoundCommand } from './verbs.ts'

/** What a command is judged by, besides its records. */
export interface JudgingContext {
  /** The action that the text names; null if it names none. */
  sentence: ActionReading | null
  context: CommandContext
  /** In Auckland, 'yyyy-MM-dd'. */
  today: string
  /** The cartons of all branches. */
  cartons: readonly Carton[]
}

/** What a text says of the values and the records of a command. */
export interface SpokenValues extends Omit<Typed, 'steps' | 'ship' | 'isConfirmed' | 'isDoubtful'> {
  /** The values as typed. */
  said: string
  /** Whether the records are the first page of a list that has more. */
  isFirstPage?: boolean
  /** What was not understood, lacks, or contradicts itself or the record; empty if all is clear. */
  doubts: readonly string[]
  /** Several steps, each with what it does (PAL-13); absent for a single one. */
  steps?: readonly (Step & { sentence: string; refusal: string | null })[]
  /** How the order is shipped after the steps; absent if it is not. */
  ship?: Required<Pick<Typed, 'given'>> & { sentence: string; refusal: string | null }
}

/** A command with the values that the text says, judged on its records (PAL-11). */
export interface JudgedCommand {
  spoken: SpokenValues | null
  /** Why it cannot run; null if it can. */
  blocked: string | null
  /** The title of the command with the values. */
  title?: string
  /** A remark. */
  detail?: string | null
  /** Whether mod+Enter carries it out without its dialog: everything was understood, and it can be undone. */
  canConfirm?: boolean
  /** Why mod+Enter only opens it, although everything was understood: 'it cannot be undone'. */
  asks?: string | null
}

/**
 * Judges what the text says of a command.
 * @param blocked why the command cannot run without the values; null if it can
 */
export function judged(
  command: Command,
  targets: CommandContext['targets'],
  blocked: string | null,
  judging: JudgingContext,
): JudgedCommand {
  const { dialog } = command
  const { order } = targets
  const spoken = spokenOf(command, order, judging)
  if (spoken === null || (spoken.steps && !order)) return { spoken, blocked }
  const { given = {}, steps } = spoken
  const { today, cartons, context } = judging
  const sentence = command.sentence && sentenceOf(command.sentence)
  const refusal =
    order && steps
      ? (refusedBecause(order, steps, today) ?? shipRefusal(spoken))
      : (sentence?.refusal?.({ ...targets, cartons }, given) ?? null)
  const reason = blocked ?? refusal
  const isClear = reason === null && spoken.doubts.length === 0
  const canUndo = context.capabilities.has('taking-back')
  if (steps) {
    return {
      spoken,
      blocked: reason,
      detail: reason === null ? spoken.said : null,
      canConfirm: isClear && canUndo && !spoken.ship,
      asks: isClear && spoken.ship ? sentenceOf('ship').asks : null,
    }
  }
  const caution = dialog && order ? cautionInDialog(dialog, order) : null
  const asks = caution ?? sentence?.asks ?? (canUndo || dialog === null ? null : 'it cannot be undone')
  const title = sentence?.title?.(given)
  return {
    spoken,
    blocked: reason,
    ...(title !== undefined && { title }),
    canConfirm: dialog !== null && isClear && asks === null,
    asks: isClear ? asks : null,
  }
}

/** What the text says after the verb of a command, with the doubts about it on one order; null if nothing. */
function spokenOf(
  { id, dialog }: Command,
  order: Order | undefined,
  { sentence, today, cartons }: JudgingContext,
): SpokenValues | null {
  if (sentence?.command !== id) return null
  const { given, steps, ship, said = '', clashes = [] } = sentence
  // Without values, a dialog of one order has its usual ones, which its sentence says.
  const isWhole = dialog !== null && order !== undefined
  if (!given && !steps && !isWhole) return null
  const onOrder = order && steps && judgedSteps(order, steps, today)
  const doubts = [
    ignoredIn(sentence),
    ...[...(steps ?? [{ clashes }]), ...(ship ? [ship] : [])].flatMap((step) => step.clashes),
    ...(onOrder ?? []).flatMap((step) => step.doubts),
    ...(dialog ? doubtsIn(dialog, order, given ?? {}) : []),
  ].filter((doubt) => doubt !== null)
  if (!steps) return { given: given ?? {}, said, doubts }
  const inWords = steps.map((step) => ({ ...step, sentence: capitalised(step.said), refusal: null }))
  return {
    given: {},
    said,
    doubts,
    steps: onOrder ?? inWords,
    ...(ship && {
      ship: {
        given: ship.given,
        sentence: order ? shipWords('Ship', order, ship.given, cartons) : capitalised(ship.said),
        refusal: order
          ? (whyNotShipped(order, steps, today) ?? whyNoCarton(order, ship.given, cartons))
          : null,
      },
    }),
  }
}

/** What a command receives of what was said. */
export function typedIn(
  { given, steps, ship, isUnseen, whole, doubts }: SpokenValues,
  isConfirmed: boolean,
): Typed {
  return { given, steps, ship: ship?.given, isUnseen, whole, isConfirmed, isDoubtful: doubts.length > 0 }
}

/** Why an order cannot be shipped after the steps of a sentence; null if it can, or is not to be. */
function shipRefusal({ steps = [], ship }: SpokenValues): string | null {
  const reason = ship?.refusal ?? null
  return reason && `Step ${steps.length + 1}: ${reason}`
}

/** Why a command cannot run on its records; null if it can. */
export function whyNotOn(
  command: Command,
  targets: CommandContext['targets'],
  context: CommandContext,
): string | null {
  const now = availability(command, { ...context, targets })
  return now.state === 'ready' ? null : (now.reason ?? 'Not available here')
}

/** Why a command, or the steps of a sentence, cannot run on several records; null if it can on one or more. */
export function whyNotOnSeveral(
  command: Command,
  targets: CommandContext['targets'],
  judging: JudgingContext,
): string | null {
  const steps = judging.sentence?.steps
  if (!steps) return whyNotOn(command, targets, judging.context)
  const { orders = [] } = targets
  const refused = refusedOrders(command, orders, judging)
  return refused.length === orders.length
    ? [...new Set(refused.map(({ reason }) => reason))].join(', ')
    : tooManySteps((orders.length - refused.length) * steps.length)
}

/** The orders on which a command, or one of the steps of a sentence, is impossible, and why. */
function refusedOrders(
  command: Command,
  orders: readonly Order[],
  { sentence, context, today }: JudgingContext,
): { code: string; reason: string }[] {
  return orders.flatMap((order) => {
    const reason = sentence?.steps
      ? refusedBecause(order, sentence.steps, today)
      : whyNotOn(command, { order }, context)
    return reason === null ? [] : [{ code: order.code, reason }]
  })
}

/** The orders that a command runs on, and the others by reason: '1 order · not paid yet: 108864, 108863'. */
export function refusalWords(command: Command, orders: readonly Order[], judging: JudgingContext): string {
  const refused = refusedOrders(command, orders, judging)
  const byReason = new Map<string, string[]>()
  for (const { code, reason } of refused) {
    const words = reason.replace(/^The order is /, '')
    byReason.set(words, [...(byReason.get(words) ?? []), code])
  }
  const others = Array.from(byReason, ([reason, codes]) => `${reason}: ${firstNamed(codes)}`)
  return [counted(orders.length - refused.length, 'order'), ...others].join(' · ')
}

/**
 * The title of a command for several records, with their number: 'Pack 14 orders', 'Book 14 orders by rule…', 'Record payments
 * of 14 orders'.
 */
export function titleOfSeveral(title: string, plural: string, count: string): string {
  const place = title.includes(plural) ? plural : /\d+/.exec(title)?.[0]
  return place === undefined ? `${title} of ${count}` : title.replace(place, count)
}

/** A command as it is offered, and the records that it acts on. */
interface Offered
  extends Pick<FoundCommand, 'command' | 'title' | 'subject' | 'blocked' | 'detail'>,
    Pick<JudgedCommand, 'spoken'> {
  targets: CommandContext['targets']
}

/** What a command does, or why it is not possible, in one sentence with what was said. */
export function commandWords(
  { command, title, subject, blocked, detail, spoken, targets }: Offered,
  today: string,
  cartons: readonly Carton[],
): string {
  if (blocked !== null) return `${title} is not possible: ${blocked}`
  if (spoken?.steps) {
    const { length } = spoken.steps
    return `${counted(length + (spoken.ship ? 1 : 0), 'step')} on ${subject ?? detail}`
  }
  const sentence = command.sentence && sentenceOf(command.sentence)
  // Of a whole list, the targets are the first page.
  const { given = {}, isFirstPage = false } = spoken ?? {}
  const words = !spoken?.whole && sentence?.says({ ...targets, cartons, isFirstPage }, given, today)
  return words || [title, subject ?? detail, spoken?.said].filter(Boolean).join(', ')
}
