import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../format/text.ts'

/** The number of the first consignment besides an order's own. */
const FIRST = 2

/**
 * The reference of an order's next consignment: '104823-2', then '104823-3'. Numbers of deleted consignments are not used
 * again, because their labels may be printed.
 * @param taken the references that the order's other consignments have or had
 */
export function nextReference(orderCode: string, taken: readonly string[]): string {
  const numbers = taken.map((reference) => numberIn(orderCode, reference))
  return `${orderCode}-${Math.max(FIRST - 1, ...numbers) + 1}`
}

/** 0 for a reference of another order. */
function numberIn(orderCode: string, reference: string): number {
  const number = reference.startsWith(`${orderCode}-`) ? reference.slice(orderCode.length + 1) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : 0
}

/** The reference of a consignment that staff see: its own, otherwise the order's code. */
export function shownReference<Code extends string | null>({
  reference,
  order_code,
}: {
  reference: string | null
  order_code: Code
}): string | Code {
  return nonBlank(reference) ?? order_code
}

/**
 * Codes of at most this many characters are numbers of the invoicing system, which this system does not have (CON-7).
 */
const LONGEST_INVOICE = 5

/** The code of the order that a consignment ships; null for an invoice number. */
export function knownOrderCode({ order_code }: Pick<Consignment, 'order_code'>): string | null {
  const code = nonBlank(order_code)
  return code !== null && [...code].length > LONGEST_INVOICE ? code : null
}
