import type { Consignment } from '../../contract/consignments.ts'
import type { ShownStatus } from '../format/badge.ts'
import { nonBlank } from '../format/text.ts'
import type { Offer } from '../orders/order-actions.ts'

/** Stages of a consignment, as shown by its status badge (CON-3). */
export const CONSIGNMENT_STAGES = ['awaiting', 'deleting', 'out', 'delivered'] as const
type ConsignmentStage = (typeof CONSIGNMENT_STAGES)[number]

/** The reason why no action is possible while the deletion of a consignment is pending. */
export const BEING_DELETED = 'The consignment is being deleted'

const ALREADY_PICKED_UP = 'The consignment has already been picked up'

type DatedConsignment = {
  status: string | null
  dates: Pick<Consignment['dates'], 'delivered_at' | 'picked_at'>
}

const SHOWN: Record<ConsignmentStage, ShownStatus> = {
  awaiting: { label: 'Awaiting pick-up', tone: 'grey' },
  deleting: { label: 'Being deleted', tone: 'orange' },
  out: { label: 'Out for delivery', tone: 'sky' },
  delivered: { label: 'Delivered', tone: 'lime' },
}

/**
 * The stage: delivered once `delivered_at` is set, out for delivery once `picked_at` is, otherwise awaiting
 * pick-up (CON-5). A deletion reported by the server's status takes precedence.
 */
export function consignmentStage({ status, dates }: DatedConsignment): ConsignmentStage {
  if (nonBlank(dates.delivered_at) !== null) return 'delivered'
  if (nonBlank(dates.picked_at) !== null) return 'out'
  return nonBlank(status) === SHOWN.deleting.label ? 'deleting' : 'awaiting'
}

/** The words and colour of a stage. */
export function shownStage(stage: ConsignmentStage): ShownStatus {
  return SHOWN[stage]
}

/**
 * Whether a consignment may be deleted: only before it is picked up. The server may still refuse (CON-5).
 */
export function canDeleteConsignment(consignment: DatedConsignment): Offer {
  const stage = consignmentStage(consignment)
  if (stage === 'awaiting') return { offered: true, reason: null }
  return { offered: false, reason: stage === 'deleting' ? BEING_DELETED : ALREADY_PICKED_UP }
}

/** The number of the first consignment besides an order's own. */
const FIRST = 2

/**
 * The reference of an order's next consignment: '104823-2', then '104823-3'. Numbers of deleted consignments are not used
 * again, because their labels may be printed.
 * @param taken the references that the order's other consignments have or had
 */
export function nextReference(orderCode: string, taken: readonly string[]): string {
  const numbers = taken.map((reference) => numberIn(orderCode, reference))
  return `${orderCode}-${Math.max(FIRST - 1, ...numbers) + 1}`
}

/** 0 for a reference of another order. */
function numberIn(orderCode: string, reference: string): number {
  const number = reference.startsWith(`${orderCode}-`) ? reference.slice(orderCode.length + 1) : ''
  return /^\d{1,9}$/.test(number) ? Number(number) : 0
}

/** The reference of a consignment that staff see: its own, otherwise the order's code. */
export function shownReference<Code extends string | null>({
  reference,
  order_code,
}: {
  reference: string | null
  order_code: Code
}): string | Code {
  return nonBlank(reference) ?? order_code
}

/**
 * Codes of at most this many characters are numbers of the invoicing system, which this system does not have (CON-7).
 */
const LONGEST_INVOICE = 5

/** The code of the order that a consignment ships; null for an invoice number. */
export function knownOrderCode({ order_code }: Pick<Consignment, 'order_code'>): string | null {
  const code = nonBlank(order_code)
  return code !== null && [...code].length > LONGEST_INVOICE ? code : null
}
