import type { Consignment } from '../../contract/consignments.ts'
import { parseWallClock } from '../../domain/calendar/nz-calendar.ts'
import { consignmentStage } from '../../domain/freight/consignment-status.ts'
import { placeOf, type SeenRecord } from '../../domain/records/seen-record.ts'

// Apart from the other records: luxon comes along with it, which nothing needs before the first rows.

/** What the index keeps of a consignment. */
export function consignmentRecord(consignment: Consignment): SeenRecord {
  const { building, contact_name } = consignment.destination
  const createdMs = parseWallClock(consignment.dates.created_at)
  return {
    kind: 'consignment',
    code: consignment.tracking_code,
    name: building || contact_name || '',
    contact: building ? (contact_name ?? '') : '',
    place: placeOf(consignment.destination),
    at: createdMs === null ? null : new Date(createdMs).toISOString(),
    total: null,
    status: consignmentStage(consignment),
  }
}
