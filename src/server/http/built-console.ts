import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { CAPABILITIES, type Capability } from '../../contract/capabilities.ts'
import type { Config } from '../platform/config.ts'
import { OWN_SIGN_IN } from '../platform/settings.ts'
import { acceptedEncoding } from './api-answers.ts'
import { pageHeaders } from './security-headers.ts'
import type { SessionEnv } from './session.ts'

/** A file of the built console with its compressed forms. */
interface ConsoleFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/**
 * The built console, held in memory. No other file is served. Not the static files of Hono: they ignore the weights of
 * `Accept-Encoding` and read the disk (decision 0018).
 */
export interface ConsoleFiles {
  /** Hash of the build, sent as `X-Console-Version`. */
  version: string
  /** index.html with its placeholders; null if the console has not been built. */
  page: string | null
  /** By path, such as '/assets/main-1a2b.js'. */
  files: ReadonlyMap<string, ConsoleFile>
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const

/**
 * Reads the built console from `distDir`. Synchronously, before the server listens: a promise for each of its hundreds
 * of files takes four times as long.
 */
export function readConsole(distDir: string): ConsoleFiles {
  const folder = join(distDir, 'console')
  const files = new Map<string, ConsoleFile>()
  if (!existsSync(join(folder, 'index.html'))) return { version: 'unbuilt', page: null, files }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map(names.map((name) => [name, new Uint8Array(readFileSync(name))]))
  for (const [name, plain] of contents) {
    if (extname(name) in ENCODINGS) continue
    const file: ConsoleFile = { type: TYPES[extname(name)] ?? 'application/octet-stream', plain }
    for (const [extension, encoding] of Object.entries(ENCODINGS)) {
      const compressed = contents.get(name + extension)
      if (compressed) file[encoding] = compressed
    }
    files.set(name.slice(folder.length).split(sep).join('/'), file)
  }
  files.delete('/index.html')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return { version: readVersion(distDir), page, files }
}

function readVersion(distDir: string): string {
  try {
    const build: unknown = JSON.parse(readFileSync(join(distDir, 'build.json'), 'utf8'))
    if (typeof build === 'object' && build !== null && 'version' in build) return String(build.version)
  } catch {
    // Without build.json the console works, but does not notice a newer version.
  }
  return 'unknown'
}

type Hosts = Pick<
  Config,
  | 'dataHost'
  | 'authHost'
  | 'prefetchPages'
  | 'titusHost'
  | 'imageHosts'
  | 'publicUrl'
  | 'couriers'
  | 'courierRules'
  | 'cartons'
  | 'verifiesItems'
  | 'printers'
> & {
  /** What the couriers in use offer. */
  courierCapabilities: readonly Capability[]
}

/** File names under /assets contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * A worker uses the policy of its own script: it may load only files of the console, and compile their WebAssembly, which
 * the page may not.
 */
const FILE_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'"

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
    'Content-Security-Policy': FILE_POLICY,
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

/** The capabilities that depend on the couriers in use. */
const OF_COURIERS: readonly Capability[] = ['courier-lengths', 'zpl-labels']

/** The capabilities of this installation; none with another back end. */
function capabilitiesOf(hosts: Hosts): Capability[] {
  if (!isOwnBackEnd(hosts)) return []
  const { courierCapabilities, courierRules, cartons, printers } = hosts
  const missing = new Set<Capability>(OF_COURIERS.filter((name) => !courierCapabilities.includes(name)))
  if (courierRules === null) missing.add('courier-rules')
  if (cartons === null) missing.add('cartons')
  if (printers.length === 0) missing.add('printing')
  return CAPABILITIES.filter((name) => !missing.has(name))
}

/**
 * With another back end, the console uses only the core calls and loads nothing in idle time (API-1).
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
