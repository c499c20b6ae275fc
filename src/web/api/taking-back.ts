import { type TakeBackBody, takeBackStep, undoSteps } from '../../contract/taking-back.ts'
import { forgetUndoable } from '../state/undoables.ts'
import { send, succeed } from './client.ts'
import { refreshOrders } from './orders.ts'
import { rendered } from './query-client.ts'

/**
 * Takes a step of an order back.
 * @returns the server's message; null if there is none
 * @throws CallError with the server's reason
 */
export async function sendTakeBack(code: string, body: TakeBackBody): Promise<string | null> {
  const { message } = await succeed(send(takeBackStep, { path: { code }, body }))
  return message
}

/**
 * Undoes steps of orders, and reloads the orders. Resolves once the next undo acts on what was done before.
 * @returns the orders that the server could not undo
 * @throws CallError with the server's reason
 */
export async function sendUndo(steps: readonly string[]): Promise<{ code: string; reason: string | null }[]> {
  const { orders } = await send(undoSteps, { body: { steps: [...steps] } }).finally(refreshOrders)
  forgetUndoable({ steps })
  await rendered()
  return orders.rows.filter(({ success }) => !success).map(({ code, message }) => ({ code, reason: message }))
}
