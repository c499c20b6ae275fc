import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { type HeldWrites, holdWrites } from '../db/held-writes.ts'
import { logFailure } from '../db/log-failure.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { WebhookConfig } from '../platform/config.ts'
import { withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import { webhookDeliveries } from '../platform/metrics.ts'
import { backOff, everyHour, type Stoppable } from '../platform/repeat.ts'
import {
  type AttemptRoom,
  type Claimed,
  claimDueDeliveries,
  type DeliveryResult,
  LONGEST_RETRY_WAIT_MS,
  settleDelivery,
} from './queue.ts'
import { connectEndpoints, disableEndpoint, type Endpoint } from './store.ts'

/**
 * Starts the delivery of events to the configured endpoints, and the upkeep of the stored ones. Resolves once changes
 * are recorded for these endpoints.
 * @param webhooks null if none is configured
 */
export async function startWebhooks({
  webhooks,
  ...deps
}: Omit<WebhookSenderDeps, 'secret'> & { webhooks: WebhookConfig | null }): Promise<Stoppable> {
  const endpoints = await connectEndpoints(deps.db, webhooks?.urls ?? [], deps.clock())
  const running = [
    startWebhookUpkeep(deps),
    ...(webhooks
      ? endpoints.map((endpoint) => startWebhookSender(endpoint, { ...deps, secret: webhooks.secret }))
      : []),
  ]
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

const HOUR_MS = 60 * 60_000
/** Age at which events are deleted. Until then they can be resent. */
const KEPT_MS = 30 * 24 * HOUR_MS

/** Deletes old events, now and every hour. */
function startWebhookUpkeep(deps: Deps): Stoppable {
  return everyHour('Old webhook events could not be deleted', () => deleteOldEvents(deps))
}

/** Deletes events older than 30 days with their deliveries, unless a delivery to a configured endpoint is pending. */
export async function deleteOldEvents({ db, clock }: Deps): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('created_at', '<', timestamp(clock() - KEPT_MS))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as delivery')
            .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
            .select('delivery.id')
            .whereRef('delivery.event_id', '=', 'webhook_events.id')
            .where('delivery.delivered_at', 'is', null)
            .where('delivery.failed_at', 'is', null)
            .where('endpoint.removed_at', 'is', null),
        ),
      ),
    )
    .execute()
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Delays after the first failed attempts, in milliseconds; all later ones are the longest delay. */
const FIRST_WAITS_MS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]

/**
 * Attempts after which a delivery fails: about five days. Attempts are counted instead of time, so that a clock
 * that is days ahead for a moment has no effect.
 */
export const MOST_ATTEMPTS = 124

/** Concurrent attempts of this process for one endpoint, without those that hang. */
const AT_ONCE = 4

/** Milliseconds after which an attempt hangs, so that others begin beside it. */
const HANGS_AFTER_MS = 2 * SECOND

/** Limits of all concurrent attempts, and of retries among them: an event that hangs once will probably hang again. */
const MOST_OPEN = 16
const MOST_RETRIES = 8

interface WebhookSenderDeps {
  db: Kysely<Database>
  clock: Clock
  secret: string
  answersWithin?: number
  hangsAfter?: number
  /** Milliseconds between checks of the queue, and the longest interval while the database is unavailable. */
  pace?: { look: number; most: number }
  /** Milliseconds that a stop waits for current attempts. */
  stopWithin?: number
}

/**
 * Delivers the events of one endpoint, each at least once and the events of one subject in order. Every process runs
 * one sender for each endpoint, so that a slow endpoint delays no other. See docs/outbox.md.
 */
function startWebhookSender(
  endpoint: Endpoint,
  {
    pace = { look: SECOND, most: 5 * SECOND },
    stopWithin = 5 * SECOND,
    answersWithin = ANSWERS_WITHIN_MS,
    hangsAfter = HANGS_AFTER_MS,
    ...deps
  }: WebhookSenderDeps,
): Stoppable {
  const stopping = new AbortController()
  const breakOff = new AbortController()
  // Every attempt listens to it. Node warns at more than ten.
  setMaxListeners(MOST_OPEN, breakOff.signal)
  const active = new Map<Promise<void>, OpenAttempt>()
  const results = holdResults(deps, endpoint)
  const begin = (claimed: Claimed) => {
    // If the stop came while the delivery was being claimed, it is released without an attempt.
    const signal = stopping.signal.aborted ? stopping.signal : breakOff.signal
    const attempt = attemptOnce({ ...deps, answersWithin }, endpoint, claimed, signal).then(results.add)
    const released = attempt.finally(() => active.delete(released))
    active.set(released, { isRetry: claimed.attempts > 0, since: performance.now() })
  }
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await results.flush()
        const room = roomBeside([...active.values()], hangsAfter)
        for (const claimed of await claimDueDeliveries(deps, endpoint.id, room)) begin(claimed)
        failures = 0
      } catch (error) {
        failures += 1
        logFailure(error, {}, 'Webhook events could not be processed')
      }
      // The end of an attempt may make the next event of its subject due. Its result is stored first.
      if (failures === 0 && results.count > 0) continue
      await firstOf(active.keys(), backOff(failures, pace.look, pace.most), stopping.signal)
    }
    await Promise.all(active.keys())
    await results.end()
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      const late = setTimeout(() => breakOff.abort(), stopWithin)
      await ended
      clearTimeout(late)
    },
  }
}

interface OpenAttempt {
  isRetry: boolean
  /** By `performance.now()`. */
  since: number
}

/** How many attempts may begin beside the open ones. */
function roomBeside(open: readonly OpenAttempt[], hangsAfter: number): AttemptRoom {
  const now = performance.now()
  const brisk = open.filter(({ since }) => now - since < hangsAfter)
  const retries = open.filter(({ isRetry }) => isRetry)
  return {
    most: Math.min(AT_ONCE - brisk.length, MOST_OPEN - open.length),
    retries: MOST_RETRIES - retries.length,
  }
}

/** Resolves when one of the attempts ends, after `wait` milliseconds, or on the signal. */
async function firstOf(attempts: Iterable<Promise<void>>, wait: number, signal: AbortSignal): Promise<void> {
  await withTimeLimit(wait, signal, (limited) => Promise.race([whenAborted(limited), ...attempts]))
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** An attempt that has ended, whose result is to be stored. */
interface EndedAttempt {
  claimed: Claimed
  outcome: AttemptOutcome
  /** In milliseconds since 1970. */
  at: number
}

/** Never rejects. */
async function attemptOnce(
  { clock, secret, answersWithin }: Pick<Required<WebhookSenderDeps>, 'clock' | 'secret' | 'answersWithin'>,
  { url }: Endpoint,
  claimed: Claimed,
  breakOff: AbortSignal,
): Promise<EndedAttempt> {
  const { messageId, body } = claimed
  const outcome = await deliver({ url, secret, messageId, body, now: clock(), answersWithin }, breakOff)
  return { claimed, outcome, at: clock() }
}

/** At most as many results wait as attempts are open. A result that is lost is that of an event that is sent again. */
function holdResults({ db }: Pick<WebhookSenderDeps, 'db'>, endpoint: Endpoint): HeldWrites<EndedAttempt> {
  return holdWrites(
    async ({ claimed, outcome, at }) => {
      if (outcome.kind === 'gone') await disableEndpoint(db, endpoint, at)
      const result = resultOf(outcome, claimed.attempts, at)
      await settleDelivery({ db }, claimed, result)
      webhookDeliveries.inc({ outcome: result.failed_at ? 'given-up' : outcome.kind })
      report(endpoint, claimed, outcome, result)
    },
    ({ claimed, outcome }, error) =>
      logFailure(
        error,
        { event: claimed.messageId, outcome: outcome.kind },
        'The result of a webhook delivery could not be stored, the event will be sent again',
      ),
  )
}

/** The changes to a delivery after an attempt. */
function resultOf(outcome: AttemptOutcome, attemptsBefore: number, now: number): DeliveryResult {
  const attempts = attemptsBefore + 1
  switch (outcome.kind) {
    case 'delivered':
      return { attempts, delivered_at: timestamp(now), last_error: null }
    case 'aborted':
      return {}
    case 'gone':
      return { attempts, next_try_at: null, last_error: outcome.reason }
    case 'failed': {
      const failed = { attempts, last_error: outcome.reason }
      if (attempts >= MOST_ATTEMPTS) return { ...failed, failed_at: timestamp(now) }
      const wait = FIRST_WAITS_MS[attemptsBefore] ?? LONGEST_RETRY_WAIT_MS
      return { ...failed, next_try_at: timestamp(now + wait) }
    }
  }
}

function report(
  endpoint: Endpoint,
  { messageId }: Claimed,
  outcome: AttemptOutcome,
  result: DeliveryResult,
): void {
  if (!('reason' in outcome)) return
  // The path or the query of an address may contain a key of the receiver.
  const { origin } = new URL(endpoint.url)
  const about = { event: messageId, endpoint: origin, reason: outcome.reason }
  if (outcome.kind === 'gone') log.error(about, 'Webhook endpoint is disabled')
  else if (result.failed_at) log.error(about, 'Webhook event given up')
  else log.warn({ ...about, attempts: result.attempts }, 'Webhook event not delivered')
}

/** Time-out of an endpoint in milliseconds, well below the lease of `queue.ts`. */
const ANSWERS_WITHIN_MS = 15_000

const GONE = 410

/** The outcome of an attempt. */
type AttemptOutcome =
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
async function deliver(attempt: Attempt, signal: AbortSignal): Promise<AttemptOutcome> {
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
