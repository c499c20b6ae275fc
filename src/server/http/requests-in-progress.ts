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

/** Gives a place back. To be called once. */
type Leave = () => void

/**
 * A few places for each key; further work waits for one, in order.
 * @param atATime places of a key
 * @param mostWaiting the longest queue of a key
 */
export function createPlaces(atATime: number, mostWaiting: number) {
  const queues = new Map<string, Queue>()
  return {
    /**
     * Takes a place, or waits for one until the signal is aborted.
     * @throws RetryLater if the queue is full; another error if the signal is aborted
     */
    async take(key: string, signal?: AbortSignal): Promise<Leave> {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.running < atATime) queue.running += 1
      else {
        if (queue.waiting.length >= mostWaiting) {
          throw new RetryLater(429, 'Too many requests at once. Try again in a moment.', RETRY_AFTER_S)
        }
        await turnOf(queue, signal)
      }
      return () => {
        const following = queue.waiting.shift()
        // The next in the queue gets this place.
        if (following) following()
        else queue.running -= 1
        if (queue.running === 0) queues.delete(key)
      }
    },
  }
}

function turnOf({ waiting }: Queue, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1)
      reject(new Error('The client disconnected.'))
    }
    waiting.push(turn)
    signal?.addEventListener('abort', leave, { once: true })
  })
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
  const places = createPlaces(atATime, mostWaiting)
  return async (c, next) => {
    const leave = await places.take(keyOf(c))
    try {
      await next()
    } finally {
      leave()
    }
  }
}
