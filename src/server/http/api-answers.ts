import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Problem } from '../../contract/wire.ts'
import { DatabaseFailure, type FailureKind } from '../db/failure.ts'
import { currentRequest, log, logSecurity } from '../platform/log.ts'
import { Refusal, RetryLater } from './refusal.ts'
import type { SessionEnv } from './session.ts'

/** The type of a stream, which has no end. */
const EVENT_STREAM = 'text/event-stream'

/** The headers of a stream. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': EVENT_STREAM,
  // Otherwise nginx would collect events before it passes them on.
  'X-Accel-Buffering': 'no',
}

/** The type of an exported file, which is sent while it is being generated. */
export const CSV = 'text/csv; charset=utf-8'

/** Types of bodies that are not collected to be compressed. */
const SENT_IN_PARTS: readonly (string | null)[] = [EVENT_STREAM, CSV]

/** Shorter responses are not compressed: they fit into one packet anyway. */
const SMALLEST_COMPRESSED = 1024

/** zlib's default, 11, takes two hundred times as long as 4 and saves a few per cent more. */
const BROTLI_QUALITY = 4
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const compressors = { br: (data: Buffer) => toBrotli(data, BROTLI), gzip: (data: Buffer) => toGzip(data) }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Adds the console's version to every API response, forbids caching, and compresses large bodies, but no stream. */
export function apiAnswers(version: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.res.headers.set('X-Console-Version', version)
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.append('Vary', 'Accept-Encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'), ['br', 'gzip'])
    if (encoding === null || !c.res.body || c.res.headers.has('Content-Encoding')) return
    if (SENT_IN_PARTS.includes(c.res.headers.get('Content-Type'))) return
    const data = Buffer.from(await c.res.arrayBuffer())
    const isWorthIt = data.length >= SMALLEST_COMPRESSED
    const headers = new Headers(c.res.headers)
    headers.delete('Content-Length')
    if (isWorthIt) headers.set('Content-Encoding', encoding)
    const body = isWorthIt ? await compressors[encoding](data) : data
    c.res = new Response(new Uint8Array(body), { status: c.res.status, headers })
  }
}

/** Default `Retry-After`, in seconds, of a request that failed because of another system. */
const RETRY_AFTER_S = 5

const BUSY = new RetryLater(503, 'The server is busy. Try again in a moment.', RETRY_AFTER_S)

/** The message for staff for each failure of the database. */
const DATABASE_REFUSALS: Record<FailureKind, Refusal> = {
  busy: BUSY,
  exhausted: BUSY,
  unreachable: new RetryLater(503, 'The database does not answer. Try again in a moment.', RETRY_AFTER_S),
  unconfirmed: new RetryLater(
    503,
    'The database did not confirm the change. Check whether it was made before you try again.',
    RETRY_AFTER_S,
  ),
  full: new RetryLater(503, "The server's disk is full.", RETRY_AFTER_S),
  damaged: new RetryLater(503, "The server's database is damaged.", RETRY_AFTER_S),
  missing: new RetryLater(503, "The server's database file is missing. Nothing can be saved.", RETRY_AFTER_S),
}

/** Turns an error of a route into a response. An unexpected error is logged once and not described to the client. */
export function answerError(error: Error, c: Context<SessionEnv>): Response {
  if (error instanceof Refusal) {
    if (isOfInterest(error)) {
      const event = error.status === 429 ? 'rate-limited' : 'refused'
      logSecurity(event, { status: error.status, reason: error.message }, c.get('staff'))
    }
    return answerRefusal(error, c)
  }
  // The client disconnected; this is not a server error.
  if (c.req.raw.signal.aborted) return c.body(null, 400)
  if (error instanceof DatabaseFailure) {
    log.error({ database: error.kind, staff: c.get('staff')?.id }, error.message)
    return answerRefusal(DATABASE_REFUSALS[error.kind], c)
  }
  log.error({ err: error, staff: c.get('staff')?.id }, 'Request failed')
  const problem: Problem = { message: 'The server could not do this. Try again.' }
  return c.json({ success: false, ...problem, request_id: currentRequest.getStore()?.requestId }, 500)
}

export function answerRefusal(refusal: Refusal, c: Context): Response {
  const { message, field, status } = refusal
  if (refusal instanceof RetryLater) c.header('Retry-After', String(refusal.seconds))
  else if (status === 503) c.header('Retry-After', String(RETRY_AFTER_S))
  const problem: Problem = { message, field }
  return c.json({ success: false, ...problem }, status)
}

/** Not-found responses are routine, and the cause of a failed service is already in the log. */
function isOfInterest({ status }: Refusal): boolean {
  return status < 500 && status !== 404
}

/**
 * The first of the offered encodings that an Accept-Encoding header allows; null if the response must be sent as it is.
 * `hono/accepts` would follow the order of the client, and browsers name gzip before br.
 */
export function acceptedEncoding<Encoding extends string>(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | null {
  const accepted = parseAccept((header ?? '').toLowerCase())
  const weightOf = (name: string) => accepted.find(({ type }) => type === name)?.q
  return offered.find((name) => (weightOf(name) ?? weightOf('*') ?? 0) > 0) ?? null
}
