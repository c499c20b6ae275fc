import type { NoticeTone } from '../../../commands/engine/context.ts'
import { getContentsPages } from '../../contract/consignments.ts'
import { getRunSheet } from '../../contract/end-of-day.ts'
import { getPickSheet } from '../../contract/pick-runs.ts'
import { PAPER_OF, type PrintDocument } from '../../contract/printing.ts'
import { readPdf } from '../../domain/format/pdf.ts'
import { mayHaveHappened, refusalOf, send } from '../api/client.ts'
import { consignmentQueries } from '../api/consignments.ts'
import { reportPrinting } from '../api/history.ts'
import { sendPrintJob } from '../api/printing.ts'
import { queryClient } from '../api/query-client.ts'
import { printPdf } from '../lib/print-pdf.ts'
import { openDialog } from '../state/dialogs.ts'
import { installation } from '../state/installation.ts'
import { lastPrintAtom, noteLabelsPrinted } from '../state/last-booking.ts'
import { store } from '../state/store.ts'
import { notify, notifyAbout } from '../state/toasts.ts'
import { workstation } from '../state/workstation.ts'
import { collectBatch, reportPrintedBatch } from './label-batches.ts'

/**
 * `printed`: the printer accepted it. `unconfirmed`: it may have. `failed`: certainly not. `browser`: the browser's
 * print dialog was opened. `saved`: the browser cannot print and downloaded a file.
 */
export type PrintResult = 'printed' | 'unconfirmed' | 'failed' | 'browser' | 'saved'

/** Documents that are being printed, so that a key pressed twice prints once. */
const printing = new Map<string, Promise<PrintResult>>()

/** After this many milliseconds, a notice says that the printer is slow. */
const SLOW_MS = 2000

/** Commands offered if nothing was printed, or perhaps nothing. None runs by itself. */
const WAYS_ON = ['printing.again', 'printing.elsewhere', 'printing.in-browser'] as const

/**
 * Prints a document on the workstation's printer for its paper, or without one in the browser, and notifies of the
 * outcome.
 * @param where overrides the choice of the workstation
 * @throws if it cannot be loaded for the browser
 */
export function printDocument(document: PrintDocument, where?: 'browser'): Promise<PrintResult> {
  const key = JSON.stringify(document)
  const pending = printing.get(key)
  if (pending) return pending
  store.set(lastPrintAtom, { document })
  const printer = where === 'browser' ? null : printerFor(document)
  if (printer === null && document.kind === 'test-label') return chooseFirst()
  const work = printer === null ? printInBrowser(document) : printOn(printer, document)
  const result = work.finally(() => printing.delete(key))
  printing.set(key, result)
  return result
}

/**
 * Notes that labels may be on paper, so that undoing their booking asks the user to throw them away.
 * @param jobs -1 once they certainly are not
 */
function noteOnPaper(document: PrintDocument, jobs: 1 | -1 = 1): void {
  if (document.kind === 'labels') noteLabelsPrinted(document.consignments, jobs)
}

/** The test label is about a printer, so one must be chosen. */
async function chooseFirst(): Promise<PrintResult> {
  openDialog({ name: 'choose-printer', choice: { kind: 'label-printer' } })
  notify('info', 'Choose a label printer first')
  return 'failed'
}

/** The workstation's printer for a document; null prints in the browser. */
export function printerFor({ kind }: PrintDocument): string | null {
  if (!installation.capabilities.has('printing')) return null
  const { labelPrinter, paperPrinter } = workstation()
  return PAPER_OF[kind] === 'A4' ? paperPrinter : labelPrinter
}

/** Prints a document on a printer, as a job of its own, and notifies of the outcome. */
export async function printOn(printer: string, document: PrintDocument): Promise<PrintResult> {
  const print = { document }
  store.set(lastPrintAtom, print)
  const about = document.kind === 'labels' && document.consignments.length === 1 ? document.consignments : []
  const offerAgain = (tone: NoticeTone, text: string) =>
    notifyAbout(about, tone, text, { commands: WAYS_ON, print })
  const slow = setTimeout(() => notifyAbout(about, 'info', `Waiting for ${printer}…`), SLOW_MS)
  // From now on, because a booking may be undone while its label is being printed.
  noteOnPaper(document)
  try {
    const outcome = await sendPrintJob({ job: crypto.randomUUID(), printer, document })
    if (outcome === 'unconfirmed') offerAgain('warning', unconfirmed(printer))
    else notifyAbout(about, 'success', `Printed on ${printer}`)
    return outcome
  } catch (error) {
    if (mayHaveHappened(error) && refusalOf(error).reason === null) {
      offerAgain('warning', unconfirmed(printer))
      return 'unconfirmed'
    }
    noteOnPaper(document, -1)
    offerAgain('error', refusalOf(error).reason ?? `Failed to print on ${printer}`)
    return 'failed'
  } finally {
    clearTimeout(slow)
  }
}

function unconfirmed(printer: string): string {
  return `${printer} did not confirm. It may still print: look there before printing again.`
}

async function printInBrowser(document: PrintDocument): Promise<PrintResult> {
  const { files, name, onPrinted } = await browserFiles(document)
  const done = await printPdf(files, name)
  noteOnPaper(document)
  if (done === 'saved') {
    notify('info', 'This browser can’t print labels. They were saved as a file instead.')
    return 'saved'
  }
  onPrinted()
  return 'browser'
}

interface BrowserFiles {
  files: Uint8Array<ArrayBuffer>[]
  /** Of the file and the print job. */
  name: string
  onPrinted(): void
}

/** The files that the browser prints for a document. */
async function browserFiles(document: PrintDocument): Promise<BrowserFiles> {
  switch (document.kind) {
    case 'labels': {
      const [code, ...others] = document.consignments
      if (code === undefined || others.length > 0) return batchFiles(document.consignments)
      const onPrinted = () => void reportPrinting(code)
      return { files: [await labelFile(code)], name: `labels-${code}`, onPrinted }
    }
    case 'run-sheet': {
      const { kind: _, ...collection } = document
      const pdf = readPdf(await send(getRunSheet, { query: collection }))
      if (pdf === null) throw new Error('The run sheet isn’t a PDF.')
      const { provider, branch } = collection
      return { files: [pdf], name: `run-sheet-${provider}-${branch}`, onPrinted: () => undefined }
    }
    case 'pick-sheet': {
      const pdf = readPdf(await send(getPickSheet, { path: { id: document.run } }))
      if (pdf === null) throw new Error('The pick sheet isn’t a PDF.')
      return { files: [pdf], name: `pick-run-${document.run}`, onPrinted: () => undefined }
    }
    case 'contents': {
      const trackingCode = document.consignment
      const pdf = readPdf(await send(getContentsPages, { path: { trackingCode } }))
      if (pdf === null) throw new Error('The contents aren’t a PDF.')
      return { files: [pdf], name: `contents-${trackingCode}`, onPrinted: () => undefined }
    }
    case 'test-label':
      throw new Error('The test label is for printers of the server.')
  }
}

async function batchFiles(codes: readonly string[]): Promise<BrowserFiles> {
  const missing: string[] = []
  const pdf = await collectBatch(codes, {
    withPdf: true,
    onOutcome: ({ tracking_code, reason }) => reason !== null && missing.push(tracking_code),
  })
  if (pdf === null || missing.length > 0) throw new Error(`There are no labels of ${missing.join(', ')}.`)
  return { files: [pdf], name: `labels-${codes.length}`, onPrinted: () => void reportPrintedBatch(codes) }
}

async function labelFile(code: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = readPdf(await queryClient.ensureQueryData(consignmentQueries.labels(code)))
  if (pdf === null) throw new Error('The label file isn’t a PDF.')
  return pdf
}
