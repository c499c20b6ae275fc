import type { Order, PaymentBody } from '../../../contract/orders.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { paymentDayFault } from '../../../domain/orders/payment-day.ts'
import { CallError } from '../../api/client.ts'
import { orderActions } from '../../api/orders.ts'
import type { FieldFault } from '../../form/use-submission.ts'
import { now } from '../../state/clock.ts'

const NO_TOTAL = 'The order has no total.'

/** Why the payment of an order's total cannot be sent; null if it can. */
export function paymentFault(order: Order, { date_paid }: Pick<PaymentBody, 'date_paid'>): FieldFault | null {
  if (order.costs.total === null) return { field: 'payment_amount', reason: NO_TOTAL }
  const reason = paymentDayFault(date_paid, todayInAuckland(now()))
  return reason === null ? null : { field: 'date_paid', reason }
}

/**
 * Records the payment of an order's total (section 5).
 * @throws CallError also if the order has no total
 */
export async function payInFull(order: Order, payment: Omit<PaymentBody, 'payment_amount'>): Promise<void> {
  const { total } = order.costs
  if (total === null) throw new CallError(409, NO_TOTAL)
  await orderActions.recordPayment(order.code, { ...payment, payment_amount: total })
}
