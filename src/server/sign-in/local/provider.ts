import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html, raw } from 'hono/html'
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../../../domain/calendar/nz-time.ts'
import { proxyHeader } from '../../http/connection.ts'
import { logSecurity } from '../../platform/log.ts'
import { isLoopback } from '../../platform/settings.ts'
import type { IdentityProvider } from '../provider.ts'

/** Not a full OpenID provider: this one only signs demo staff in on the loopback address (decision 0018). */

const require = createRequire(import.meta.url)

/** Limit of form bodies, in bytes, well above what either side sends. */
const LONGEST_FORM = 16 * 1024

const TOKEN_SECONDS = 300
const ALGORITHM = 'RS256'
const KEY_ID = 'local'

interface LocalProviderOptions {
  /** Address of this provider for browsers: `{PUBLIC_URL}/local-identity`. */
  issuer: string
  /** The only redirect URI. */
  redirectUri: string
  clock: Clock
}

interface LocalProvider {
  /** The provider's pages and calls; mount at the issuer's path. */
  app: Hono
  /** For the relying party in this process, which calls it without a network, whatever the server's port. */
  provider: IdentityProvider
}

/**
 * An OpenID Connect provider for one machine and one client, instead of Microsoft: demo staff, no passwords.
 * Key, codes and client secret exist only in this process. It responds only to requests to a loopback host that
 * came through no proxy.
 */
export function localIdentityProvider({ issuer, redirectUri, clock }: LocalProviderOptions): LocalProvider {
  const client: LocalClient = {
    clientId: 'dispatch-console',
    clientSecret: randomBytes(32).toString('base64url'),
    redirectUri,
  }
  const codes = createAuthorizationCodes(clock)
  const tokens = createIdTokens(issuer, client, clock)
  const app = new Hono()

  app.use(async (c, next) => {
    // A foreign page can resolve its own host name to this machine, but cannot send another Host header.
    if (!isLoopback(new URL(c.req.url).hostname)) {
      return c.json({ success: false, message: 'Local sign-in answers on this machine only.' }, 403)
    }
    const proxied = proxyHeader(c)
    if (proxied === undefined) return await next()
    // Rejected, because anyone who can reach a proxy on this machine could sign in with one press.
    const message = 'Local sign-in does not answer through a proxy.'
    logSecurity('sign-in-refused', { reason: message, header: proxied })
    return c.json({ success: false, message }, 403)
  })
  app.use(
    bodyLimit({
      maxSize: LONGEST_FORM,
      onError: (c) => c.json({ success: false, message: 'The form is too long.' }, 413),
    }),
  )
  app.get('/.well-known/openid-configuration', (c) => c.json(discoveryDocument(issuer)))
  app.get('/jwks', async (c) => c.json({ keys: [await tokens.publicKey()] }))
  for (const name of ['inter-latin', 'inter-latin-ext']) app.get(`/${name}.woff2`, (c) => sendFont(c, name))
  app.route('/authorize', authorizeRoutes(client, codes))
  app.route('/token', tokenRoute(client, codes, tokens))

  return { app, provider: providerInProcess(app, issuer, client) }
}

/** The console's font. In the console's build its file name contains a hash. */
async function sendFont(c: Context, name: string): Promise<Response> {
  const file = require.resolve(`@fontsource-variable/inter/files/${name}-wght-normal.woff2`)
  return c.body(new Uint8Array(await readFile(file)), 200, {
    'Content-Type': 'font/woff2',
    'Cache-Control': 'max-age=86400',
  })
}

function providerInProcess(
  app: Hono,
  issuer: string,
  { clientId, clientSecret }: LocalClient,
): IdentityProvider {
  const mounted = new Hono().route(new URL(issuer).pathname, app)
  return {
    id: 'local',
    issuer,
    clientId,
    clientSecret,
    parameters: {},
    staffId: ({ sub }) => `local:${String(sub)}`,
    // The only body that openid-client sends here is the form of the token request.
    fetch: async (url, { body, headers, method }) =>
      await mounted.request(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
  }
}

/** The token endpoint: accepts a code once, from the client that requested it. */
function tokenRoute(client: LocalClient, codes: AuthorizationCodes, tokens: IdTokens): Hono {
  return new Hono().post('/', async (c) => {
    c.header('Cache-Control', 'no-store')
    const form = await formFields(c)
    if (form.client_id !== client.clientId || !isSame(form.client_secret ?? '', client.clientSecret)) {
      return c.json({ error: 'invalid_client' }, 401)
    }
    if (form.grant_type !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400)
    const grant = codes.redeem(form.code ?? '', form.code_verifier ?? '')
    if (grant === null || form.redirect_uri !== client.redirectUri)
      return c.json({ error: 'invalid_grant' }, 400)
    return c.json({
      access_token: randomBytes(32).toString('base64url'),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      id_token: await tokens.sign(grant),
    })
  })
}

interface IdTokens {
  publicKey(): Promise<Record<string, unknown>>
  sign(grant: Grant): Promise<string>
}

function createIdTokens(issuer: string, { clientId }: LocalClient, clock: Clock): IdTokens {
  // Created on first use, because it slows startup noticeably.
  let pair: Promise<GenerateKeyPairResult> | undefined
  const keys = () => {
    pair ??= generateKeyPair(ALGORITHM)
    return pair
  }
  return {
    async publicKey() {
      const { publicKey } = await keys()
      return { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' }
    },
    async sign({ staff, nonce }) {
      const { privateKey } = await keys()
      const now = Math.floor(clock() / 1000)
      return await new SignJWT({ ...staff, nonce })
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(privateKey)
    },
  }
}

function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  }
}

interface LocalClient {
  clientId: string
  clientSecret: string
  /** The only redirect URI. */
  redirectUri: string
}

/** The authorization endpoint: a page of demo staff, and a code for the chosen one. */
function authorizeRoutes(client: LocalClient, codes: AuthorizationCodes): Hono {
  const routes = new Hono()

  routes.get('/', (c) => {
    const request = c.req.query()
    const fault = faultOf(request, client)
    if (fault !== null) return refused(c, fault)
    return c.html(staffPage(LOCAL_STAFF, request, securedPage(c, client)))
  })

  routes.post('/', async (c) => {
    const form = await formFields(c)
    const fault = faultOf(form, client)
    if (fault !== null) return refused(c, fault)
    const staff = LOCAL_STAFF.find(({ sub }) => sub === form.staff)
    if (staff === undefined) return refused(c, 'There is no such member of staff.')
    const code = codes.give({ staff, nonce: form.nonce ?? '', codeChallenge: form.code_challenge ?? '' })
    const target = new URL(client.redirectUri)
    target.searchParams.set('code', code)
    target.searchParams.set('state', form.state ?? '')
    c.header('Cache-Control', 'no-store')
    return c.redirect(target.href, 303)
  })

  const refused = (c: Context, reason: string) => c.html(refusalPage(reason, securedPage(c, client)), 400)

  return routes
}

/** The fields of a form as sent by browsers and openid-client. Any other body has no fields. */
async function formFields(c: Context): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await c.req.text()))
}

/** The fault of an authorization request, or null. Never sent as a redirect, because the client may not be ours. */
function faultOf(request: Record<string, string>, client: LocalClient): string | null {
  if (request.client_id !== client.clientId) return 'The client_id is not that of this console.'
  if (request.redirect_uri !== client.redirectUri) return 'The redirect_uri is not that of this console.'
  if (request.response_type !== 'code') return "The response_type must be 'code'."
  if (!request.scope?.split(' ').includes('openid')) return "The scope must include 'openid'."
  if (request.code_challenge_method !== 'S256') return "The code_challenge_method must be 'S256'."
  if (!request.code_challenge) return 'The code_challenge is missing.'
  return null
}

/**
 * Restricts the page to its own style, script, font and form, and returns the nonce of style and script. Chrome applies
 * `form-action` also to the redirect after the form, so it contains the console's origin.
 */
function securedPage(c: Context, { redirectUri }: LocalClient): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action 'self' ${new URL(redirectUri).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('Cache-Control', 'no-store')
  return nonce
}

const CODE_MILLISECONDS = 60_000

/** The claims that a code grants: its exchange must match them, and the ID token contains them. */
interface Grant {
  staff: LocalStaff
  nonce: string
  codeChallenge: string
}

interface AuthorizationCodes {
  /** A new code for the grant, valid for one minute. */
  give(grant: Grant): string
  /** The grant of a code, once. Null for a code that is unknown, used or expired, or a wrong verifier. */
  redeem(code: string, codeVerifier: string): Grant | null
}

/** The codes of the local identity provider, in memory for one minute. */
function createAuthorizationCodes(clock: Clock): AuthorizationCodes {
  const grants = new Map<string, Grant & { expiresAt: number }>()
  return {
    give(grant) {
      const now = clock()
      for (const [code, { expiresAt }] of grants) if (expiresAt <= now) grants.delete(code)
      const code = randomBytes(32).toString('base64url')
      grants.set(code, { ...grant, expiresAt: now + CODE_MILLISECONDS })
      return code
    },
    redeem(code, codeVerifier) {
      const grant = grants.get(code)
      grants.delete(code)
      if (grant === undefined || grant.expiresAt <= clock()) return null
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
      return isSame(challenge, grant.codeChallenge) ? grant : null
    },
  }
}

/** Compares secrets in constant time. */
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type Page = ReturnType<typeof html>

/**
 * The page in place of Microsoft's. A button, or its digit, signs a person in; the first button has the focus, so
 * that Enter presses it.
 * @param request the parameters of the authorization request, submitted with the choice
 * @param nonce of the Content-Security-Policy, for the inline style and script
 */
function staffPage(staff: readonly LocalStaff[], request: Record<string, string>, nonce: string): Page {
  const buttons = staff.map(
    ({ sub, name, email }, index) =>
      html`<li><button name="staff" value="${sub}" aria-describedby="email-${sub}" aria-keyshortcuts="${index + 1}" ${index === 0 ? 'autofocus' : ''}>${name}<kbd aria-hidden="true">${index + 1}</kbd></button><span id="email-${sub}">${email.toLowerCase()}</span></li>`,
  )
  const fields = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    nonce,
    html`<p>This page stands in for Microsoft on this machine. Choose who to sign in as.</p>
<form method="post" action="authorize">${fields}<ul>${buttons}</ul></form>
<script nonce="${nonce}">${raw(PRESS_BY_DIGIT)}</script>`,
  )
}

/** The page that says why an authorization request failed. */
function refusalPage(reason: string, nonce: string): Page {
  return page(nonce, html`<p role="alert">${reason}</p><p><a href="/">Back to the console</a></p>`)
}

function page(nonce: string, content: Page): Page {
  return html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo sign-in</title>
<link rel="icon" href="${ICON}">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<main>
<div class="logo"><svg viewBox="0 0 20 20" aria-hidden="true">${raw(mark('var(--accent)'))}</svg>Dispatch</div>
<section>
<h1>Demo sign-in</h1>
${content}
</section>
</main>
</body>
</html>`
}

/** The console's icon, inline because the page's policy allows no request for it. */
const mark = (fill: string) =>
  `<rect width="20" height="20" rx="5" fill="${fill}"/><path d="M5 6.25h6.2M5 10h10M5 13.75h6.2" stroke="#fff" stroke-width="1.7" stroke-linecap="round" fill="none"/>`
const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${mark('#2b54d3')}</svg>`)}`

/** By key position, as in the console, because some layouts have digits only with Shift. */
const PRESS_BY_DIGIT = `
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? /^[1-9]$/.exec(event.key)?.[0]
  document.querySelectorAll('button')[digit - 1]?.click()
})
`

/** The style of the console's sign-in. The page works without the console's build, so it defines its own tokens. */
const STYLE = `
@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url(inter-latin.woff2) format('woff2-variations'); unicode-range: U+0000-00FF, U+2000-206F; }
@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url(inter-latin-ext.woff2) format('woff2-variations'); unicode-range: U+0100-02BA; }
:root {
  color-scheme: light dark;
  --bg: light-dark(oklch(0.972 0.003 264), oklch(0.168 0.006 264));
  --surface: light-dark(oklch(1 0 0), oklch(0.198 0.007 264));
  --hover: light-dark(oklch(0.967 0.004 264), oklch(0.238 0.009 264));
  --line: light-dark(oklch(0.908 0.006 264), oklch(0.292 0.011 264));
  --line-soft: light-dark(oklch(0.944 0.004 264), oklch(0.248 0.009 264));
  --line-field: light-dark(oklch(0.845 0.009 264), oklch(0.372 0.013 264));
  --text: light-dark(oklch(0.215 0.014 264), oklch(0.952 0.004 264));
  --text-2: light-dark(oklch(0.42 0.016 264), oklch(0.775 0.01 264));
  --text-3: light-dark(oklch(0.505 0.016 264), oklch(0.672 0.012 264));
  --accent: light-dark(oklch(0.505 0.196 265), oklch(0.545 0.19 266));
  --accent-ink: light-dark(oklch(0.485 0.196 265), oklch(0.755 0.12 266));
  --key: light-dark(oklch(0.995 0.001 264), oklch(0.265 0.01 264));
  --key-line: light-dark(oklch(0.858 0.008 264), oklch(0.372 0.013 264));
  --shadow-line: light-dark(oklch(0.2 0.02 264 / 0.05), oklch(0 0 0 / 0.2));
  --shadow-ink: light-dark(oklch(0.2 0.02 264 / 0.14), oklch(0 0 0 / 0.5));
  --font: 'Inter Variable', Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
*, *::before { box-sizing: border-box; margin: 0; }
body { font: 400 13px/20px var(--font); color: var(--text); background: var(--bg); -webkit-font-smoothing: antialiased; }
main { position: relative; min-height: 100vh; padding: 24px 16px; display: grid; grid-template-rows: 1fr auto 1.25fr; justify-items: center; background: repeating-linear-gradient(to bottom, transparent 0 27px, color-mix(in oklch, var(--line-soft) 75%, transparent) 27px 28px); }
main::before { content: ''; position: absolute; inset: 0; background: radial-gradient(ellipse 900px 560px at 50% 44%, var(--bg) 45%, transparent); }
main > * { position: relative; }
.logo { align-self: end; display: flex; align-items: center; gap: 11px; padding-bottom: 24px; font: 600 18px/24px var(--font); letter-spacing: -0.018em; }
.logo svg { width: 28px; height: 28px; }
section { width: min(372px, 100%); padding: 28px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); box-shadow: 0 2px 6px var(--shadow-line), 0 8px 24px var(--shadow-ink); }
h1 { font: 600 17px/24px var(--font); letter-spacing: -0.014em; }
p { margin: 4px 0 20px; color: var(--text-2); text-wrap: balance; }
p:last-child { margin-bottom: 0; }
a { color: var(--accent-ink); }
ul { list-style: none; padding: 0; display: grid; gap: 8px; }
li { position: relative; }
button { display: block; width: 100%; height: 36px; padding: 0 12px; border: 1px solid var(--line-field); border-radius: 6px; background: var(--surface); color: inherit; font: inherit; font-weight: 500; letter-spacing: inherit; text-align: left; }
button:hover { background: var(--hover); }
kbd { position: absolute; right: 8px; top: 0; bottom: 0; display: inline-flex; align-items: center; justify-content: center; min-width: 18px; height: 18px; margin: auto 0; padding: 0 5px; border: 1px solid var(--key-line); border-bottom-width: 2px; border-radius: 4px; background: var(--key); color: var(--text-2); font: 500 11px/1 var(--font); }
li span { position: absolute; right: 36px; top: 0; bottom: 0; display: grid; align-items: center; color: var(--text-3); font-size: 12px; pointer-events: none; }
:is(button, a):focus { outline: 2px solid var(--accent-ink); outline-offset: 1px; }
@media (max-width: 480px) { button { height: 44px; } }
`

/** A fictitious staff member: the claims of their ID token. */
interface LocalStaff {
  sub: string
  name: string
  given_name: string
  email: string
}

export const LOCAL_STAFF: readonly LocalStaff[] = [
  { sub: 'mere', name: 'Mere', given_name: 'Mere', email: 'mere@example.com' },
  // Directories contain addresses in any case; the console shows them in lower case.
  { sub: 'tane', name: 'Tāne', given_name: 'Tāne', email: 'TANE@EXAMPLE.COM' },
  { sub: 'aroha', name: 'Aroha', given_name: 'Aroha', email: 'aroha@example.com' },
  { sub: 'siobhan', name: "Siobhán O'Neill", given_name: 'Siobhán', email: 'siobhan@example.com' },
]
