import type { MiddlewareHandler } from 'hono'
import { Refusal } from './refusal.ts'

/** Milliseconds in which a body must arrive. */
const WITHIN_MS = 10_000

/**
 * Receives the body of a request before anything of it is handled. Mount it before the middleware that bounds requests:
 * how long a body takes is decided by its sender, and a place that is taken meanwhile is missing for others.
 * @param most limit in MiB, because the body is kept in memory
 * @throws Refusal 413 for a longer body, 408 for one that does not arrive in time
 */
export function receiveBody(most: number, within: number = WITHIN_MS): MiddlewareHandler {
  const limit = most * 1024 * 1024
  return async (c, next) => {
    const { body } = c.req.raw
    if (body !== null) {
      const isTooLong = Number(c.req.header('content-length') ?? 0) > limit
      const received = isTooLong ? 'too long' : await receive(body, limit, within)
      if (typeof received === 'string') {
        // The rest of the body is not read.
        c.header('Connection', 'close')
        throw received === 'late'
          ? new Refusal(408, `The body must arrive within ${within / 1000} seconds.`)
          : new Refusal(413, `The body may have at most ${most} MB.`)
      }
      c.req.raw = new Request(c.req.raw, { body: received })
    }
    return await next()
  }
}

async function receive(
  body: ReadableStream<Uint8Array>,
  limit: number,
  within: number,
): Promise<Buffer<ArrayBuffer> | 'late' | 'too long'> {
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reader.cancel().catch(() => undefined)
  }, within)
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reader.read()
      if (isLate) return 'late'
      if (done) return Buffer.concat(parts)
      size += value.byteLength
      if (size > limit) return 'too long'
      parts.push(value)
    }
  } finally {
    clearTimeout(timer)
  }
}
