import { searchTextOf } from '../db/search-text.ts'

/** What a customer is found by. */
interface Findable {
  code: string
  infusion_key?: string | null
  name: string
  company?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
}

/** The text that searches for a customer look through. */
export function customerSearchText(customer: Findable): string {
  const { code, infusion_key, name, company, email, phone, mobile } = customer
  return searchTextOf([code, infusion_key, name, company, email], [phone, mobile])
}
