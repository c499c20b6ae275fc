import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import ipp from '@sealsystems/ipp'
import * as z from 'zod'
import { withTimeLimit } from '../platform/limits.ts'

/** The request did not reach the printer. */
export class NotConnected extends Error {}

/** The printer answered with an HTTP status instead of IPP. Nothing was printed. */
export class NoIpp extends Error {}

export interface IppCall {
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
export type PrinterAttributes = z.output<typeof PrinterAttributes>

export interface IppAnswer {
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
export async function callIpp(url: string, call: IppCall): Promise<IppAnswer> {
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
