import type { Pickup } from '../courier.ts'
import { callGateway, NotJson, type Site, short } from './gateway.ts'

/** Limit of the response, which contains the manifests as PDFs, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024

/** The carriers whose drivers GoSweetSpot calls, by our slugs. */
const CARRIERS: Readonly<Record<string, string>> = {
  castleparcels: 'CastleParcel',
  fedex: 'FedEx',
  nzcouriers: 'NZCouriers',
  nzpost: 'NZPost',
  posthaste: 'PostHaste',
}

/** Manifests consignments with their carriers. The summaries in the response are not needed: we print a run sheet. */
export async function publishManifest(
  site: Site,
  trackingCodes: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await callGateway(site, {
    method: 'POST',
    path: '/v2/publishmanifest',
    body: trackingCodes,
    signal,
    most: MOST_BYTES,
  })
}

/** Calls a driver. Only the status of the response is certain: its text may be JSON or not. */
export async function bookPickup(
  site: Site,
  { courierSlug, trackingCodes, pieces, weight }: Pickup,
  signal: AbortSignal,
): Promise<string | null> {
  const carrier = CARRIERS[courierSlug]
  if (carrier === undefined) return null
  const body = { Carrier: carrier, Consignments: trackingCodes, TotalKg: weight, Parts: pieces }
  try {
    const answer = await callGateway(site, { method: 'POST', path: '/api/bookpickup', body, signal })
    return typeof answer === 'string' ? short(answer) : 'Booked.'
  } catch (error) {
    if (error instanceof NotJson) return 'Booked.'
    throw error
  }
}
