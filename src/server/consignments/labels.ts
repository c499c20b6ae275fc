import { LRUCache } from 'lru-cache'
import { originBranch } from '../../domain/freight/branch.ts'
import { BEING_DELETED, shownReference } from '../../domain/freight/consignment.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { Courier } from '../couriers/courier.ts'
import { RATE_CARDS } from '../couriers/rate-cards/cards.ts'
import { Refusal } from '../http/refusal.ts'
import type { LabelContent } from '../labels/render-labels.ts'
import type { Config } from '../platform/config.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { contentsOf } from './present.ts'
import { type FoundConsignment, findConsignment } from './store.ts'

/** Additional settings for labels. */
export interface LabelDeps extends ConsignmentDeps {
  config: Pick<Config, 'couriers' | 'senders'>
  /** Labels that couriers sent for a batch. */
  labelCache: LabelCache
}

/** The courier's own labels, or what ours are rendered from. */
export type LabelSource = CourierLabels | { content: LabelContent }

/**
 * A consignment's labels as a PDF with a page per piece: the courier's own if it has them, otherwise ours.
 * @throws Refusal 404 without such a consignment, 409 while it is being deleted, 503 if the courier has its own
 *   labels and is unreachable
 */
export async function labelsOf(deps: LabelDeps, trackingCode: string): Promise<Uint8Array> {
  const found = await withLabels(deps, trackingCode)
  const courierLabels = await ask(deps, found, (courier, signal) =>
    courier.label(found.row.tracking_code, signal),
  )
  if (courierLabels !== null) return courierLabels
  // Loaded with the first label, because fonts and the PDF library take a quarter of the startup time.
  const { renderLabels } = await import('../labels/render-labels.ts')
  return renderLabels(labelContent(found, deps.config))
}

/**
 * Pages with the contents of each piece.
 * @throws Refusal 404 without such a consignment or without known contents, 409 while it is being deleted
 */
export async function contentsPagesOf(deps: ConsignmentDeps, trackingCode: string): Promise<Uint8Array> {
  const { row, parts } = await withLabels(deps, trackingCode)
  const pieces = parts.map(contentsOf)
  if (pieces.every((contents) => contents.length === 0)) throw new Refusal(404, NO_CONTENTS)
  const { renderContents } = await import('../labels/render-contents.ts')
  const { tracking_code, company, contact } = row
  const receiver = company.trim() === '' ? contact : company
  return renderContents({
    reference: shownReference(row) ?? '',
    trackingCode: tracking_code,
    receiver,
    pieces,
  })
}

const NO_CONTENTS = 'Nothing was scanned into the parcels of this consignment.'

/**
 * The data for a consignment's labels in a batch. A courier's labels are requested once for all steps of a batch.
 * @throws Refusal like `labelsOf`
 */
export async function labelSource(deps: LabelDeps, given: FoundConsignment | null): Promise<LabelSource> {
  const found = printable(given)
  const code = found.row.tracking_code
  const known = deps.labelCache.get(code)
  if (known) return known
  const pdf = await ask(deps, found, (courier, signal) => courier.label(code, signal))
  if (pdf === null) return { content: labelContent(found, deps.config) }
  const { pagesIn } = await import('../labels/merge-pdfs.ts')
  const labels = { pdf, pages: await pagesIn(pdf) }
  if (labels.pages === 0) throw new Refusal(503, MESSAGES.labels)
  deps.labelCache.set(code, labels)
  return labels
}

/**
 * A consignment's labels in ZPL.
 * @throws Refusal like `labelsOf`, and 404 if the courier has none
 */
export async function zplOf(deps: ConsignmentDeps, trackingCode: string): Promise<string> {
  const zpl = await ownZplOf(deps, trackingCode)
  if (zpl === null) throw new Refusal(404, MESSAGES.labels)
  return zpl
}

/** The courier's own labels in ZPL; null if it has none. @throws Refusal like `labelsOf` */
export async function ownZplOf(deps: ConsignmentDeps, trackingCode: string): Promise<string | null> {
  const found = await withLabels(deps, trackingCode)
  return ask(deps, found, (courier, signal) => courier.zpl(found.row.tracking_code, signal))
}

/** @throws Refusal 404 without such a consignment, 409 while it is being deleted */
async function withLabels({ db }: ConsignmentDeps, trackingCode: string): Promise<FoundConsignment> {
  return printable(await findConsignment(db, trackingCode))
}

/** @throws Refusal 404 without a consignment, 409 while it is being deleted */
function printable(found: FoundConsignment | null): FoundConsignment {
  if (found === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
  if (found.row.deleting_since !== null) throw new Refusal(409, `${BEING_DELETED}.`)
  return found
}

/** Whether this product draws the labels of a courier, also of one that is not configured any more. */
function isRateCard(courier: string): boolean {
  return RATE_CARDS.some(({ slug }) => slug === courier)
}

/**
 * The response of the consignment's courier; null for a rate card that is not configured any more.
 * @throws Refusal 503 if it fails, 409 if it has its own labels and is not configured any more: ours would not be valid
 */
async function ask<Answer>(
  { couriers, timeOuts }: ConsignmentDeps,
  { row }: FoundConsignment,
  call: (courier: Courier, signal: AbortSignal) => Promise<Answer | null>,
): Promise<Answer | null> {
  const courier = couriers.find(({ slug }) => slug === row.courier)
  if (courier === undefined) {
    if (isRateCard(row.courier)) return null
    throw new Refusal(409, `${row.provider_name} is not set up any more.`)
  }
  try {
    return await withTimeOut(timeOuts.ask, (signal) => call(courier, signal))
  } catch (error) {
    log.error({ err: error, courier: courier.name, trackingCode: row.tracking_code }, 'Courier gave no label')
    throw new Refusal(503, MESSAGES.labels)
  }
}

function labelContent(
  { row, parts }: FoundConsignment,
  { couriers, senders }: LabelDeps['config'],
): LabelContent {
  const { company, contact, phone, email, street, suburb, city, postcode, instructions } = row
  const address = { street, suburb, city, postcode, isRural: row.is_rural === 1 }
  return {
    courier: row.provider_name,
    service: row.type,
    isSimulated: couriers !== 'demo' && isRateCard(row.courier),
    sender: senders[originBranch(row.branch)],
    destination: { company, contact, phone, email, ...address, instructions },
    orderCode: shownReference(row) ?? '',
    trackingCode: row.tracking_code,
    trackingUrl: row.tracking_url,
    pieces: parts.map(({ label, weight }) => ({ barcode: label, weight })),
  }
}

/** Bytes of all labels, and milliseconds that each is kept: long enough for the steps of printing a batch. */
const MOST_BYTES = 64 * 1024 * 1024
const KEPT_MS = 10 * 60_000

/** A courier's labels of one consignment. */
interface CourierLabels {
  pdf: Uint8Array
  pages: number
}

/** Couriers' labels by their tracking code. */
type LabelCache = Pick<LRUCache<string, CourierLabels>, 'get' | 'set'>

/**
 * Stores labels between the two steps of a batch: collecting, which reports the outcome of each consignment, and
 * printing. The labels are thus requested from couriers only once.
 */
export function createLabelCache(): LabelCache {
  return new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: ({ pdf }) => pdf.length, ttl: KEPT_MS })
}
