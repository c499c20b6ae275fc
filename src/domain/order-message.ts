import type { Order } from '../contract/orders.ts'
import { present } from './absent.ts'

/** The message that the pack dialog starts with (section 2). Without a first name the greeting goes without one. */
export function readyMessage(
  order: Pick<Order, 'code'> & { customer: Pick<Order['customer'], 'first_name'> },
  isPickup: boolean,
): string {
  const greeting = `Hi ${present(order.customer.first_name) ?? 'there'},`
  const news = isPickup ? 'ready to collect' : 'packed and ready to ship'
  return `${greeting}\n\nYour order #${order.code} is ${news}.`
}
