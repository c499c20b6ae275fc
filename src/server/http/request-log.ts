import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { currentRequest } from '../platform/log.ts'
import { requestSeconds } from '../platform/metrics.ts'
import { clientAddress } from './connection.ts'

/**
 * Gives each request an id, which is in its log lines and in the header `X-Request-Id` of the response.
 * @param trustedProxies whose `X-Forwarded-For` names the client
 */
export function identifyRequest(trustedProxies: BlockList): MiddlewareHandler {
  return async (c, next) => {
    const requestId = randomUUID()
    const from = clientAddress(c, trustedProxies)
    // Still encoded, so that it cannot forge a line; without the query, which may contain personal data.
    const { pathname: path } = new URL(c.req.url)
    await currentRequest.run({ requestId, method: c.req.method, path, ...(from && { from }) }, next)
    c.res.headers.set('X-Request-Id', requestId)
  }
}

/**
 * Times every request by its route pattern, because the number of patterns is limited and that of paths is not.
 */
export const observeRequests: MiddlewareHandler = async (c, next) => {
  const end = requestSeconds.startTimer({ method: c.req.method })
  await next()
  end({ route: routePath(c), status: c.res.status })
}
