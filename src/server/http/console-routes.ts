import type { Context, Hono } from 'hono'
import { CAPABILITIES, type Capability } from '../../contract/capabilities.ts'
import type { Config } from '../platform/config.ts'
import { OWN_SIGN_IN } from '../platform/settings.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'
import { pageHeaders } from './security-headers.ts'
import type { SessionEnv } from './session.ts'

type Hosts = Pick<
  Config,
  | 'dataHost'
  | 'authHost'
  | 'prefetchPages'
  | 'titusHost'
  | 'imageHosts'
  | 'publicUrl'
  | 'couriers'
  | 'goSweetSpot'
  | 'courierRules'
  | 'verifiesItems'
  | 'printers'
>

/** File names under /assets contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Pages of newest records that the palette knows without a search: two weeks of work or more. */
const OWN_PREFETCH_PAGES = 5

/** Serves the built console: its files unchanged, and its one page for every path of a screen. */
export function consoleRoutes(app: Hono<SessionEnv>, console: ConsoleFiles, hosts: Hosts): void {
  const { page, files, version } = console
  app.get('*', async (c, next) => {
    const file = files.get(c.req.path)
    if (file) return sendFile(c, file)
    if (c.req.path.startsWith('/assets/')) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    return await next()
  })
  if (page === null) {
    app.get('*', (c) => c.text('The console has not been built: run npm start.', 503))
    return
  }
  app.get('*', pageHeaders(hosts), (c) =>
    c.body(fillPage(page, hosts, version, c.get('secureHeadersNonce') ?? ''), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    }),
  )
}

function sendFile(c: Context, file: ConsoleFile): Response {
  const ours = (['br', 'gzip'] as const).filter((encoding) => file[encoding])
  const encoding = acceptedEncoding(c.req.header('accept-encoding'), ours)
  const isHashed = c.req.path.startsWith('/assets/')
  return c.body((encoding && file[encoding]) ?? file.plain, 200, {
    'Content-Type': file.type,
    'Cache-Control': isHashed ? IMMUTABLE : 'no-cache',
    // A worker uses the policy of its own script. It may load only files of the console.
    'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  })
}

/** The page with its `%PLACEHOLDERS%` replaced by the settings of this installation. */
export function fillPage(page: string, hosts: Hosts, version: string, nonce: string): string {
  const values: Record<string, string> = {
    DATA_HOST: hosts.dataHost,
    AUTH_HOST: hosts.authHost,
    CAPABILITIES: capabilitiesOf(hosts).join(' '),
    PREFETCH_PAGES: String(hosts.prefetchPages ?? (isOwnBackEnd(hosts) ? OWN_PREFETCH_PAGES : 0)),
    TITUS_HOST: hosts.titusHost,
    VERIFY_ITEMS: hosts.verifiesItems ? 'on' : 'off',
    COURIERS: hosts.couriers,
    CONSOLE_VERSION: version,
    CSP_NONCE: nonce,
  }
  return page.replace(/%([A-Z_]+)%/g, (whole, name: string) => escapeAttribute(values[name] ?? whole))
}

/** The capabilities of this installation; none with another back end. */
function capabilitiesOf(hosts: Hosts): Capability[] {
  if (!isOwnBackEnd(hosts)) return []
  const { goSweetSpot, courierRules, printers } = hosts
  const missing = new Set<Capability>()
  if (goSweetSpot === null) missing.add('courier-lengths')
  if (goSweetSpot?.labelFormat !== 'ZPL') missing.add('zpl-labels')
  if (courierRules === null) missing.add('courier-rules')
  if (printers.length === 0) missing.add('printing')
  return CAPABILITIES.filter((name) => !missing.has(name))
}

/**
 * With another back end, the console uses only the calls of section 7 and loads nothing in idle time (reading 49).
 */
function isOwnBackEnd({ dataHost, authHost }: Hosts): boolean {
  return dataHost === '' && authHost === OWN_SIGN_IN
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
}

function escapeAttribute(value: string): string {
  return value.replace(/[&"'<>]/g, (character) => ENTITIES[character] ?? character)
}
