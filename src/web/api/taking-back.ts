import { type TakeBackBody, takeBackStep, undoSteps } from '../../contract/taking-back.ts'
import { send, succeed } from './client.ts'
import { refreshOrders } from './orders.ts'

/**
 * Takes a step of an order back.
 * @returns the server's message; null if there is none
 * @throws CallError with the server's reason
 */
export async function takeBack(code: string, body: TakeBackBody): Promise<string | null> {
  const { message } = await succeed(send(takeBackStep, { path: { code }, body }))
  return message
}

/**
 * Undoes steps of orders, and reloads the orders.
 * @returns the orders that the server could not undo
 * @throws CallError with the server's reason
 */
export async function undo(steps: readonly string[]): Promise<{ code: string; reason: string | null }[]> {
  const { orders } = await send(undoSteps, { body: { steps: [...steps] } }).finally(refreshOrders)
  return orders.rows.filter(({ success }) => !success).map(({ code, message }) => ({ code, reason: message }))
}
