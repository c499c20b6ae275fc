import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../format/absent.ts'

/** Codes of at most so many characters are invoices of the invoicing system, which this one does not know (section 9). */
const LONGEST_INVOICE = 5

/** The code of the order that a consignment ships, where this system has that order; null for an invoice's. */
export function knownOrderCode({ order_code }: Pick<Consignment, 'order_code'>): string | null {
  const code = nonBlank(order_code)
  return code !== null && [...code].length > LONGEST_INVOICE ? code : null
}
