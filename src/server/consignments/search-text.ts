import { searchTextOf } from '../db/search-text.ts'

interface Findable {
  tracking_code: string
  order_code: string | null
  company: string
  contact: string
  street: string
  suburb: string
  city: string
  postcode: string
}

/** The searchable fields of a consignment: its codes, its pieces' references and its destination. */
export function consignmentSearchText(row: Findable, pieces: readonly { reference: string }[]): string {
  const references = pieces.map(({ reference }) => reference)
  const { tracking_code, order_code, company, contact } = row
  return searchTextOf({
    texts: [tracking_code, order_code, ...references, company, contact],
    addresses: [row],
  })
}
