import { sign } from './signature.ts'

/** Milliseconds within which an endpoint must answer: well below the lease of `queue.ts`. */
export const ANSWERS_WITHIN_MS = 15_000

const GONE = 410

/** The outcome of an attempt. */
export type Outcome =
  | { kind: 'delivered' }
  /** The endpoint wants no further events. */
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }
  /** The attempt was aborted by us; the endpoint may have received the event. */
  | { kind: 'aborted' }

export interface Attempt {
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
export async function deliver(attempt: Attempt, signal: AbortSignal): Promise<Outcome> {
  const { url, secret, messageId, body, now, answersWithin } = attempt
  const sentAt = Math.floor(now / 1000)
  try {
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(answersWithin)]),
    })
    // The body is not needed; without this it would occupy the connection.
    await response.body?.cancel().catch(() => undefined)
    if (response.ok) return { kind: 'delivered' }
    const reason = `answered ${response.status}`
    return { kind: response.status === GONE ? 'gone' : 'failed', reason }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    return { kind: 'failed', reason: reasonOf(error, answersWithin) }
  }
}

/** fetch throws a general error; its cause has the code of the system. */
function reasonOf(error: unknown, answersWithin: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `did not answer within ${answersWithin / 1000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? `could not be reached: ${cause.code}` : cause.message
}
