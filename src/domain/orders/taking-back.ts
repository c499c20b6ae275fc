import { isOrderAction, ORDER_ACTION_NAMES, type OrderAction } from '../../contract/orders.ts'
import { formatDateTime } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/text.ts'
import { ORDER_ACTIONS } from './order-actions.ts'
import type { OrderStage } from './order-status.ts'

/** How long staff can undo what they did to an order, or a booking, in milliseconds. Its e-mail waits as long (ORD-50, ORD-51). */
export const UNDO_MS = 20_000

/** The message if an undo fails. */
export const UNDO_FAILED = 'Failed to undo it, please try again.'

/** The message if a step cannot be taken back. */
export const TAKE_BACK_FAILED = 'Failed to take the step back, please try again.'

/** The steps that can be taken back from an order, the last one first (ORD-52). */
export function stepsToTakeBack(order: OrderStage): OrderAction[] {
  return ORDER_ACTION_NAMES.filter(
    (name) => ORDER_ACTIONS[name].step === name && ORDER_ACTIONS[name].stays(order) === null,
  ).reverse()
}

/** What staff did to an order besides the actions, after their name. */
const OTHER_DEEDS: Readonly<Record<string, string>> = {
  skip: 'skipped it',
  unskip: 'ended its skip',
  hold: 'put it on hold',
  release: 'released it',
  cancel: 'stopped it',
  reopen: 'reopened it',
  'take-source-changes': 'took over the shop’s change',
  'keep-source-changes': 'kept it as it was',
  'create-consignment': 'booked its consignment',
  'delete-consignment': 'deleted its consignment',
  'take-back': 'took a step back',
}

/**
 * What a member of staff did to an order, and when.
 * @param action as in its history
 * @example 'Tama Ngata packed it on 25/11/2026 14:03'
 */
export function deedOf(action: string, by: string, at: string): string {
  const deed = isOrderAction(action) ? ORDER_ACTIONS[action].deed : OTHER_DEEDS[action]
  return `${nonBlank(by) ?? 'Its source'} ${deed ?? 'changed it'} on ${formatDateTime(at)}`
}
