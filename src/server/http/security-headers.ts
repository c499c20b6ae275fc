import type { MiddlewareHandler } from 'hono'

/** A year, as browsers ask of those that are to be trusted. Other hosts of the domain are not ours to decide about. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** An answer that is no page loads nothing and is shown in nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * What every answer carries, errors included. A page has a policy of its own and keeps it.
 * @param publicUrl where browsers reach the server: with https they will not come back without it
 */
export function securityHeaders(publicUrl: string | null): MiddlewareHandler {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NO_PAGE)
    if (isHttps) headers.set('Strict-Transport-Security', STRICT_TRANSPORT)
  }
}
