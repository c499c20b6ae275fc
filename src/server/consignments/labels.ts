import { originBranch } from '../../domain/freight/branch.ts'
import { BEING_DELETED } from '../../domain/freight/consignment-status.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { orAborted } from '../couriers/or-aborted.ts'
import { RATE_CARDS } from '../couriers/rate-cards/cards.ts'
import { Refusal } from '../http/refusal.ts'
import type { LabelContent } from '../labels/label-content.ts'
import type { Config } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import type { ConsignmentDeps } from './deps.ts'
import { type FoundConsignment, findConsignment } from './store.ts'

/** Additional settings for labels. */
export interface LabelDeps extends ConsignmentDeps {
  config: Pick<Config, 'couriers' | 'senders'>
}

/**
 * A consignment's labels as a PDF with a page per piece: the courier's own if it has them, otherwise ours.
 * @throws Refusal 404 without such a consignment, 409 while it is being deleted, 503 if the courier has its own
 *   labels and is unreachable
 */
export async function labelsOf(deps: LabelDeps, trackingCode: string): Promise<Uint8Array> {
  const found = await findConsignment(deps.db, trackingCode)
  if (found === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
  if (found.row.deleting_since !== null) throw new Refusal(409, `${BEING_DELETED}.`)
  const own = await courierLabel(deps, found)
  if (own !== null) return own
  // Loaded with the first label, because fonts and the PDF library take a quarter of the startup time.
  const { renderLabels } = await import('../labels/render-labels.ts')
  return renderLabels(labelContent(found, deps.config))
}

async function courierLabel(
  { couriers, timeOuts }: ConsignmentDeps,
  { row }: FoundConsignment,
): Promise<Uint8Array | null> {
  const courier = couriers.find(({ slug }) => slug === row.courier)
  if (courier === undefined) return null
  try {
    return await orAborted(AbortSignal.timeout(timeOuts.ask), (signal) =>
      courier.label(row.tracking_code, signal),
    )
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
    isSimulated: couriers !== 'demo' && RATE_CARDS.some(({ slug }) => slug === row.courier),
    sender: senders[originBranch(row.branch)],
    destination: { company, contact, phone, email, ...address, instructions },
    orderCode: row.order_code ?? '',
    trackingCode: row.tracking_code,
    trackingUrl: row.tracking_url,
    pieces: parts.map(({ label, weight }) => ({ barcode: label, weight })),
  }
}
