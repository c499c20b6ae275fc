import type { Generated, Selectable } from 'kysely'

/** An address, as orders and customers have it. */
export interface AddressColumns {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  is_rural: number
  country: string
}

export interface OrderTable extends AddressColumns {
  id: Generated<number>
  code: string
  reference: string | null
  status: string
  notes: string | null
  customer_id: number
  payment_method: string | null
  payment_reference: string | null
  branch: string
  is_pickup: number
  freight_cents: number
  /** Items and freight, excluding GST. */
  subtotal_cents: number
  tax_cents: number
  total_cents: number
  tracking_code: string | null
  tracking_url: string | null
  tracking_company: string | null
  created_at: string
  ordered_at: string
  paid_at: string | null
  ready_at: string | null
  shipped_at: string | null
  collected_by: string | null
  /** Until when staff have set the order aside, why, and who; all three are null if they have not. */
  skipped_until: string | null
  skip_reason: string | null
  skipped_by: string | null
  search_text: string
}
export type OrderRow = Selectable<OrderTable>

export interface OrderItemTable {
  id: Generated<number>
  order_id: number
  product_code: string
  product_name: string
  price_cents: number
  quantity: number
  subtotal_cents: number
}

/** Actions of staff on an order. Rows are only added. */
export interface OrderEventTable {
  id: Generated<number>
  order_id: number
  action: string
  staff_id: string
  staff_name: string
  at: string
  /** The request body as JSON. */
  details: string
}

/** The lowest order id of each UTC day, maintained by a trigger: a list of the last N days ends there. */
export interface OrderDayTable {
  day: string
  first_id: number
}
