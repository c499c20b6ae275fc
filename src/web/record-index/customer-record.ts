import type { Customer, CustomerRow } from '../../contract/customers.ts'
import { DEFAULT_PRICING } from '../../domain/records/customer-pricing.ts'
import { placeOf, type SeenRecord } from '../../domain/records/seen-record.ts'

/** What the index keeps of a customer: of its own answer, which says no pricing, or of a list's, which says no e-mail. */
export function customerRecord(customer: Customer | CustomerRow): SeenRecord {
  const { code, name, address, last_ordered_at } = customer
  const listed = 'pricing' in customer
  const company = listed ? '' : (customer.company ?? '')
  const delivery = listed ? null : customer.delivery_address
  const more = listed ? [] : [customer.mobile, customer.email]
  return {
    kind: 'customer',
    code,
    name: company || name || '',
    contact: company ? (name ?? '') : '',
    also: [customer.phone, ...more].flatMap((text) => (text ? spellings(text) : [])).join(' '),
    place: [placeOf(address), delivery ? placeOf(delivery) : ''].join(' ').trim(),
    at: last_ordered_at,
    total: null,
    status: listed ? (customer.pricing ?? DEFAULT_PRICING) : null,
  }
}

/** A phone number is also typed without its spaces. */
function spellings(text: string): string[] {
  return /^[\d\s+()-]+$/.test(text) ? [text, text.replace(/\D/g, '')] : [text]
}
