import { type Capability, readCapabilities } from '../../contract/capabilities.ts'

/** Settings that the server writes into the head of the page (API-2). */
export interface Installation {
  /** Origin of the data host; blank for this host. Data paths are under its `/api/v1`. */
  dataHost: string
  /** Base of the sign-in calls. */
  authHost: string
  /** Host of Titus's tracking pages, which may be embedded (ORD-25). */
  titusHost: string
  /** Whether a business outside the demo uses simulated couriers. The top bar then says so. */
  hasSimulatedCouriers: boolean
  /** Whether the ship station requires that the items of an order are verified by scanning. */
  verifiesItems: boolean
  /** Capabilities of the back end beyond the core calls (API-1); none unless the page lists them. */
  capabilities: ReadonlySet<Capability>
  /** Number of pages of each list that the console loads when idle. */
  prefetchPages: number
  /** Version of this page's console; blank if unknown. */
  version: string
}

const DEFAULT_AUTH_HOST = '/identity'
const DEFAULT_TITUS_HOST = 'track.titus.example'

/** The content of a meta tag; null if it is missing or still has its placeholder. */
function meta(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return content === undefined || /^%[A-Z_]+%$/.test(content) ? null : content
}

export const installation: Installation = {
  dataHost: meta('data-host') ?? '',
  authHost: meta('auth-host') ?? DEFAULT_AUTH_HOST,
  titusHost: meta('titus-host') ?? DEFAULT_TITUS_HOST,
  hasSimulatedCouriers: meta('couriers') === 'simulated',
  verifiesItems: meta('verify-items') === 'on',
  capabilities: readCapabilities(meta('capabilities') ?? ''),
  prefetchPages: Number(meta('prefetch-pages') ?? 0),
  version: meta('console-version') ?? '',
}
