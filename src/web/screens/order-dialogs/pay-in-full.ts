import type { Order, PaymentBody } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { paymentDayFault } from '../../../domain/orders/payment-day.ts'
import { CallError } from '../../api/client.ts'
import { orderActions } from '../../api/orders.ts'
import { now } from '../../state/clock.ts'

/**
 * Records the payment of an order's total (section 5).
 * @throws CallError also if the order has no total, or the day is not acceptable
 */
export async function payInFull(order: Order, payment: Omit<PaymentBody, 'payment_amount'>): Promise<void> {
  const { total } = order.costs
  if (total === null) throw new CallError(409, 'The order has no total.')
  const fault = paymentDayFault(payment.date_paid, todayInAuckland(now()))
  if (fault !== null) throw new CallError(422, `Date paid: ${fault}.`, 'date_paid')
  await orderActions.recordPayment(order.code, { ...payment, payment_amount: total })
}
