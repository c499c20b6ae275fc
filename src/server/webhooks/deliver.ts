import { createHmac } from 'node:crypto'
import { withTimeLimit } from '../platform/limits.ts'

/** Time-out of an endpoint in milliseconds, well below the lease of `queue.ts`. */
export const ANSWERS_WITHIN_MS = 15_000

const GONE = 410

/** The outcome of an attempt. */
export type AttemptOutcome =
  | { kind: 'delivered' }
  /** The endpoint wants no further events. */
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }
  /** The attempt was aborted by us; the endpoint may have received the event. */
  | { kind: 'aborted' }

interface Attempt {
  url: string
  secret: string
  messageId: string
  body: string
  /** Time of the attempt in milliseconds since 1970. */
  now: number
  answersWithin: number
}

/**
 * Sends an event once. A 2xx answer within the time-out is a success; redirects are not followed.
 * @param signal aborts the attempt
 */
export async function deliver(attempt: Attempt, signal: AbortSignal): Promise<AttemptOutcome> {
  try {
    const status = await withTimeLimit(attempt.answersWithin, signal, (limited) => post(attempt, limited))
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    return { kind: status === GONE ? 'gone' : 'failed', reason: `answered ${status}` }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    return { kind: 'failed', reason: reasonOf(error, attempt.answersWithin) }
  }
}

async function post({ url, secret, messageId, body, now }: Attempt, signal: AbortSignal): Promise<number> {
  const sentAt = Math.floor(now / 1000)
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'dispatch-console',
      'webhook-id': messageId,
      'webhook-timestamp': String(sentAt),
      'webhook-signature': sign(secret, messageId, sentAt, body),
    },
    body,
    signal,
  })
  // The body is not needed; without this it would occupy the connection.
  await response.body?.cancel().catch(() => undefined)
  return response.status
}

/** The system's error code. fetch throws a general error that has it in its cause. */
function reasonOf(error: unknown, answersWithin: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `did not answer within ${answersWithin / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `could not be reached: ${cause.code}` : cause.message
}

const SECRET_PREFIX = 'whsec_'

/**
 * The value of `webhook-signature` as Standard Webhooks prescribes: `v1,` and the base64 of an HMAC-SHA256 of id,
 * timestamp and body, separated by dots.
 * @param secret `whsec_` and the key in base64
 * @param sentAt seconds since 1970, as in `webhook-timestamp`
 */
export function sign(secret: string, messageId: string, sentAt: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${messageId}.${sentAt}.${body}`).digest('base64')
  return `v1,${signature}`
}
