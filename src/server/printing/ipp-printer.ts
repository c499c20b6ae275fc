import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import ipp from '@sealsystems/ipp'
import * as z from 'zod'
import type { Paper } from '../../contract/printing.ts'
import { withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import {
  BUSY_PAUSE_MS,
  MOST_TRIES,
  PrinterRefused,
  type PrintRequest,
  type ServerPrinter,
  type TimeLimits,
} from './printer.ts'

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

/** Statuses after which the document may nevertheless have been accepted. */
const UNCLEAR = new Set(['server-error-internal-error', 'server-error-temporary-error', 'unknown'])

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

/** The request did not reach the printer. */
class NotConnected extends Error {}

/** The printer answered with an HTTP status instead of IPP. Nothing was printed. */
class NoIpp extends Error {}

interface IppCall {
  operation: 'Get-Printer-Attributes' | 'Print-Job'
  /** The attributes of this call. Charset, language and the printer's address are sent with every call. */
  attributes: Record<string, string | string[]>
  jobAttributes?: Record<string, string>
  data?: Buffer
  /** Milliseconds for the whole call. */
  within: number
}

/** An attribute: one value, or a list of values. Values other than text are omitted. */
const texts = z
  .unknown()
  .optional()
  .transform((value) => [value].flat().filter((one): one is string => typeof one === 'string' && one !== ''))

const Group = z
  .union([
    z.record(z.string(), z.unknown()),
    z.array(z.record(z.string(), z.unknown())).transform(([first]) => first),
  ])
  .optional()
  .transform((group) => group ?? {})

const Answer = z.object({
  /** A name such as 'successful-ok'; absent if it is unknown. */
  statusCode: z.string().optional(),
  'printer-attributes-tag': Group,
})

const PrinterAttributes = z.object({
  'printer-state': texts,
  'printer-state-reasons': texts,
  'printer-is-accepting-jobs': z.boolean().optional().catch(undefined),
  'document-format-supported': texts,
  'media-supported': texts,
  'media-ready': texts,
  'print-scaling-supported': texts,
})
type PrinterAttributes = z.output<typeof PrinterAttributes>

interface IppAnswer {
  status: string
  printer: PrinterAttributes
}

/** The port of IPP, also with TLS. */
const IPP_PORT = 631
/** Limit of a response in bytes: attributes of large printers take some 100 KB. */
const MOST_BYTES = 2 * 1024 * 1024
const OK = 200

/**
 * Calls a printer with IPP over a new connection: a reused one might close while a document is sent, and the outcome
 * would be unknown.
 * @param url `ipp://` or `ipps://`
 * @throws {NotConnected} if nothing was sent; {NoIpp} if the address is not a printer's
 */
async function callIpp(url: string, call: IppCall): Promise<IppAnswer> {
  const { operation, attributes, jobAttributes, data, within } = call
  const body = ipp.serialize({
    operation,
    id: 1,
    'operation-attributes-tag': {
      'attributes-charset': 'utf-8',
      'attributes-natural-language': 'en',
      'printer-uri': url,
      ...attributes,
    },
    ...(jobAttributes && { 'job-attributes-tag': jobAttributes }),
    ...(data && { data }),
  })
  const outer = new AbortController().signal
  const bytes = await withTimeLimit(within, outer, (signal) => post(url, body, signal))
  const { statusCode = 'unknown', 'printer-attributes-tag': group } = Answer.parse(decoded(bytes))
  return { status: statusCode, printer: PrinterAttributes.parse(group) }
}

/**
 * Decodes a response. The library reads lengths as signed: a negative length would move it backwards and make it loop
 * forever, which blocks the server's only thread.
 * @throws if the response is not IPP
 */
function decoded(bytes: Buffer): unknown {
  const read = bytes.readInt16BE.bind(bytes)
  return ipp.parse(
    Object.assign(bytes, {
      readInt16BE(offset?: number) {
        const length = read(offset)
        if (length < 0) throw new RangeError('The printer answered with a negative length.')
        return length
      },
    }),
  )
}

function post(url: string, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const isSecure = protocol === 'ipps:'
  const options: RequestOptions = {
    method: 'POST',
    // An address of IPv6 is in brackets in a URL only.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || IPP_PORT,
    path: (pathname || '/') + search,
    headers: { 'Content-Type': 'application/ipp', 'Content-Length': body.length, Connection: 'close' },
    agent: false,
    signal,
  }
  const sent = isSecure ? httpsRequest(options) : httpRequest(options)
  return exchange(sent, body, isSecure ? 'secureConnect' : 'connect')
}

/** Sends the body once connected, and reads the response. */
function exchange(
  sent: ClientRequest,
  body: Buffer,
  connected: 'connect' | 'secureConnect',
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    const fail = (error: Error) =>
      reject(isConnected ? error : new NotConnected(error.message, { cause: error }))
    sent.on('error', fail)
    sent.on('response', (response) => readAll(response).then(resolve, fail))
    sent.on('socket', (socket) => {
      socket.once(connected, () => {
        isConnected = true
        sent.end(body)
      })
    })
  })
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const status = response.statusCode ?? 0
  if (status !== OK) {
    response.destroy()
    const words = `The printer answered with HTTP status ${status}`
    throw status >= 400 && status < 500 ? new NoIpp(words) : new Error(words)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) throw new Error('The printer answered with too much.')
  }
  return Buffer.concat(chunks)
}
