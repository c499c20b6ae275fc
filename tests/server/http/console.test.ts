import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppDependencies } from '../../../src/server/app.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { type ConsoleFiles, fillPage, readConsole } from '../../../src/server/http/built-console.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { signedInApp, TEST_CONFIG } from '../orders/harness.ts'
import { rulesFiles } from '../platform/rules-files.ts'
import { openNew } from '../templates.ts'

const rulesFile = rulesFiles()
const folder = mkdtempSync(join(tmpdir(), 'console-files-'))
const PAGE = `<meta name="data-host" content="%DATA_HOST%"><meta name="auth-host" content="%AUTH_HOST%">
<meta name="titus-host" content="%TITUS_HOST%"><meta name="console-version" content="%CONSOLE_VERSION%">
<meta name="csp-nonce" content="%CSP_NONCE%"><script nonce="%CSP_NONCE%">width='100%'</script>%OTHER%`
const HOSTS: AppDependencies['config'] = {
  ...TEST_CONFIG,
  dataHost: 'https://data.example',
  authHost: '/a"b&<',
  imageHosts: ['images.example', '*.cdn.example'],
  publicUrl: 'https://console.example',
}

const GSS = { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '4180' }

let db: Connections
let files: ConsoleFiles
const get = (path: string, headers: Record<string, string> = {}) =>
  signedInApp(db, files, HOSTS).get(path, headers)

beforeAll(async () => {
  db = await openNew(join(folder, 'data'))
  mkdirSync(join(folder, 'dist/console/assets'), { recursive: true })
  const put = (name: string, text: string) => writeFileSync(join(folder, 'dist', name), text)
  put('build.json', JSON.stringify({ version: 'abc123' }))
  put('secret.txt', 'secret')
  put('console/index.html', PAGE)
  put('console/.hidden', 'hidden')
  put('console/assets/main-1a.js', 'plain')
  put('console/assets/main-1a.js.br', 'brotli')
  put('console/assets/main-1a.js.gz', 'gzip')
  put('console/assets/inter.woff2', 'font')
  put('console/robots.txt', 'robots')
  files = readConsole(join(folder, 'dist'))
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

describe('a file of the console', () => {
  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip', 'gzip'],
    ['*', 'br', 'brotli'],
    ['identity', null, 'plain'],
    ['', null, 'plain'],
  ])('is sent in the best encoding for Accept-Encoding: %j', async (accepted, encoding, content) => {
    const answer = await get('/assets/main-1a.js', { 'Accept-Encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(content)
  })

  it('is cached forever if its name contains a hash, and otherwise revalidated', async () => {
    expect((await get('/assets/inter.woff2')).headers.get('cache-control')).toContain('immutable')
    expect((await get('/robots.txt')).headers.get('cache-control')).toBe('no-cache')
  })

  it.each(['/assets/gone.js', '/assets/', '/assets/..%2f..%2fsecret.txt', '/assets/main-1a.js.br'])(
    'gets 404 if it does not exist: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  // V5.3.2
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/.hidden',
  ])('is never read from outside the build: %s', async (path) => {
    const text = await (await get(path)).text()
    expect(text).not.toMatch(/^(secret|hidden)$/)
  })
})

describe('the page', () => {
  it.each([
    '/',
    '/orders',
    '/orders/A%2F1%20%23',
    '/auth/microsoft?code=1',
    '/index.html',
    '/apiary',
    '/identity-check',
  ])('is served for %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('data-host')
  })

  it.each(['on', 'off'])('has the setting VERIFY_ITEMS=%s for the ship station', (VERIFY_ITEMS) => {
    const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
    const { verifiesItems } = readConfig({ VERIFY_ITEMS })
    const filled = fillPage(page, { ...HOSTS, courierCapabilities: [], verifiesItems }, 'abc123', 'nonce')
    expect(filled).toContain(`<meta name="verify-items" content="${VERIFY_ITEMS}">`)
  })

  // V1.2.1
  it('contains the settings, escaped, and a new nonce', async () => {
    const [first, second] = [await get('/orders'), await get('/orders')]
    const nonce = /'nonce-([\w+/=]+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1]
    expect(await first.text()).toBe(
      PAGE.replace('%DATA_HOST%', 'https://data.example')
        .replace('%AUTH_HOST%', '/a&quot;b&amp;&lt;')
        .replace('%TITUS_HOST%', 'track.titus.example')
        .replace('%CONSOLE_VERSION%', 'abc123')
        .replaceAll('%CSP_NONCE%', nonce ?? ''),
    )
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
  })

  it.each([
    [
      'our own',
      '',
      '/identity',
      {},
      'sessions book-once orders-by-code changes history csv another-consignment dispatch label-batches end-of-day saved-views status-search holds taking-back accounts source-changes arrivals imports order-filters consignment-filters answers barcodes pick-runs board parcel-contents',
    ],
    [
      'our own (with GoSweetSpot)',
      '',
      '/identity',
      GSS,
      'sessions book-once orders-by-code changes history courier-lengths csv another-consignment dispatch label-batches end-of-day saved-views status-search holds taking-back accounts source-changes arrivals imports order-filters consignment-filters answers barcodes pick-runs board parcel-contents',
    ],
    [
      'our own (with its labels in ZPL)',
      '',
      '/identity',
      { ...GSS, GSS_LABEL_FORMAT: 'ZPL' },
      'sessions book-once orders-by-code changes history courier-lengths zpl-labels csv another-consignment dispatch label-batches end-of-day saved-views status-search holds taking-back accounts source-changes arrivals imports order-filters consignment-filters answers barcodes pick-runs board parcel-contents',
    ],
    [
      'our own (with courier rules)',
      '',
      '/identity',
      { COURIER_RULES: rulesFile('[]') },
      'sessions book-once orders-by-code changes history courier-rules csv another-consignment dispatch label-batches end-of-day saved-views status-search holds taking-back accounts source-changes arrivals imports order-filters consignment-filters answers barcodes pick-runs board parcel-contents',
    ],
    [
      'our own (with cartons)',
      '',
      '/identity',
      { CARTONS: rulesFile('[]') },
      'sessions book-once orders-by-code changes history csv another-consignment dispatch label-batches end-of-day saved-views status-search holds taking-back accounts source-changes arrivals imports order-filters consignment-filters answers barcodes pick-runs board cartons parcel-contents',
    ],
    ['another data host', 'https://data.example', '/identity', GSS, ''],
    ['another authentication host', '', 'https://login.example', GSS, ''],
  ])('names the capabilities of %s back end', async (_, dataHost, authHost, settings, named) => {
    const page = '<meta name="capabilities" content="%CAPABILITIES%">'
    const { accounts, courierRules, cartons } = readConfig(settings)
    const config = { ...HOSTS, dataHost, authHost, accounts, courierRules, cartons }
    const answer = await signedInApp(db, { ...files, page }, config).get('/')
    expect(await answer.text()).toBe(`<meta name="capabilities" content="${named}">`)
  })

  it.each([
    ['five of our own back end', '', null, '5'],
    ['none of another one', 'https://data.example', null, '0'],
    ['as many of our own as are set', '', 0, '0'],
    ['as many of another one as are set', 'https://data.example', 2, '2'],
  ])('lets an idle console load pages: %s', async (_, dataHost, prefetchPages, pages) => {
    const page = '<meta name="prefetch-pages" content="%PREFETCH_PAGES%">'
    const config = { ...TEST_CONFIG, dataHost, prefetchPages }
    const answer = await signedInApp(db, { ...files, page }, config).get('/')
    expect(await answer.text()).toBe(`<meta name="prefetch-pages" content="${pages}">`)
  })

  // V3.4.3
  it('may only load its own files and call its hosts', async () => {
    const policy = (await get('/')).headers
      .get('content-security-policy')
      ?.replace(/nonce-[\w+/=]+/g, 'nonce-N')
    expect(policy?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self' 'nonce-N'",
      "style-src 'self' 'nonce-N'",
      "style-src-attr 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' data: https://images.example https://*.cdn.example",
      "connect-src 'self' https://data.example",
      'frame-src https://track.titus.example https://*.track.titus.example',
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  })

  // V3.4.3
  it('lets only the workers of its own files compile WebAssembly', async () => {
    const { headers } = await get('/assets/main-1a.js')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  it('responds to GET only', async () => {
    const answer = await signedInApp(db, files).post('/orders', {})
    expect(answer.status).toBe(404)
  })
})

// V3.4.4, V3.4.5, V3.4.6
describe('every response', () => {
  const EVERY = [
    '/',
    '/robots.txt',
    '/assets/main-1a.js',
    '/assets/gone.js',
    '/api/v1/orders',
    '/api/v1/orders?page=none',
    '/api/nothing',
    '/local-identity/nothing',
    '/healthz',
  ]
  // V3.2.1, V3.4.1
  it.each(EVERY)('has a content security policy and the other security headers: %s', async (path) => {
    const { headers } = await get(path)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src '(none|self)';.*frame-ancestors 'none'$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  // V3.4.2
  it('allows no other origin to read it', async () => {
    for (const path of EVERY) {
      const { headers } = await get(path, { Origin: 'https://elsewhere.example' })
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
    }
  })

  it('has them also if the handler fails', async () => {
    const broken = signedInApp(db, files, HOSTS, {
      clock: () => {
        throw new Error('down')
      },
    })
    const answer = await broken.get('/api/v1/orders')
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
      500,
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ])
  })

  it.each([null, 'http://localhost:3000'])(
    'has no Strict-Transport-Security without https: %s',
    async (publicUrl) => {
      const answer = await signedInApp(db, files, { ...HOSTS, publicUrl }).get('/')
      expect(answer.headers.get('strict-transport-security')).toBeNull()
    },
  )
})

it('responds 503 if the console has not been built', async () => {
  const none = readConsole(join(folder, 'nowhere'))
  const answer = await signedInApp(db, none).get('/orders')
  expect([answer.status, await answer.text()]).toEqual([
    503,
    'The console has not been built: run npm start.',
  ])
})
