import type { Consignment } from '../../contract/consignments.ts'
import { type Order, SHIPPING_COMPANIES, type ShippingCompany } from '../../contract/orders.ts'
import { ABSENT, fold, nonBlank } from '../format/text.ts'

/** The facts of a courier that all parts of the product share. */
interface CourierFacts {
  label: string
  /** Initials shown in place of a logo. */
  initials: string
  /** Whether consignments can be booked with it and filtered by it (CON-1). */
  isBookable: boolean
  /** Format of its tracking codes. GUESS for Aramex, Castle Parcels and Titus. */
  code?: { prefix: string; digits: number }
  /** The courier's tracking page. A tracking code is appended to it (ORD-39). */
  trackingPage?: string
  /** Whether each consignment has a tracking page of its own, whose address is sent with its code (ORD-39). */
  takesTrackingUrl?: boolean
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
  titus: {
    label: 'Titus',
    initials: 'TT',
    isBookable: true,
    code: { prefix: 'TTS', digits: 8 },
    takesTrackingUrl: true,
  },
} as const satisfies Record<ShippingCompany, CourierFacts>

/** The slug of a courier that consignments can be booked with. */
export type BookableCourier = {
  [Slug in ShippingCompany]: (typeof COURIERS)[Slug]['isBookable'] extends true ? Slug : never
}[ShippingCompany]

/** The couriers that consignments can be booked with, in the order of the filter (CON-1). */
export const CONSIGNMENT_COURIERS = SHIPPING_COMPANIES.filter(
  (slug): slug is BookableCourier => COURIERS[slug].isBookable,
)

/** Preselected when tracking is added to an order (ORD-39). */
export const DEFAULT_COURIER: ShippingCompany = 'aramex'

/** Names of couriers that staff shorten. */
const SHORT_NAMES: Partial<Record<ShippingCompany, readonly string[]>> = {
  castleparcels: ['castle'],
  nzcouriers: ['nzc'],
}

/** The couriers by their slugs and names, folded. */
export const COURIER_NAMES: ReadonlyMap<string, ShippingCompany> = new Map(
  SHIPPING_COMPANIES.flatMap((slug) =>
    [slug, COURIERS[slug].label, ...(SHORT_NAMES[slug] ?? [])].map((name): [string, ShippingCompany] => [
      fold(name),
      slug,
    ]),
  ),
)

/** The slug of a courier and its names, in lower case. */
export function namesOfCourier(slug: ShippingCompany): string[] {
  return [...COURIER_NAMES].flatMap(([name, courier]) => (courier === slug ? name : []))
}

/** Whether a tracking URL is sent with the tracking codes of a courier (ORD-39). */
export function takesTrackingUrl(slug: string): boolean {
  return findCourier(slug)?.takesTrackingUrl === true
}

/** A courier by its slug or its name, however it is written: 'nzpost', 'NZ Post', 'nz  post'. Null if unknown. */
export function findCourier(text: string | null): CourierFacts | null {
  const slug = COURIER_NAMES.get(
    fold(text ?? '')
      .trim()
      .replace(/\s+/g, ' '),
  )
  return slug === undefined ? null : COURIERS[slug]
}

/** The name of a courier by its slug or its name. An unknown one is shown unchanged, a blank one as '—'. */
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

type Tracking = Pick<Order['freight'], 'tracking_code' | 'tracking_url' | 'tracking_company'>

/** The courier's own tracking page for a code; null if the courier has none. */
export function courierTrackingLink(courier: string | null, code: string): string | null {
  const page = findCourier(courier)?.trackingPage
  return page === undefined ? null : page + encodeURIComponent(code)
}

/**
 * The tracking page of an order: its courier's page for its code, otherwise the order's own tracking URL if it is
 * a safe link.
 */
export function trackingLink(order: { freight: Tracking }): string | null {
  const { tracking_code, tracking_company, tracking_url } = order.freight
  const code = nonBlank(tracking_code)
  const link = code === null ? null : courierTrackingLink(tracking_company, code)
  return link ?? safeLink(tracking_url)
}

/**
 * The tracking page of a consignment: its courier's page for its code, otherwise the tracking URL of its order if
 * that has the same code. Null if there is neither, or while the order is not loaded.
 */
export function consignmentTrackingLink(
  { tracking_code, shipping_company }: Pick<Consignment, 'tracking_code' | 'shipping_company'>,
  order: { freight: Tracking } | null,
): string | null {
  const freight = order?.freight
  const kept = nonBlank(freight?.tracking_code ?? null) === tracking_code ? freight?.tracking_url : null
  return trackingLink({
    freight: { tracking_code, tracking_company: shipping_company, tracking_url: kept ?? null },
  })
}

/** The normalised URL if it is http or https (ORD-25); otherwise null. */
export function safeLink(url: string | null): string | null {
  const parsed = parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null
}

/**
 * The URL of a Titus page if it may be embedded (ORD-25): https, without user info, on `host` or a subdomain
 * of it. Otherwise null.
 */
export function titusEmbed(url: string | null, host: string): string | null {
  const parsed = parse(url)
  const trusted = host.trim().toLowerCase()
  if (!parsed || trusted === '') return null
  if (parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return null
  return parsed.host === trusted || parsed.host.endsWith(`.${trusted}`) ? parsed.href : null
}

function parse(url: string | null): URL | null {
  if (url === null || !URL.canParse(url)) return null
  return new URL(url)
}

/** Shorter codes count only as a whole, because other codes could begin with them by chance. */
const SHORTEST_START = 8
/** Longer than any code, so that a long text has few beginnings. */
const LONGEST_CODE = 64

/**
 * The texts of which one may be the code in a scanned barcode: the barcode and its beginnings, longest first. Labels
 * of some couriers add digits to the code of a piece.
 */
export function possibleCodes(barcode: string): string[] {
  const codes = [barcode]
  for (let length = Math.min(barcode.length - 1, LONGEST_CODE); length >= SHORTEST_START; length -= 1) {
    codes.push(barcode.slice(0, length))
  }
  return codes
}

/** Whether a scanned barcode begins with one of these codes, or is one. */
export function beginsWithCode(barcode: string, codes: readonly string[]): boolean {
  return codes.some((code) => code === barcode || (code.length >= SHORTEST_START && barcode.startsWith(code)))
}

/** The digits of a tracking code. */
export function digitsOf(code: string): string {
  return code.replace(/\D/g, '')
}

/**
 * The tracking codes that may have these digits, which staff type without the courier's prefix. NZ Post's end with a check
 * digit and the country. None for any other number of digits.
 */
export function codesWithDigits(digits: string): string[] {
  if (!/^\d+$/.test(digits)) return []
  return CONSIGNMENT_COURIERS.flatMap((slug) => {
    const { prefix, digits: count } = COURIERS[slug].code
    const code = prefix + digits
    return digits.length === count || digits.length === count + 1 ? [code, `${code}NZ`] : []
  })
}
