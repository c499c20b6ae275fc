import { type Capability, readCapabilities } from '../../contract/capabilities.ts'

/** What the server that serves this console says about itself in the head of the page (reading 1). */
export interface Installation {
  /** Origin of the data host, blank for this one. Data paths are under its `/api/v1`. */
  dataHost: string
  /** Base of the sign-in calls. */
  authHost: string
  /** Host of the tracking pages of Titus, that may be embedded (reading 27). */
  titusHost: string
  /** Built-in couriers stand in outside the demo: the top bar says so. */
  hasSimulatedCouriers: boolean
  /** What the back end offers beyond section 7 (reading 49); nothing unless the page names it. */
  capabilities: ReadonlySet<Capability>
  /** Version of the console that this page is; blank when unknown. */
  version: string
}

const DEFAULT_AUTH_HOST = '/identity'
const DEFAULT_TITUS_HOST = 'track.titus.example'

/** The content of a meta tag; a placeholder that no server filled in counts as missing. */
function meta(name: string): string | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
  return content === undefined || /^%[A-Z_]+%$/.test(content) ? null : content
}

export const installation: Installation = {
  dataHost: meta('data-host') ?? '',
  authHost: meta('auth-host') ?? DEFAULT_AUTH_HOST,
  titusHost: meta('titus-host') ?? DEFAULT_TITUS_HOST,
  hasSimulatedCouriers: meta('couriers') === 'simulated',
  capabilities: readCapabilities(meta('capabilities') ?? ''),
  version: meta('console-version') ?? '',
}
