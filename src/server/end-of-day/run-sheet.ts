import type { Kysely } from 'kysely'
import type { Collection } from '../../contract/end-of-day.ts'
import { type Clock, formatDateTime } from '../../domain/calendar/nz-time.ts'
import { branchLabel } from '../../domain/freight/address.ts'
import { shownReference } from '../../domain/freight/consignment-reference.ts'
import type { FoundConsignment } from '../consignments/store.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { RunSheetLine } from '../labels/render-run-sheet.ts'
import { consignmentsOf } from './store.ts'

/**
 * A courier's consignments at a branch as a PDF, for the driver to sign.
 * @param signal ends it when the client disconnects
 * @throws Refusal 404 if there are none
 */
export async function runSheetOf(
  deps: { db: Kysely<Database>; clock: Clock },
  collection: Collection,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const handed = await consignmentsOf(deps.db, collection, deps.clock())
  const [first] = handed
  if (first === undefined) throw new Refusal(404, 'There is nothing to hand over to this courier.')
  // Loaded with the first run sheet, as with labels.
  const { renderRunSheet } = await import('../labels/render-run-sheet.ts')
  const content = {
    courier: first.row.provider_name,
    branch: branchLabel(collection.branch),
    printedAt: formatDateTime(timestamp(deps.clock())),
    lines: handed.map(lineOf),
  }
  return renderRunSheet(content, signal)
}

function lineOf({ row, parts }: FoundConsignment): RunSheetLine {
  return {
    trackingCode: row.tracking_code,
    reference: shownReference(row) ?? '',
    receiver: row.company || row.contact,
    place: [row.city || row.suburb, row.postcode].filter(Boolean).join(' '),
    pieces: parts.length,
    weight: parts.reduce((sum, { weight }) => sum + weight, 0),
  }
}
