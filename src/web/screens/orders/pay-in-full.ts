import type { Order, PaymentBody } from '../../../contract/orders.ts'
import { CallError } from '../../api/client.ts'
import { orderActions } from '../../api/orders.ts'

/**
 * Records that an order was paid: the amount is always its total (section 5).
 * @throws CallError also for an order that has none, which is not paid with nothing
 */
export async function payInFull(order: Order, payment: Omit<PaymentBody, 'payment_amount'>): Promise<void> {
  const { total } = order.costs
  if (total === null) throw new CallError(409, 'The order has no total.')
  await orderActions.recordPayment(order.code, { ...payment, payment_amount: total })
}
