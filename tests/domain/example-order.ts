import { Order } from '../../src/contract/orders.ts'

interface Parts {
  code?: string
  reference?: string | null
  status?: string | null
  notes?: string | null
  dates?: Record<string, string | null>
  freight?: Record<string, string | number | boolean | null>
  customer?: Record<string, string | null>
  delivery_address?: Record<string, string | boolean | null>
  customer_address?: Record<string, string | boolean | null>
  skipped?: Order['skipped']
}

/** An order with the given fields, parsed by the contract. All others are absent. */
export function exampleOrder(parts: Parts = {}): Order {
  return Order.parse({ code: '104823', ...parts })
}
