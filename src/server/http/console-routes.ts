import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { CAPABILITIES } from '../../contract/capabilities.ts'
import type { Config } from '../platform/config.ts'
import { OWN_SIGN_IN } from '../platform/settings.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'
import type { SessionEnv } from './session.ts'

type Hosts = Pick<Config, 'dataHost' | 'authHost' | 'titusHost' | 'imageHosts' | 'couriers'>

/** Names of files under /assets carry a hash of what is in them. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built console: its files as they are, and its one page for every path that is a screen. */
export function consoleRoutes(app: Hono<SessionEnv>, console: ConsoleFiles, hosts: Hosts): void {
  app.get('*', (c) => {
    const file = console.files.get(c.req.path)
    if (file) return sendFile(c, file)
    if (c.req.path.startsWith('/assets/')) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    if (console.page === null) return c.text('The console has not been built: run npm start.', 503)
    return sendPage(c, console.page, console.version, hosts)
  })
}

function sendFile(c: Context, file: ConsoleFile): Response {
  const ours = (['br', 'gzip'] as const).filter((encoding) => file[encoding])
  const encoding = acceptedEncoding(c.req.header('accept-encoding'), ours)
  const isHashed = c.req.path.startsWith('/assets/')
  return c.body((encoding && file[encoding]) ?? file.plain, 200, {
    'Content-Type': file.type,
    'Cache-Control': isHashed ? IMMUTABLE : 'no-cache',
    // A worker's policy is that of its script: what it needs are other files of the console.
    'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  })
}

/** The page with the settings of this installation in place of its `%PLACEHOLDERS%`. */
export function fillPage(page: string, hosts: Hosts, version: string, nonce: string): string {
  const values: Record<string, string> = {
    DATA_HOST: hosts.dataHost,
    AUTH_HOST: hosts.authHost,
    CAPABILITIES: isOwnBackEnd(hosts) ? CAPABILITIES.join(' ') : '',
    TITUS_HOST: hosts.titusHost,
    COURIERS: hosts.couriers,
    CONSOLE_VERSION: version,
    CSP_NONCE: nonce,
  }
  return page.replace(/%([A-Z_]+)%/g, (whole, name: string) => escapeAttribute(values[name] ?? whole))
}

/** Another back end knows section 7 alone (reading 49). */
function isOwnBackEnd({ dataHost, authHost }: Hosts): boolean {
  return dataHost === '' && authHost === OWN_SIGN_IN
}

function sendPage(c: Context, page: string, version: string, hosts: Hosts): Response {
  const nonce = randomBytes(16).toString('base64')
  return c.body(fillPage(page, hosts, version, nonce), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy(nonce, hosts),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'same-origin',
  })
}

/** What the page may load, and from where. */
function contentSecurityPolicy(nonce: string, { dataHost, authHost, titusHost, imageHosts }: Hosts): string {
  const hosts = [dataHost, authHost].filter((host) => host.startsWith('http'))
  const origins = hosts.map((host) => new URL(host).origin)
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Rows of long tables and floating menus are placed by style attributes.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    `frame-src https://${titusHost} https://*.${titusHost}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
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
