import { type SearchedAddress, searchTextOf } from '../db/search-text.ts'

/** The searchable fields of an order: its codes, its customer and its address. */
export interface SearchedOrder extends SearchedAddress {
  code: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** The searched text of an order. */
export function searchText(order: SearchedOrder): string {
  const { code, reference, name, company, email, phone, mobile } = order
  return searchTextOf({
    texts: [code, reference, name, company, email],
    phones: [phone, mobile],
    addresses: [order],
  })
}
