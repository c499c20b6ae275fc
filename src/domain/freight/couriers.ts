import type { ShippingCompany } from '../../contract/orders.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'

const LABELS: Record<ShippingCompany, string> = {
  aramex: 'Aramex',
  castleparcels: 'Castle Parcels',
  dhl: 'DHL',
  fedex: 'FedEx',
  nzcouriers: 'NZ Couriers',
  nzpost: 'NZ Post',
  posthaste: 'Post Haste',
  titus: 'Titus',
}
/** The couriers that consignments are booked with, in the order of the filter (section 9). */
export const CONSIGNMENT_COURIERS = [
  'aramex',
  'castleparcels',
  'nzcouriers',
  'nzpost',
  'posthaste',
  'titus',
] as const satisfies readonly ShippingCompany[]

const bySlug = new Map<string, string>(Object.entries(LABELS))

/** The courier tracking is added for unless another is chosen (section 9). */
export const DEFAULT_COURIER: ShippingCompany = 'aramex'

/** A shipping company's name from its slug. An unknown one is shown as it came, absent is '—'. */
export function courierLabel(slug: string | null): string {
  const known = nonBlank(slug)
  if (known === null) return ABSENT
  return bySlug.get(known.toLowerCase()) ?? known
}
