import type { PrintDocument } from '../../../contract/printing.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { printPdf } from '../../lib/print-pdf.ts'
import { collectBatch, reportPrintedBatch } from '../../printing/label-batches.ts'
import { lastPrintAtom } from '../../printing/last-print.ts'
import { type PrintResult, printDocument, printerFor } from '../../printing/print.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import type { BatchEvent } from './batch-state.ts'

/** Dots per millimetre of a page: the resolution of label printers, on which bars of whole dots are sharp. */
const DOTS = 8

/**
 * Collects the labels of consignments and prints the available ones as one job, in this order: on the workstation's
 * printer, otherwise in the browser. Never rejects.
 * @param signal stops it while labels are collected
 * @param tell receives all events of the batch except its start
 */
export async function runBatch(
  codes: readonly string[],
  signal: AbortSignal,
  tell: (event: BatchEvent) => void,
): Promise<void> {
  const ready: string[] = []
  const isForPrinter = printerFor(labels(codes)) !== null
  try {
    const pdf = await collectBatch(codes, {
      withPdf: !isForPrinter,
      signal,
      onOutcome(outcome) {
        if (outcome.reason === null) ready.push(outcome.tracking_code)
        tell({ type: 'collected', ...outcome })
      },
    })
    if (ready.length === 0) return tell({ type: 'failed', reason: null })
    tell({ type: 'printing' })
    const result = pdf
      ? await printHere(pdf, ready, () => tell({ type: 'page-drawn' }))
      : await printDocument(labels(ready))
    tell(END[result])
  } catch (error) {
    const reason = signal.aborted ? 'Stopped' : (refusalOf(error).reason ?? MESSAGES.labels)
    tell({ type: 'failed', reason })
  }
}

const labels = (consignments: readonly string[]): PrintDocument => ({
  kind: 'labels',
  consignments: [...consignments],
})

const END: Record<PrintResult, BatchEvent> = {
  printed: { type: 'printed' },
  browser: { type: 'printed' },
  saved: { type: 'printed' },
  unconfirmed: { type: 'unconfirmed' },
  failed: { type: 'failed', reason: 'Not printed' },
}

async function printHere(
  pdf: Uint8Array<ArrayBuffer>,
  codes: readonly string[],
  onPage: () => void,
): Promise<PrintResult> {
  store.set(lastPrintAtom, { document: labels(codes) })
  const done = await printPdf([pdf], `labels-${codes.length}`, { dots: DOTS, onPage })
  if (done === 'saved') {
    notify('info', 'This browser can’t print labels. They were saved as a file instead.')
    return 'saved'
  }
  void reportPrintedBatch(codes)
  return 'browser'
}
