import type { Consignment } from '../contract/consignments.ts'
import { present } from './absent.ts'
import type { Offer } from './order-can.ts'
import type { ShownStatus } from './order-status.ts'

/** How far a consignment is: what a status badge says of it (section 2). */
export const CONSIGNMENT_STAGES = ['awaiting', 'out', 'delivered'] as const
export type ConsignmentStage = (typeof CONSIGNMENT_STAGES)[number]

type DatedConsignment = { dates: Pick<Consignment['dates'], 'delivered_at' | 'picked_at'> }

const SHOWN: Record<ConsignmentStage, ShownStatus> = {
  awaiting: { label: 'Awaiting pick-up', tone: 'grey' },
  out: { label: 'Out for delivery', tone: 'sky' },
  delivered: { label: 'Delivered', tone: 'lime' },
}

/** Delivered once `delivered_at` is set, out for delivery once `picked_at` is, else awaiting pick-up (section 2). */
export function consignmentStage({ dates }: DatedConsignment): ConsignmentStage {
  if (present(dates.delivered_at) !== null) return 'delivered'
  return present(dates.picked_at) === null ? 'awaiting' : 'out'
}

/** The words and the colour of a stage. */
export function shownStage(stage: ConsignmentStage): ShownStatus {
  return SHOWN[stage]
}

/** Whether a consignment may be deleted: until it is picked up (section 4). The server may still refuse (reading 37). */
export function canDeleteConsignment(consignment: DatedConsignment): Offer {
  const offered = consignmentStage(consignment) === 'awaiting'
  return { offered, reason: offered ? null : 'The consignment has already been picked up' }
}
