import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import type { EntraConfig } from '../../../src/server/platform/config.ts'
import { type IdentityProvider, microsoft } from '../../../src/server/sign-in/provider.ts'

export const TENANT = '72f988bf-0000-4000-8000-2d7cd011db47'
const CLIENT_ID = 'client-of-the-console'
export const CLIENT_SECRET = 'secret-of-the-console'
const ISSUER = `https://login.microsoftonline.com/${TENANT}/v2.0`

/** Ways in which the provider lies. */
export interface Lies {
  /** Claims that replace those of the ID token; undefined removes one. */
  claims?: Record<string, unknown>
  sign?: 'with another key' | 'with an unknown key id' | 'not at all' | 'with the client secret'
  /** Replaces the whole response of an endpoint, or throws. */
  discovery?: () => Response
  jwks?: () => Response
  token?: () => Response
}

const [honest, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])

/** Settings of a console that uses Microsoft. */
export const ENTRA: EntraConfig = {
  tenantId: TENANT.toUpperCase(),
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  guests: false,
  role: null,
  deleteRole: null,
  importRole: null,
}

/** Stands in for Microsoft's directory over HTTP (discovery, keys and token) and can lie. */
export function lyingMicrosoft(clock: Clock, settings: Partial<EntraConfig> = {}) {
  const lies: Lies = {}
  const signals: (AbortSignal | undefined)[] = []
  /** The authorization request of each code. */
  const codes = new Map<string, URLSearchParams>()
  const app = new Hono().basePath(`/${TENANT}`)

  app.get(
    '/v2.0/.well-known/openid-configuration',
    (c) => lies.discovery?.() ?? c.json(discoveryDocument(ISSUER)),
  )

  app.get('/discovery/v2.0/keys', async (c) => {
    const jwk = await exportJWK(honest.publicKey)
    return lies.jwks?.() ?? c.json({ keys: [{ ...jwk, kid: 'honest', alg: 'RS256', use: 'sig' }] })
  })

  app.post('/oauth2/v2.0/token', async (c) => {
    if (lies.token) return lies.token()
    const form = new URLSearchParams(await c.req.text())
    const request = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (form.get('client_secret') !== CLIENT_SECRET) return c.json({ error: 'invalid_client' }, 401)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const holds =
      request?.get('code_challenge') === challenge && request.get('redirect_uri') === form.get('redirect_uri')
    if (!holds) return c.json({ error: 'invalid_grant' }, 400)
    const now = Math.floor(clock() / 1000)
    const claims = {
      iss: ISSUER,
      aud: CLIENT_ID,
      sub: 'pairwise-subject',
      tid: TENANT,
      oid: 'object-id-of-mere',
      acct: 0,
      iat: now,
      nbf: now,
      exp: now + 300,
      nonce: request.get('nonce'),
      name: 'Mere Tūhoe-Parata',
      preferred_username: 'Mere.Parata@Example.com',
      ...lies.claims,
    }
    const id_token = await signed(claims, lies.sign)
    return c.json({ access_token: 'unused', token_type: 'Bearer', expires_in: 300, id_token })
  })

  const provider: IdentityProvider = {
    ...microsoft({ ...ENTRA, ...settings }),
    fetch: async (url, { body, headers, method, signal }) => {
      signals.push(signal)
      return await app.request(url, { body: body instanceof URLSearchParams ? body : null, headers, method })
    },
  }
  // A lie that throws is a broken connection and not an error response.
  app.onError((error) => {
    throw error
  })

  /**
   * Approves a sign-in on Microsoft's page.
   * @returns the code for this login address
   */
  const approve = (loginUrl: URL): { code: string; state: string } => {
    const code = `code-${codes.size + 1}-${loginUrl.searchParams.get('state')}`
    codes.set(code, loginUrl.searchParams)
    return { code, state: loginUrl.searchParams.get('state') ?? '' }
  }
  return { provider, lies, approve, signals }
}

export function discoveryDocument(issuer: string) {
  const base = `https://login.microsoftonline.com/${TENANT}`
  return {
    issuer,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_types_supported: ['code', 'id_token'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
  }
}

async function signed(claims: Record<string, unknown>, how: Lies['sign']): Promise<string> {
  if (how === 'not at all') return new UnsecuredJWT(claims).encode()
  if (how === 'with the client secret') {
    return await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET))
  }
  const kid = how === 'with an unknown key id' ? 'unknown' : 'honest'
  const { privateKey } = how === 'with another key' ? other : honest
  return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}
