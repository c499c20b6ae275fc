import type { Consignment } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import { readPdf } from '../../domain/format/pdf.ts'
import { consignmentTrackingLink } from '../../domain/freight/tracking.ts'
import { consignmentQueries, removeConsignment } from '../api/consignments.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { printPdf } from '../lib/print-pdf.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { notify } from '../state/toasts.ts'

// Loaded when one of these is first used: a list of orders needs none of it.

/** Deletes a consignment at the server; then the palette no longer finds it. */
export async function deleteConsignment({ tracking_code: code }: Consignment): Promise<void> {
  await removeConsignment(code)
  recordIndex.forget({ kind: 'consignment', code })
}

/** The codes whose labels are on their way to the printer: a key pressed twice prints once. */
const printing = new Set<string>()

/** Asks for the labels first, where they have not been shown yet. */
export async function printLabels(code: string): Promise<void> {
  if (printing.has(code)) return
  printing.add(code)
  await print(code).finally(() => printing.delete(code))
}

async function print(code: string): Promise<void> {
  const pdf = readPdf(await queryClient.ensureQueryData(consignmentQueries.labels(code)))
  if (pdf === null) throw new Error('The label file isn’t a PDF.')
  const done = await printPdf(pdf, `labels-${code}`)
  if (done === 'saved') notify('info', 'This browser can’t print labels. They were saved as a file instead.')
}

/** The consignment itself carries no link: its order has it, for every courier but one. */
export async function trackingPage(consignment: Consignment): Promise<string | null> {
  const known = consignmentTrackingLink(consignment, null)
  const code = nonBlank(consignment.order_code)
  if (known !== null || code === null) return known
  const order = await queryClient.ensureQueryData(orderQueries.detail(code))
  return consignmentTrackingLink(consignment, order)
}
