/** Not a full OpenID provider: this one only signs demo staff in on the loopback address (decision 0018). */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from 'jose'
import type { Clock } from '../../../domain/calendar/nz-time.ts'
import { proxyHeader } from '../../http/connection.ts'
import { logSecurity } from '../../platform/log.ts'
import { isLoopback } from '../../platform/loopback.ts'
import type { IdentityProvider } from '../provider.ts'
import {
  type AuthorizationCodes,
  authorizeRoutes,
  createAuthorizationCodes,
  formFields,
  type Grant,
  isSame,
  type LocalClient,
} from './authorize.ts'

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
