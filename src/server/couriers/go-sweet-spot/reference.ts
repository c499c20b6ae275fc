import { createHash } from 'node:crypto'
import type { BookingKey } from '../courier.ts'

/** Limit of a delivery reference in characters. */
const LONGEST_REFERENCE = 50

/** Characters that identify a booking: 48 bits in base 36. */
const SUFFIX_BYTES = 6
const SUFFIX_LENGTH = 10

/** Look-ups take several references separated by commas, so a comma would split one. */
const UNSAFE = /[^A-Za-z0-9#/._-]+/g

/**
 * The delivery reference of a booking, which is printed on the label and by which the booking is looked up:
 * '104823-k3v09xq2mb'. Codes that leave no room for the suffix are cut; the suffix alone is unique.
 */
export function deliveryReference({ orderCode, bookingReference }: BookingKey): string {
  const hash = createHash('sha256').update(bookingReference).digest()
  const suffix = hash.readUIntBE(0, SUFFIX_BYTES).toString(36).padStart(SUFFIX_LENGTH, '0')
  const code = orderCode
    .trim()
    .replace(UNSAFE, '-')
    .slice(0, LONGEST_REFERENCE - SUFFIX_LENGTH - 1)
  return code === '' ? suffix : `${code}-${suffix}`
}
