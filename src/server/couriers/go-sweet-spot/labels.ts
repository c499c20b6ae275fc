import * as z from 'zod'
import type { LabelFormat } from '../../platform/courier-settings.ts'
import { log } from '../../platform/log.ts'
import { CourierRefused } from '../courier.ts'
import { CallRefused, callGateway, NotJson, type Site, short } from './gateway.ts'

/** The names of the formats in the interface. */
const FORMATS: Record<LabelFormat, string> = {
  '100x175': 'LABEL_PDF_100X175',
  '100x150': 'LABEL_PDF_100X150',
  A4: 'LABEL_PDF',
  // For the screen; printers get `readZpl`.
  ZPL: 'LABEL_PDF_100X175',
}
const ZPL_FORMAT = 'LABEL_ZPL_100X175'

/** The only format that all carriers have. */
const FALLBACK: LabelFormat = '100x175'

const PDF = '%PDF'
const ZPL_START = '^XA'
/** Limit of labels in bytes, for the most pieces that can be booked at once. */
const MOST_LABEL_BYTES = 64 * 1024 * 1024

/** The response has no label in the requested format. */
class NoLabel extends Error {}

/**
 * The labels of a consignment as one PDF: in the given format, or in the usual one if its carrier does not have the
 * given one.
 * @throws if there is no label, or the gateway is unreachable
 */
export async function readLabel(
  site: Site,
  trackingCode: string,
  format: LabelFormat,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await requestLabel(site, trackingCode, format, signal)
  } catch (error) {
    const hasNone = [NoLabel, CallRefused, NotJson].some((kind) => error instanceof kind)
    if (!hasNone || FORMATS[format] === FORMATS[FALLBACK]) throw error
    log.warn({ trackingCode, format, err: error }, 'GoSweetSpot has no label in this format')
    return requestLabel(site, trackingCode, FALLBACK, signal)
  }
}

async function requestLabel(
  site: Site,
  connote: string,
  format: LabelFormat,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // One PDF contains all pieces.
  const [pdf, ...others] = await requestFiles(site, connote, FORMATS[format], signal)
  if (pdf === undefined || others.length > 0) throw new NoLabel('GoSweetSpot sent no single label.')
  if (pdf.toString('latin1', 0, PDF.length) !== PDF)
    throw new NoLabel('GoSweetSpot sent no PDF as the label.')
  return pdf
}

/** The labels of all pieces in ZPL. @throws if there are none, or the gateway is unreachable */
export async function readZpl(site: Site, trackingCode: string, signal: AbortSignal): Promise<string> {
  const files = await requestFiles(site, trackingCode, ZPL_FORMAT, signal)
  const labels = files.map((file) => file.toString('utf8'))
  if (labels.length === 0 || !labels.every((label) => label.includes(ZPL_START))) {
    throw new NoLabel('GoSweetSpot sent no ZPL as the label.')
  }
  return labels.join('\n')
}

/** The files of a response; empty if it is not a list of files. */
async function requestFiles(
  site: Site,
  connote: string,
  format: string,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const query = { format, connote }
  const call = { method: 'GET', path: '/api/labels', query, signal, most: MOST_LABEL_BYTES } as const
  const files = z.array(z.string()).safeParse(await callGateway(site, call)).data ?? []
  return files.map((file) => Buffer.from(file, 'base64'))
}

/** A printer of a computer on which GoSweetSpot's print agent runs. */
interface AgentPrinter {
  /** Such as 'Warehouse >> ZDESIGNER LP 2844 (11112)'. */
  printer: string
  isOnline: boolean
}

const AgentPrinters = z.array(
  z
    .object({ printer: z.string(), isonline: z.boolean().nullish() })
    .transform(({ printer, isonline }): AgentPrinter => ({ printer, isOnline: isonline === true })),
)

const ACCEPTED = /^print job (sent|queued)\.?$/i

/** The printers of the account. @throws if the gateway is unreachable */
export async function listAgentPrinters(site: Site, signal: AbortSignal): Promise<AgentPrinter[]> {
  return AgentPrinters.parse(await callGateway(site, { method: 'GET', path: '/api/printers', signal }))
}

/**
 * Prints the labels of a consignment with the print agent.
 * @throws {CourierRefused} if nothing was printed; anything else if that is unknown
 */
export async function printByAgent(
  site: Site,
  connote: string,
  printer: string,
  signal: AbortSignal,
): Promise<void> {
  const query = { connote, printtoprinter: printer }
  const answer = await callGateway(site, { method: 'POST', path: '/api/labels', query, signal }).catch(
    plainText,
  )
  const words = typeof answer === 'string' ? short(answer) : ''
  if (ACCEPTED.test(words)) return
  throw new CourierRefused(`GoSweetSpot did not print: ${words || 'it gave no reason'}`)
}

/** The documented response is text, which may or may not be quoted as JSON. */
function plainText(error: unknown): string {
  if (error instanceof NotJson) return error.text
  throw error
}
