import * as oidc from 'openid-client'
import type { MailConfig, MicrosoftApplication } from '../platform/config.ts'
import { orAborted } from '../platform/limits.ts'

/**
 * The access token of an application, from memory while it is valid.
 * @param isRefused whether the current one was refused; it is then replaced
 * @throws Error whose message says why there is none
 */
export type AccessTokens = (signal: AbortSignal, isRefused?: boolean) => Promise<string>

/** `.default` means the permissions that the application has. */
const SCOPES: Record<MailConfig['kind'], string> = {
  graph: 'https://graph.microsoft.com/.default',
  smtp: 'https://outlook.office365.com/.default',
}

/** Time-out of a request for a token, in seconds. */
const TIMEOUT_SECONDS = 10

/** Milliseconds before its end at which a token is replaced. */
const REPLACED_BEFORE_MS = 5 * 60_000

/**
 * Access tokens by the client credentials grant of OAuth 2.0, without a user.
 * @param authority replaces Microsoft in tests
 */
export function applicationTokens(
  { tenantId, clientId, clientSecret }: MicrosoftApplication,
  kind: MailConfig['kind'],
  authority = 'https://login.microsoftonline.com',
): AccessTokens {
  const issuer = `${authority}/${tenantId}`
  const endpoint = { issuer: `${issuer}/v2.0`, token_endpoint: `${issuer}/oauth2/v2.0/token` }
  const config = new oidc.Configuration(endpoint, clientId, clientSecret)
  config.timeout = TIMEOUT_SECONDS
  if (authority.startsWith('http:')) oidc.allowInsecureRequests(config)
  let current: { token: string; until: number } | null = null
  return async (signal, isRefused = false) => {
    // By the time that passes, which a clock that is set does not change.
    if (current !== null && !isRefused && performance.now() < current.until) return current.token
    current = null
    try {
      const request = () => oidc.clientCredentialsGrant(config, { scope: SCOPES[kind] })
      const { access_token: token, expires_in: seconds = 0 } = await orAborted(signal, request)
      current = { token, until: performance.now() + seconds * 1000 - REPLACED_BEFORE_MS }
      return token
    } catch (error) {
      if (signal.aborted) throw error
      throw new Error(`Microsoft issued no token: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Microsoft's description without the ids at its end, or what happened on the network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const description = error instanceof oidc.ResponseBodyError ? error.error_description : undefined
  if (description !== undefined) return description.replace(/\s+Trace ID:.*$/s, '')
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^E[A-Z_]+$/.test(String(cause.code))) return String(cause.code)
  }
  return error.message
}
