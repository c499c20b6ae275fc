import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { requestSeconds } from '../platform/metrics.ts'

/**
 * Times every request by its route pattern, because the number of patterns is limited and that of paths is not.
 */
export const observeRequests: MiddlewareHandler = async (c, next) => {
  const end = requestSeconds.startTimer({ method: c.req.method })
  await next()
  end({ route: routePath(c), status: c.res.status })
}
