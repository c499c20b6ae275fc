import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

/** The name of the buyer: the company, otherwise the person; null if neither is known. */
export function orderedBy({ customer }: Pick<Order, 'customer'>): string | null {
  return nonBlank(customer.company) ?? nonBlank(customer.name)
}

/** The date of an order in lists: when it was ordered, otherwise when it was entered. */
export function orderedAt({ dates }: Pick<Order, 'dates'>): string | null {
  return dates.ordered_at ?? dates.created_at
}
