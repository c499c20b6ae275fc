import type { BookedPart, Piece } from '../couriers/courier.ts'
import type { ConsignmentPartRow } from '../db/consignment-tables.ts'

/** The row of a booked piece, without its consignment. */
export function partRow(
  { reference, packageType, height, length, width, weight }: Piece,
  { partNumber, label, costCents, services }: BookedPart,
): Omit<ConsignmentPartRow, 'id' | 'consignment_id'> {
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
