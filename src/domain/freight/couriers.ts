import { SHIPPING_COMPANIES, type ShippingCompany } from '../../contract/orders.ts'
import { ABSENT, nonBlank } from '../format/absent.ts'

interface Courier {
  label: string
  /** The letters of its mark. */
  initials: string
  /** Whether consignments are booked with it, and filtered by it (section 9). */
  isBookable: boolean
  /** The form of its tracking codes. GUESS for Aramex, Castle Parcels and Titus. */
  code?: { prefix: string; digits: number }
  /** Its generic tracking page, to which a tracking code is appended (reading 27). */
  trackingPage?: string
}

/** Everything that is known of the shipping companies. */
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

/** A courier that consignments are booked with. */
export type BookableCourier = {
  [Slug in ShippingCompany]: (typeof COURIERS)[Slug]['isBookable'] extends true ? Slug : never
}[ShippingCompany]

/** The couriers that consignments are booked with, in the order of the filter (section 9). */
export const CONSIGNMENT_COURIERS = SHIPPING_COMPANIES.filter(
  (slug): slug is BookableCourier => COURIERS[slug].isBookable,
)

/** The courier tracking is added for unless another is chosen (section 9). */
export const DEFAULT_COURIER: ShippingCompany = 'aramex'

const bySlug = new Map<string, Courier>(Object.entries(COURIERS))

/** What is known of a courier by its slug, in any case; null for an unknown one. */
export function findCourier(slug: string | null): Courier | null {
  return bySlug.get(nonBlank(slug)?.toLowerCase() ?? '') ?? null
}

/** The name of a courier by its slug. An unknown slug is shown unchanged, a blank one as '—'. */
export function courierLabel(slug: string | null): string {
  return findCourier(slug)?.label ?? nonBlank(slug) ?? ABSENT
}

/** The letters of a courier's mark: 'NZC'. An unknown courier has its initials, at most 3. */
export function courierInitials({ slug, courier }: { slug: string | null; courier: string }): string {
  const known = findCourier(slug)
  if (known) return known.initials
  const words = courier.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const initials = words.map((word) => [...word][0] ?? '').join('')
  return (words.length > 1 ? initials : (words[0] ?? '')).slice(0, 3).toUpperCase()
}
