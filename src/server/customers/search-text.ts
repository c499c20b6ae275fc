import { listedPricing, shownPricing } from '../../domain/records/customer-pricing.ts'
import { namedNumber } from '../../domain/records/kind-words.ts'
import { type SearchedAddress, searchTextOf } from '../db/search-text.ts'
import { termsOf } from '../http/list-query.ts'

/** The searchable fields of a customer: codes, names, numbers, both addresses, and whether the credit is stopped. */
interface SearchedCustomer extends SearchedAddress {
  code: string
  infusion_key?: string | null
  name: string
  company?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
  delivery_street?: string | null
  delivery_suburb?: string | null
  delivery_city?: string | null
  delivery_postcode?: string | null
  pricing: string
  credit_stop?: number | undefined
}

/** The searched text of a customer. */
export function customerSearchText(customer: SearchedCustomer): string {
  const { code, infusion_key, name, company, email, phone, mobile } = customer
  const { pricing, credit_stop } = customer
  const { label, tone } = shownPricing(listedPricing({ pricing, credit_stop: credit_stop === 1 }))
  const delivery = {
    street: customer.delivery_street,
    suburb: customer.delivery_suburb,
    city: customer.delivery_city,
    postcode: customer.delivery_postcode,
  }
  return searchTextOf({
    texts: [code, infusion_key, name, company, email],
    phones: [phone, mobile],
    addresses: [customer, delivery],
    marks: tone === 'red' ? [label] : [],
  })
}

/**
 * The search terms of a search for customers; 'customer 1045' is a code. Null if it contains nothing searchable.
 * @throws Refusal 400 if it is too long
 */
export function customerTerms(query: string | undefined): string[] | null {
  const named = namedNumber(query ?? '')
  return termsOf(named?.of === 'customer' ? named.number : query)
}
