import { setTimeout as pause } from 'node:timers/promises'
import type { Paper } from '../../contract/printing.ts'
import { log } from '../platform/log.ts'
import {
  callIpp,
  type IppAnswer,
  type IppCall,
  NoIpp,
  NotConnected,
  type PrinterAttributes,
} from './ipp-call.ts'
import { PrinterRefused, type PrintRequest, type ServerPrinter } from './printer.ts'

const PDF = 'application/pdf'

/** Limits of the calls in milliseconds. With rendering they are shorter than the console's time-out of 20 s. */
const WITHIN: TimeLimits = { check: 3000, print: 10_000 }

/** The end of a media's self-describing name (PWG 5101.1). */
const MEDIA_END: Record<Paper, string> = { '100x150': '_100x150mm', A4: '_210x297mm' }

const REQUESTED = [
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'document-format-supported',
  'media-supported',
  'media-ready',
  'print-scaling-supported',
]

/** Longest name of a job (RFC 8011), in bytes; titles are ASCII mostly. */
const LONGEST_NAME = 100

/** Small printers take one job at a time. */
const BUSY = 'server-error-busy'
const BUSY_PAUSE_MS = 500
const MOST_TRIES = 6

/** Statuses after which the document may nevertheless have been accepted. */
const UNCLEAR = new Set(['server-error-internal-error', 'server-error-temporary-error', 'unknown'])

interface TimeLimits {
  check: number
  print: number
}

interface Address {
  name: string
  paper: Paper
  url: string
  /** In tests. */
  within?: TimeLimits
}

/** A printer that speaks IPP and prints PDF, or a queue of CUPS. */
export function ippPrinter(address: Address): ServerPrinter {
  const { name, paper } = address
  return {
    name,
    paper,
    check: async () => void (await readyPrinter(address)),
    async print(request) {
      const printer = await readyPrinter(address)
      const data = Buffer.from(await request.printable.pdf())
      await request.beforeSending()
      const status = await sendJob(address, printCall(address, printer, request, data))
      if (status.startsWith('successful')) return
      if (UNCLEAR.has(status)) throw new Error(`${name} answered ${status}.`)
      throw new PrinterRefused(`${name} refused the job (${status}).`)
    },
  }
}

/** @throws {PrinterRefused} if it cannot print now; a job sent anyway would wait and be printed unexpectedly later */
async function readyPrinter(address: Address): Promise<PrinterAttributes> {
  const { name, within = WITHIN } = address
  const attributes = { 'requested-attributes': REQUESTED }
  const call: IppCall = { operation: 'Get-Printer-Attributes', attributes, within: within.check }
  const { status, printer } = await ask(address, call).catch((error: unknown) => {
    if (error instanceof PrinterRefused) throw error
    log.warn({ err: error, printer: name }, 'Printer did not tell its state')
    throw new PrinterRefused(`${name} does not answer.`)
  })
  if (!status.startsWith('successful'))
    throw new PrinterRefused(`${name} refused to tell its state (${status}).`)
  const formats = printer['document-format-supported']
  if (formats.length > 0 && !formats.includes(PDF))
    throw new PrinterRefused(`${name} does not print PDF files.`)
  const reason = whyNotReady(printer)
  if (reason !== null) throw new PrinterRefused(`${name} ${reason}.`)
  return printer
}

function printCall(
  { paper, within = WITHIN }: Address,
  printer: PrinterAttributes,
  { printable, staffName }: PrintRequest,
  data: Buffer,
): IppCall {
  const media = printer['media-supported'].find((one) => one.endsWith(MEDIA_END[paper]))
  // Labels are printed in their real size; couriers' labels that are longer than the paper are scaled to fit.
  const scaling = ['auto-fit', 'none'].find((one) => printer['print-scaling-supported'].includes(one))
  return {
    operation: 'Print-Job',
    attributes: {
      'requesting-user-name': staffName,
      'job-name': printable.title.slice(0, LONGEST_NAME),
      'document-format': PDF,
    },
    jobAttributes: { ...(media && { media }), ...(scaling && { 'print-scaling': scaling }) },
    data,
    within: within.print,
  }
}

/** Sends a job. Repeats it while the printer is busy: a busy printer has not accepted it. */
async function sendJob(address: Address, call: IppCall): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { status } = await ask(address, call)
    if (status !== BUSY) return status
    if (tries === MOST_TRIES) throw new PrinterRefused(`${address.name} is busy with another job.`)
    await pause(BUSY_PAUSE_MS)
  }
}

/** @throws {PrinterRefused} if nothing was sent; anything else if there was no response */
async function ask({ name, url }: Address, call: IppCall): Promise<IppAnswer> {
  try {
    return await callIpp(url, call)
  } catch (error) {
    if (error instanceof NotConnected) {
      log.warn({ err: error, printer: name }, 'Printer cannot be reached')
      throw new PrinterRefused(`${name} cannot be reached.`)
    }
    if (error instanceof NoIpp) throw new PrinterRefused(`${name} is no printer: ${error.message}.`)
    throw error
  }
}

/** States that keep a printer from printing, in the words of staff, by the keywords of RFC 8011 and PWG 5100.9. */
const WORDS: Record<string, string> = {
  'media-empty': 'is out of paper',
  'media-needed': 'needs paper',
  'media-jam': 'has a paper jam',
  'input-tray-missing': 'has no paper tray',
  'output-area-full': 'has a full output tray',
  'output-tray-missing': 'has no output tray',
  'door-open': 'is open',
  'cover-open': 'is open',
  'interlock-open': 'is open',
  'toner-empty': 'is out of toner',
  'marker-supply-empty': 'is out of ink or ribbon',
  'developer-empty': 'is out of toner',
  offline: 'is offline',
  shutdown: 'is switched off',
  'timed-out': 'is offline',
  paused: 'is paused',
  'moving-to-paused': 'is paused',
  stopping: 'is stopped',
}

/** A printer that is offline would keep the job and print it later, so a report of this state suffices. */
const ALWAYS_STOPS = new Set(['offline', 'shutdown', 'timed-out'])

/** One tray of several may be empty: then some media is ready. */
function hasNoMedia(keyword: string, printer: PrinterAttributes): boolean {
  return keyword === 'media-empty' && printer['media-ready'].length === 0
}

/** Why a printer cannot print now, such as 'is out of paper'; null if it can. */
function whyNotReady(printer: PrinterAttributes): string | null {
  for (const reason of printer['printer-state-reasons']) {
    // Without a suffix a reason is an error.
    const [, keyword = '', severity = 'error'] = /^(.*?)(?:-(report|warning|error))?$/.exec(reason) ?? []
    const words = WORDS[keyword]
    if (words === undefined) continue
    if (severity === 'error' || ALWAYS_STOPS.has(keyword) || hasNoMedia(keyword, printer)) return words
  }
  if (printer['printer-state'].includes('stopped')) return 'is stopped'
  if (printer['printer-is-accepting-jobs'] === false) return 'accepts no jobs'
  return null
}
