import type { BookedPart, Piece } from '../couriers/courier.ts'
import type { ConsignmentPartRow } from '../db/consignment-tables.ts'
import { searchTextOf } from '../db/search-text.ts'

/** The row of a booked piece, without its consignment. */
export function partRow(
  { reference, packageType, height, length, width, weight }: Piece,
  { partNumber, label, costCents, services }: BookedPart,
): Omit<ConsignmentPartRow, 'id' | 'consignment_id' | 'contents'> {
  return {
    part_number: partNumber,
    label,
    reference,
    package_type: packageType,
    height,
    length,
    width,
    weight,
    cost_cents: costCents,
    services: JSON.stringify(services),
  }
}

interface Findable {
  tracking_code: string
  order_code: string | null
  reference?: string | null
  company: string
  contact: string
  phone: string
  email: string
  street: string
  suburb: string
  city: string
  postcode: string
}

/** The searched text of a consignment: its codes and reference, its pieces' references, its receiver and its destination. */
export function consignmentSearchText(row: Findable, pieces: readonly { reference: string }[]): string {
  const references = pieces.map(({ reference }) => reference)
  const { tracking_code, order_code, reference = null, company, contact, phone, email } = row
  return searchTextOf({
    texts: [tracking_code, order_code, reference, ...references, company, contact, email],
    phones: [phone],
    addresses: [row],
  })
}
