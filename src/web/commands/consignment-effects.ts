import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import { readPdf } from '../../domain/format/pdf.ts'
import { consignmentTrackingLink } from '../../domain/freight/tracking.ts'
import { consignmentQueries, removeConsignment } from '../api/consignments.ts'
import { reportPrinting } from '../api/history.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { printPdf } from '../lib/print-pdf.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { notify } from '../state/toasts.ts'

// Loaded on first use, because a list of orders needs none of it.

/** Deletes a consignment on the server and removes it from the record index. */
export async function deleteConsignment({ tracking_code: code }: Consignment): Promise<void> {
  await removeConsignment(code)
  recordIndex.forget({ kind: 'consignment', code })
}

/** Codes whose labels are being loaded for printing, so that a key pressed twice prints once. */
const printing = new Set<string>()

/** Prints the labels of a consignment; loads them first if necessary. */
export async function printLabels(code: string): Promise<void> {
  if (printing.has(code)) return
  printing.add(code)
  await print(code).finally(() => printing.delete(code))
}

async function print(code: string): Promise<void> {
  const pdf = readPdf(await queryClient.ensureQueryData(consignmentQueries.labels(code)))
  if (pdf === null) throw new Error('The label file isn’t a PDF.')
  const done = await printPdf(pdf, `labels-${code}`)
  if (done === 'printed') void reportPrinting(code)
  if (done === 'saved') notify('info', 'This browser can’t print labels. They were saved as a file instead.')
}

/** The tracking page of a consignment. It usually depends on the tracking URL of the consignment's order. */
export async function trackingPage(consignment: Consignment): Promise<string | null> {
  const known = consignmentTrackingLink(consignment, null)
  const code = nonBlank(consignment.order_code)
  if (known !== null || code === null) return known
  const order = await queryClient.ensureQueryData(orderQueries.detail(code))
  return consignmentTrackingLink(consignment, order)
}
