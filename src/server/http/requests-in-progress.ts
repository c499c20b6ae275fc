import type { MiddlewareHandler } from 'hono'
import { RetryLater } from './refusal.ts'

/** What fast staff ask for at once. More would not be answered sooner: the server's thread is one. */
const AT_A_TIME = 4

/** More than any page asks for at once, also over HTTP/2. */
const MOST_WAITING = 100

/** Seconds after which a session with too many requests may try again. */
const RETRY_AFTER_S = 1

interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * Answers a few requests of a session at a time, in order; those beyond a queue are refused with 429. So a client that
 * sends thousands at once takes no more of the server than any other.
 */
export function boundRequests(atATime = AT_A_TIME, mostWaiting = MOST_WAITING): MiddlewareHandler {
  const queues = new Map<string, Queue>()
  return async (c, next) => {
    // The token stands for its session: before it is checked, for that takes the database too.
    const key = c.req.header('authorization') ?? ''
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= atATime) {
      if (queue.waiting.length >= mostWaiting) {
        throw new RetryLater(429, 'Too many requests at once. Try again in a moment.', RETRY_AFTER_S)
      }
      // Whoever is done hands its place on.
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
