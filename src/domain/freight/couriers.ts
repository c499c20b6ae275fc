import { SHIPPING_COMPANIES, type ShippingCompany } from '../../contract/orders.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'

interface Courier {
  label: string
  /** Initials shown in place of a logo. */
  initials: string
  /** Whether consignments can be booked with it and filtered by it (section 9). */
  isBookable: boolean
  /** Format of its tracking codes. GUESS for Aramex, Castle Parcels and Titus. */
  code?: { prefix: string; digits: number }
  /** The courier's tracking page. A tracking code is appended to it (reading 27). */
  trackingPage?: string
}

/** The shipping companies, by slug. */
export const COURIERS = {
  aramex: {
    label: 'Aramex',
    initials: 'AMX',
    isBookable: true,
    code: { prefix: 'ARX', digits: 9 },
    trackingPage: 'https://www.aramex.co.nz/tools/track?l=',
  },
  castleparcels: {
    label: 'Castle Parcels',
    initials: 'CP',
    isBookable: true,
    code: { prefix: 'CPL', digits: 8 },
  },
  dhl: { label: 'DHL', initials: 'DHL', isBookable: false },
  fedex: { label: 'FedEx', initials: 'FED', isBookable: false },
  nzcouriers: {
    label: 'NZ Couriers',
    initials: 'NZC',
    isBookable: true,
    code: { prefix: 'LH', digits: 7 },
  },
  nzpost: { label: 'NZ Post', initials: 'NZP', isBookable: true, code: { prefix: 'CL', digits: 8 } },
  posthaste: { label: 'Post Haste', initials: 'PH', isBookable: true, code: { prefix: 'COC', digits: 8 } },
  titus: { label: 'Titus', initials: 'TT', isBookable: true, code: { prefix: 'TTS', digits: 8 } },
} as const satisfies Record<ShippingCompany, Courier>

/** The slug of a courier that consignments can be booked with. */
export type BookableCourier = {
  [Slug in ShippingCompany]: (typeof COURIERS)[Slug]['isBookable'] extends true ? Slug : never
}[ShippingCompany]

/** The couriers that consignments can be booked with, in the order of the filter (section 9). */
export const CONSIGNMENT_COURIERS = SHIPPING_COMPANIES.filter(
  (slug): slug is BookableCourier => COURIERS[slug].isBookable,
)

/** Preselected when tracking is added to an order (section 9). */
export const DEFAULT_COURIER: ShippingCompany = 'aramex'

const bySlug = new Map<string, Courier>(Object.entries(COURIERS))

/** A courier by its slug in any case; null if unknown. */
export function findCourier(slug: string | null): Courier | null {
  return bySlug.get(nonBlank(slug)?.toLowerCase() ?? '') ?? null
}

/** The name of a courier by its slug. An unknown slug is shown unchanged, a blank one as '—'. */
export function courierLabel(slug: string | null): string {
  return findCourier(slug)?.label ?? nonBlank(slug) ?? ABSENT
}

/** Initials of a courier, such as 'NZC'. Those of an unknown courier are from its name, at most 3. */
export function courierInitials({ slug, courier }: { slug: string | null; courier: string }): string {
  const known = findCourier(slug)
  if (known) return known.initials
  const words = courier.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const initials = words.map((word) => [...word][0] ?? '').join('')
  return (words.length > 1 ? initials : (words[0] ?? '')).slice(0, 3).toUpperCase()
}
