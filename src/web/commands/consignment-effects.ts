import type { NotUndone } from '../../../commands/engine/context.ts'
import type { Undoable } from '../../../commands/engine/targets.ts'
import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { consignmentTrackingLink } from '../../domain/freight/couriers.ts'
import { refusalOf } from '../api/client.ts'
import { removeConsignment } from '../api/consignments.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { printDocument } from '../printing/print.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { forgetBooking } from '../state/last-booking.ts'
import { forgetUndoable } from '../state/undoables.ts'

// This module is loaded on first use, because a list of orders does not need it.

/** Deletes a consignment on the server and removes it from the record index. */
export async function performDeletion({
  tracking_code: code,
}: Pick<Consignment, 'tracking_code'>): Promise<void> {
  await removeConsignment(code)
  recordIndex.forget({ kind: 'consignment', code })
  forgetBooking(code)
}

/**
 * Undoes the bookings of a run by deleting their consignments, one after another.
 * @returns the orders whose consignment could not be deleted
 */
export async function undoBookings({ steps, codes }: Undoable): Promise<NotUndone[]> {
  const refused: NotUndone[] = []
  for (const [index, consignment] of steps.entries()) {
    try {
      await performDeletion({ tracking_code: consignment })
    } catch (error) {
      refused.push({ code: codes[index] ?? consignment, reason: refusalOf(error).reason })
    }
  }
  forgetUndoable({ steps })
  return refused
}

/** Prints the labels of a consignment, on the workstation's printer or in the browser. */
export async function printLabels(code: string): Promise<void> {
  await printDocument({ kind: 'labels', consignments: [code] })
}

/** The tracking page of a consignment. It usually depends on the tracking URL of the consignment's order. */
export async function trackingPage(consignment: Consignment): Promise<string | null> {
  const known = consignmentTrackingLink(consignment, null)
  const code = nonBlank(consignment.order_code)
  if (known !== null || code === null) return known
  const order = await queryClient.ensureQueryData(orderQueries.detail(code))
  return consignmentTrackingLink(consignment, order)
}
