import type { Consignment } from '../../contract/consignments.ts'
import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/absent.ts'
import { findCourier } from './couriers.ts'

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

/** The normalised URL if it is http or https (reading 27); otherwise null. */
export function safeLink(url: string | null): string | null {
  const parsed = parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null
}

/**
 * The URL of a Titus page if it may be embedded (reading 27): https, without user info, on `host` or a subdomain
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
