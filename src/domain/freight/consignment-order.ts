import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../format/absent.ts'

/**
 * Codes of at most this many characters are numbers of the invoicing system, which this system does not have
 * (section 9).
 */
const LONGEST_INVOICE = 5

/** The code of the order that a consignment ships; null for an invoice number. */
export function knownOrderCode({ order_code }: Pick<Consignment, 'order_code'>): string | null {
  const code = nonBlank(order_code)
  return code !== null && [...code].length > LONGEST_INVOICE ? code : null
}
