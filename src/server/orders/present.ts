import type { Order, OrderItem } from '../../contract/orders.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { hasStopCredit } from '../../domain/records/customer-pricing.ts'
import { timestamp } from '../db/times.ts'
import type { CreditStop } from '../platform/config.ts'
import { presentSourceChanges } from './source-changes.ts'
import type { FoundOrder, ItemRow } from './store.ts'

/**
 * An order in the form of the contract, field by field, so that no other column reaches the wire.
 * @param creditStop what a stop of the customer's credit does here; by default it refuses
 */
export function presentOrder(
  { record, items }: FoundOrder,
  now: number,
  creditStop: CreditStop = 'refuse',
): Order {
  return {
    code: record.code,
    reference: record.reference,
    status: record.status,
    notes: record.notes,
    payment_method: record.payment_method,
    payment_reference: record.payment_reference,
    collected_by: record.collected_by,
    cancelled_by: record.cancelled_by,
    delivery_address: {
      street: record.street,
      suburb: record.suburb,
      city: record.city,
      region: record.region,
      postcode: record.postcode,
      is_rural: record.is_rural === 1,
      country: record.country,
    },
    customer_address: {
      street: record.customer_street,
      suburb: record.customer_suburb,
      city: record.customer_city,
      region: record.customer_region,
      postcode: record.customer_postcode,
      is_rural: record.customer_is_rural === 1,
      country: record.customer_country,
    },
    customer: {
      code: record.customer_code,
      name: record.customer_name,
      company: record.customer_company,
      phone: record.customer_phone,
      mobile: record.customer_mobile,
      email: record.customer_email,
      first_name: record.customer_first_name,
      terms: record.customer_terms,
      credit_stop: hasStopCredit({
        pricing: record.customer_pricing,
        credit_stop: record.customer_credit_stop === 1,
      }),
      credit_stop_warns: creditStop === 'warn',
    },
    freight: {
      branch: record.branch,
      is_pickup: record.is_pickup === 1,
      subtotal: record.freight_cents,
      tracking_code: record.tracking_code,
      tracking_url: record.tracking_url,
      tracking_company: record.tracking_company,
    },
    costs: {
      subtotal: record.subtotal_cents,
      tax: record.tax_cents,
      total: record.total_cents,
    },
    dates: presentDates(record, now),
    items: items.map(presentItem),
    ...(isSkipped(record, now) && {
      skipped: { until: record.skipped_until, reason: record.skip_reason, by: record.skipped_by },
    }),
    ...(record.source_changes !== null && { source_changes: presentSourceChanges(record, items) }),
    ...(record.is_held === 1 && {
      hold: { at: record.held_at, by: record.held_by, reason: record.hold_reason },
    }),
  }
}

function isSkipped({ skipped_until, shipped_at }: FoundOrder['record'], now: number): boolean {
  return shipped_at === null && skipped_until !== null && skipped_until > timestamp(now)
}

function presentDates(record: FoundOrder['record'], now: number): Order['dates'] {
  return {
    created_at: record.created_at,
    ordered_at: record.ordered_at,
    paid_at: record.paid_at,
    ready_at: record.ready_at,
    shipped_at: record.shipped_at,
    cancelled_at: record.cancelled_at,
    refunded_at: record.refunded_at,
    ordered_at_relative: relativeTime(record.ordered_at, now),
    shipped_at_relative: relativeTime(record.shipped_at, now),
  }
}

function presentItem(item: ItemRow): OrderItem {
  return {
    id: String(item.id),
    quantity: item.quantity,
    fulfilled_quantity: item.fulfilled_quantity,
    costs: { subtotal: item.subtotal_cents },
    product: { code: item.product_code, name: item.product_name, price: item.price_cents },
  }
}

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const words = new Intl.RelativeTimeFormat('en-NZ', { numeric: 'always' })

/** The time since an instant at `now` (ms), in words: '3 hours ago'. Null without an instant. */
function relativeTime(instant: string | null, now: number): string | null {
  const then = parseInstant(instant)
  if (then === null) return null
  const past = now - then
  for (const [unit, length] of UNITS) {
    if (Math.abs(past) >= length) return words.format(-Math.trunc(past / length), unit)
  }
  return 'just now'
}
