import * as oidc from 'openid-client'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Identity } from '../http/session.ts'
import type { Attempt } from './attempts.ts'
import { type IdentityProvider, rolesFrom, SignInRefusal, staffFrom } from './provider.ts'

/** Time-out of a request to the provider, in seconds. */
const TIMEOUT_SECONDS = 8

/** This console as a client of an identity provider. */
export interface RelyingParty {
  /**
   * The address of the provider's sign-in page for this attempt.
   * @throws SignInRefusal 502 if the provider is unreachable
   */
  loginUrl(attempt: Attempt): Promise<string>
  /**
   * Exchanges the callback's code and checks the ID token: signature, algorithm, issuer, audience, expiry, nonce.
   * @throws SignInRefusal 400 for an invalid code, 401 for an invalid identity, 502 for the provider
   */
  identify(code: string, attempt: Attempt): Promise<Identity>
}

/** A client of `provider`. Its discovery document is fetched on first use and cached; a failure is not cached. */
export function createRelyingParty(
  provider: IdentityProvider,
  redirectUri: string,
  clock: Clock,
): RelyingParty {
  let discovered: Promise<oidc.ServerMetadata> | undefined
  const configuration = async () => {
    discovered ??= discover(provider).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return configure(provider, await discovered, clock)
  }

  return {
    async loginUrl(attempt) {
      const config = await configuration().catch(unreachable)
      const url = oidc.buildAuthorizationUrl(config, {
        ...provider.parameters,
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async identify(code, attempt) {
      const config = await configuration().catch(unreachable)
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', code)
      callback.searchParams.set('state', attempt.state)
      const tokens = await oidc
        .authorizationCodeGrant(config, callback, {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        })
        .catch(refuse)
      const claims = { ...tokens.claims() }
      const staff = staffFrom(provider.staffId(claims), claims)
      if (staff === null)
        throw new SignInRefusal(401, 'This account has no e-mail address.', 'no e-mail claim')
      return { staff, roles: rolesFrom(claims) }
    },
  }
}

async function discover(provider: IdentityProvider): Promise<oidc.ServerMetadata> {
  const options: oidc.DiscoveryRequestOptions = { timeout: TIMEOUT_SECONDS }
  if (provider.fetch !== undefined) options[oidc.customFetch] = provider.fetch
  if (isPlainHttp(provider)) options.execute = [oidc.allowInsecureRequests]
  const found = await oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    undefined,
    undefined,
    options,
  )
  const metadata = found.serverMetadata()
  // For multi-tenant apps, the library accepts any issuer of Microsoft's host; this app has exactly one.
  if (metadata.issuer !== provider.issuer) throw new Error(`discovered the issuer ${metadata.issuer}`)
  return metadata
}

/** Created for each sign-in, so that it fetches the provider's current keys and uses this process's time. */
function configure(
  provider: IdentityProvider,
  metadata: oidc.ServerMetadata,
  clock: Clock,
): oidc.Configuration {
  const config = new oidc.Configuration(metadata, provider.clientId, {
    client_secret: provider.clientSecret,
    id_token_signed_response_alg: 'RS256',
    [oidc.clockSkew]: Math.round((clock() - Date.now()) / 1000),
  })
  config.timeout = TIMEOUT_SECONDS
  if (provider.fetch !== undefined) config[oidc.customFetch] = provider.fetch
  // Despite its name, this option verifies the signature of the ID token.
  oidc.enableNonRepudiationChecks(config)
  if (isPlainHttp(provider)) oidc.allowInsecureRequests(config)
  return config
}

/** Only the local provider in this process has an address without TLS. */
function isPlainHttp(provider: IdentityProvider): boolean {
  return provider.issuer.startsWith('http:')
}

function unreachable(cause: unknown): never {
  throw new SignInRefusal(502, 'The sign-in service cannot be reached. Please try again later.', cause)
}

/** Error codes of openid-client for an unreachable provider; its other codes concern the response. */
const TRANSPORT_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function refuse(cause: unknown): never {
  if (cause instanceof oidc.ResponseBodyError && cause.error === 'invalid_grant') {
    throw new SignInRefusal(
      400,
      'The sign-in code is not valid or was used before. Please sign in again.',
      cause,
    )
  }
  if (cause instanceof oidc.ClientError && !TRANSPORT_CODES.has(cause.code ?? '')) {
    throw new SignInRefusal(401, 'The sign-in could not be verified. Please sign in again.', cause)
  }
  return unreachable(cause)
}
