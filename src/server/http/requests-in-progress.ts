import type { Context, MiddlewareHandler } from 'hono'
import { RetryLater } from './refusal.ts'

/** Requests of one session handled at once. More would not finish sooner, because the server has one thread. */
const AT_A_TIME = 4

/** More than any page requests at once, even over HTTP/2. */
const MOST_WAITING = 100

/** Seconds after which a session with too many requests may try again. */
const RETRY_AFTER_S = 1

interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * Handles a few requests of a session at a time, in order, and refuses requests beyond a queue with 429, so that a
 * client that sends thousands at once uses no more of the server than any other.
 * @param keyOf identifies the requests that are counted together. By default the token, before the session is read,
 * because reading it uses the database too.
 */
export function boundRequests<Env extends object = object>(
  atATime = AT_A_TIME,
  mostWaiting = MOST_WAITING,
  keyOf: (c: Context<Env>) => string = (c) => c.req.header('authorization') ?? '',
): MiddlewareHandler<Env> {
  const queues = new Map<string, Queue>()
  return async (c, next) => {
    const key = keyOf(c)
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= atATime) {
      if (queue.waiting.length >= mostWaiting) {
        throw new RetryLater(429, 'Too many requests at once. Try again in a moment.', RETRY_AFTER_S)
      }
      // A finished request passes its slot on.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else {
      queue.running += 1
    }
    try {
      await next()
    } finally {
      const following = queue.waiting.shift()
      if (following) following()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
}
