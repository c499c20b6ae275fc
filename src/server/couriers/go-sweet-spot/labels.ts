import * as z from 'zod'
import type { LabelFormat } from '../../platform/courier-settings.ts'
import { log } from '../../platform/log.ts'
import { CallRefused, callGateway, NotJson, type Site } from './gateway.ts'

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
