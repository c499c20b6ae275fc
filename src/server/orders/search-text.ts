import { type SearchedAddress, searchTextOf } from '../db/search-text.ts'

/** What an order is found by: its codes, its customer and where it goes. */
export interface SearchedOrder extends SearchedAddress {
  code: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** The text that searches for an order look through. */
export function searchText(order: SearchedOrder): string {
  const { code, reference, name, company, email, phone, mobile } = order
  return searchTextOf({
    texts: [code, reference, name, company, email],
    phones: [phone, mobile],
    addresses: [order],
  })
}
