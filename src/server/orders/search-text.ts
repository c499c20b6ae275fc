import { isRuralFreight } from '../../domain/orders/order-stage.ts'
import { phraseTerm, type SearchedAddress, searchTextOf } from '../db/search-text.ts'

/** The searchable fields of an order: its codes, its customer and its address, and those that lists show as marks. */
export interface SearchedOrder extends SearchedAddress {
  code: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  is_pickup: number
  freight_cents: number
}

/** Before the reference in a search text, also where it comes without it. */
const REFERENCE_WORD = 'po'

/** What staff call the marks of orders. */
const PICKUP_WORDS = 'click and collect pickup'
const RURAL_WORD = 'rural'

/** The searched text of an order. */
export function searchText(order: SearchedOrder): string {
  const { code, reference, name, company, email, phone, mobile, is_pickup, freight_cents } = order
  return searchTextOf({
    // First, since a word is written once: nothing comes between the word and the reference.
    texts: [reference && referenceText(reference), code, reference, name, company, email],
    phones: [phone, mobile],
    addresses: [order],
    marks: [
      is_pickup === 1 ? PICKUP_WORDS : '',
      isRuralFreight({ freight: { subtotal: freight_cents } }) ? RURAL_WORD : '',
    ],
  })
}

/** The term that finds the orders whose reference starts like this, written as a customer's or without its 'PO'. */
export function referenceTerm(reference: string): string {
  return phraseTerm(referenceText(reference))
}

function referenceText(reference: string): string {
  return `${REFERENCE_WORD} ${reference.replace(/^\s*p\.?o\.?(?=[\s:#/-]|\d)/i, '')}`
}
