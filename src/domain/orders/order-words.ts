import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

/** Whom an order is from, in a few words: the company, else the person; null where neither is known. */
export function orderedBy({ customer }: Pick<Order, 'customer'>): string | null {
  return nonBlank(customer.company) ?? nonBlank(customer.name)
}

/** The instant that lists show as an order's date: when it was ordered, else when it was taken down. */
export function orderedAt({ dates }: Pick<Order, 'dates'>): string | null {
  return dates.ordered_at ?? dates.created_at
}
