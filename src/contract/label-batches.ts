import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { Consignment } from './consignments.ts'
import { PrintedConsignments } from './printing.ts'
import { Outcome, text } from './wire.ts'

/** The calls of the capability `label-batches`: the labels of several consignments as one job. */

export const LabelBatch = z.object({
  consignments: PrintedConsignments,
  /** Whether the response contains the PDF. A printer of the server needs only the outcomes. */
  with_pdf: z.boolean(),
})
export type LabelBatch = z.output<typeof LabelBatch>

/** Whether the labels of a consignment are available; otherwise the reason, a sentence for staff. */
export const LabelOutcome = z.object({ tracking_code: z.string(), reason: text })
export type LabelOutcome = z.output<typeof LabelOutcome>

/** The data of a `pdf` event: all labels there are, as one PDF in base64. */
export const BatchPdf = z.string()

/**
 * The events of a batch: an `outcome` for each consignment, in the order of the request, each as soon as it is known;
 * then `pdf`, if requested and if there are any labels; then `end`. A response without it has broken off.
 */
export const BATCH_EVENTS = { outcome: 'outcome', pdf: 'pdf', end: 'end' } as const

/** Server-sent events, so that progress is shown. The body is not parsed by this schema. */
export const collectLabels = dataCall({
  method: 'POST',
  path: '/labels',
  body: LabelBatch,
  answer: z.unknown(),
})

/** Reports that these labels were printed by the browser. */
export const recordPrintedBatch = dataCall({
  method: 'POST',
  path: '/labels/printed',
  body: z.object({ consignments: PrintedConsignments }),
  answer: Outcome,
})

/** The consignments of today whose labels were never printed, in the order of the list. */
export const listAwaitingLabels = dataCall({
  method: 'GET',
  path: '/labels/awaiting',
  answer: rowsOf(Consignment),
})
