import type { NotUndone } from '../../../commands/engine/context.ts'
import type { Undoable } from '../../../commands/engine/targets.ts'
import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { consignmentTrackingLink } from '../../domain/freight/couriers.ts'
import { refusalOf } from '../api/client.ts'
import { removeConsignment } from '../api/consignments.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient, rendered } from '../api/query-client.ts'
import { printDocument } from '../printing/print.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { awaitDeletion, forgetBooking } from '../state/last-booking.ts'
import { dismissToastsOf } from '../state/toasts.ts'
import { forgetBookings } from '../state/undoables.ts'

// This module is loaded on first use, because a list of orders does not need it.

/**
 * Deletes a consignment on the server and removes it from the record index, with the notices that offer to delete it. Its
 * booking is remembered until then, also if the courier deletes it only later.
 */
export async function performDeletion({
  tracking_code: code,
}: Pick<Consignment, 'tracking_code'>): Promise<void> {
  awaitDeletion(code)
  await removeConsignment(code)
  recordIndex.forget({ kind: 'consignment', code })
  forgetBooking(code)
  dismissToastsOf('stopped.delete', ({ stopped }) => stopped?.code === code)
}

/**
 * Undoes the bookings of a run by deleting their consignments, one after another, and restores what was typed. Resolves
 * once the next undo acts on what was done before, or on the consignments that could not be deleted.
 * @returns the orders whose consignment could not be deleted
 */
export async function undoBookings(done: Undoable): Promise<NotUndone[]> {
  const refused: (NotUndone & { step: string })[] = []
  for (const [index, consignment] of done.steps.entries()) {
    // Whether its label was printed is not known of a run.
    awaitDeletion(consignment, { prints: 1, restoreForm: () => done.restoreForm?.(consignment) })
    try {
      await performDeletion({ tracking_code: consignment })
    } catch (error) {
      const code = done.codes[index] ?? consignment
      refused.push({ code, reason: refusalOf(error).reason, step: consignment })
    }
  }
  forgetBookings(done, refused)
  await rendered()
  return refused
}

/** Prints the labels of a consignment, on the workstation's printer or in the browser. */
export async function printLabels(code: string): Promise<void> {
  await printDocument({ kind: 'labels', consignments: [code] })
}

/** The tracking page of a consignment. It usually depends on the tracking URL of the consignment's order. */
export async function trackingPage(consignment: Consignment): Promise<string | null> {
  const code = nonBlank(consignment.order_code)
  const query = orderQueries.detail(code ?? '')
  const known = consignmentTrackingLink(consignment, queryClient.getQueryData(query.queryKey) ?? null)
  if (known !== null || code === null) return known
  // A copy from before the booking has no link.
  return consignmentTrackingLink(consignment, await queryClient.fetchQuery(query))
}
