import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { ORDER_ACTION_NAMES } from './orders.ts'
import { flag, id, Outcome, reason } from './wire.ts'

/**
 * The calls of the capability `taking-back`: staff undo what they have just done, and later take back the last step of
 * an order with a reason.
 */

/** The maximum number of steps of one undo: a bulk run over a page of orders, with two steps each. */
export const MOST_UNDONE = 500

const UndoBody = z.object({
  /** The ids in the answers of the actions, see `StepOutcome`. */
  steps: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_UNDONE)),
})

/** One order of an undo: whether its steps are undone, and why not. */
const UndoneOrder = z.object({ code: id, success: flag, message: reason })
export type UndoneOrder = z.output<typeof UndoneOrder>

/**
 * Undoes steps of the caller that are not older than 20 seconds. Of each order all of them are undone or none: it is as
 * it was before, and an e-mail that they caused is not sent. An order that has changed since is refused, and the others
 * are undone.
 */
export const undoSteps = dataCall({
  method: 'POST',
  path: '/undo',
  body: UndoBody,
  answer: z.object({ orders: rowsOf(UndoneOrder) }),
})

/** `reason` is required. */
const TakeBackBody = z.object({ step: z.literal(ORDER_ACTION_NAMES), reason: z.string() })
export type TakeBackBody = z.output<typeof TakeBackBody>

/** Removes a step from an order, as long as nothing after it depends on it. */
export const takeBackStep = dataCall({
  method: 'POST',
  path: '/orders/:code/take-back',
  body: TakeBackBody,
  answer: Outcome,
})
