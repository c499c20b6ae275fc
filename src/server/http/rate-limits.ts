import type { BlockList } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientAddress } from './connection.ts'
import { RetryLater } from './refusal.ts'
import type { KeyEnv, SessionEnv } from './session.ts'

/** All limits are per minute. */
const SECONDS = 60

/**
 * Requests per minute, by client address before the session is known and by session afterwards: several times what
 * fast staff need, even if a whole branch shares one address.
 */
const LIMITS = {
  signInStarts: 120,
  exchanges: 120,
  failedTokens: 300,
  downloads: 120,
  addresses: 240,
  pricing: 120,
  intake: 300,
}
export type RequestLimits = typeof LIMITS

/** Middleware that responds 429 with `Retry-After` above a limit. Each process counts separately. */
interface RateLimits {
  signInStarts: MiddlewareHandler
  exchanges: MiddlewareHandler
  /** Counts 401 responses to tokens. A valid session is never refused because of failures from the same address. */
  failedTokens: MiddlewareHandler
  /** Called with a ticket instead of a session, so anybody can try it. */
  downloads: MiddlewareHandler
  /** For calls that may cost money each. Mount behind `requireSession`. */
  addresses: MiddlewareHandler<SessionEnv>
  pricing: MiddlewareHandler<SessionEnv>
  /** By the key of another system. Mount behind `requireKey`. */
  intake: MiddlewareHandler<KeyEnv>
}

/** @param trustedProxies whose `X-Forwarded-For` names the client */
export function createRateLimits(trustedProxies: BlockList, limits: RequestLimits = LIMITS): RateLimits {
  const byAddress = (c: Context) => clientAddress(c, trustedProxies)
  const bySession = (c: Context<SessionEnv>) => c.get('session').id
  const countFailure = counter(limits.failedTokens, 'Too many requests without a valid session')
  return {
    signInStarts: limited(counter(limits.signInStarts, 'Too many sign-ins'), byAddress),
    exchanges: limited(counter(limits.exchanges, 'Too many sign-ins'), byAddress),
    async failedTokens(c, next) {
      await next()
      if (c.res.status === 401 && c.req.header('authorization')) await countFailure(byAddress(c))
    },
    downloads: limited(counter(limits.downloads, 'Too many downloads'), byAddress),
    addresses: limited(counter(limits.addresses, 'Too many address searches'), bySession),
    pricing: limited(counter(limits.pricing, 'Too many requests for freight options'), bySession),
    intake: limited(counter(limits.intake, 'Too many requests with this key'), (c) => c.get('keyId')),
  }
}

type Count = (key: string) => Promise<void>

/** @throws RetryLater (from the returned function) when a key is counted too often */
function counter(most: number, message: string): Count {
  const limiter = new RateLimiterMemory({ points: most, duration: SECONDS })
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      // After a clock jump, a client waits no longer than the limit's own period.
      const seconds = Math.min(Math.max(Math.ceil(refused.msBeforeNext / 1000), 1), SECONDS)
      const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
      throw new RetryLater(429, `${message}. Try again in ${wait}.`, seconds)
    }
  }
}

function limited<Env extends object>(
  count: Count,
  keyOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    await count(keyOf(c))
    return await next()
  }
}
