import { searchTextOf } from '../db/search-text.ts'

/** What an order is found by. */
export interface Findable {
  code: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** The text that searches for an order look through. */
export function searchText(order: Findable): string {
  const { code, reference, name, company, email, phone, mobile } = order
  return searchTextOf([code, reference, name, company, email], [phone, mobile])
}
