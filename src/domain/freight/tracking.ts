import type { Consignment } from '../../contract/consignments.ts'
import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'

/** Aramex's generic tracking page; the tracking code is appended (reading 27). */
const ARAMEX_TRACKING = 'https://www.aramex.co.nz/tools/track?l='

type Tracking = Pick<Order['freight'], 'tracking_code' | 'tracking_url' | 'tracking_company'>

/** Aramex's tracking page of one code. */
export function aramexLink(code: string): string {
  return ARAMEX_TRACKING + encodeURIComponent(code)
}

/** Where an order can be followed: Aramex's page of its code, else the order's own tracking URL if it may be a link. */
export function trackingLink(order: { freight: Tracking }): string | null {
  const { tracking_code, tracking_company, tracking_url } = order.freight
  const code = nonBlank(tracking_code)
  if (code !== null && nonBlank(tracking_company)?.toLowerCase() === 'aramex') return aramexLink(code)
  return safeLink(tracking_url)
}

/**
 * Where a consignment can be followed: Aramex's page of its code, else the tracking URL that its order keeps for this
 * very code. Null where there is none, or while the order is not known.
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

/** The URL as a link may carry it: http and https only (reading 27), null for all else. */
export function safeLink(url: string | null): string | null {
  const parsed = parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null
}

/**
 * The URL of the Titus page that may be embedded (reading 27): https, no user info, and a host equal to `host` or
 * under it. Null for all else.
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
