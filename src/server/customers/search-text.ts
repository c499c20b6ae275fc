import { listedPricing, shownPricing } from '../../domain/records/customer-pricing.ts'
import { namedNumber } from '../../domain/records/kind-words.ts'
import { comparedText, type SearchedAddress, searchTextOf } from '../db/search-text.ts'
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

/** The company of a customer as searches compare it; null if there is none. */
export function companyKey(company: string | null | undefined): string | null {
  return comparedText(company ?? '') || null
}

/** What a search for customers selects. */
export interface CustomerSearch {
  /** From `searchTerms`. */
  terms: string[]
  /** The search as companies are compared: those that it is, or begins, come first. Null if it is no name. */
  company: string | null
}

/**
 * Reads a search for customers; 'customer 1045' is a code. Null if it contains nothing searchable.
 * @throws Refusal 400 if it is too long
 */
export function customerSearch(query: string | undefined): CustomerSearch | null {
  const named = namedNumber(query ?? '')
  const isCode = named?.of === 'customer'
  const terms = termsOf(isCode ? named.number : query)
  return terms && { terms, company: isCode ? null : companyKey(query) }
}
