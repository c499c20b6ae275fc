import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { requestSeconds } from '../platform/metrics.ts'

/** Times every request by the pattern of the route that answered it: patterns are few, paths are not. */
export const observeRequests: MiddlewareHandler = async (c, next) => {
  const end = requestSeconds.startTimer({ method: c.req.method })
  await next()
  end({ route: routePath(c), status: c.res.status })
}
