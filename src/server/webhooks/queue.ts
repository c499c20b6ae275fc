import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { onceReachable } from '../db/held-writes.ts'
import type { Database, WebhookDeliveryRow } from '../db/schema.ts'
import { isNotWithin, timestamp } from '../db/times.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
}

/** Longer than any attempt takes (see `sender.ts`). An older claim was left by a dead process. */
const LEASE_MS = 60_000

/** Longest delay before the next attempt, in milliseconds. */
export const LONGEST_RETRY_WAIT_MS = 60 * 60_000

/** A delivery that this process has claimed, with the message to send. */
export interface Claimed {
  id: number
  claimedBy: string
  attempts: number
  messageId: string
  body: string
}

/** The columns that the result of an attempt changes. */
export type DeliveryResult = Partial<
  Pick<WebhookDeliveryRow, 'attempts' | 'next_try_at' | 'delivered_at' | 'failed_at' | 'last_error'>
>

/** How many deliveries to claim. */
export interface AttemptRoom {
  most: number
  /** How many of them may have been attempted before. */
  retries: number
}

/**
 * Claims the oldest due deliveries of an endpoint, at most one for each subject: a delivery is due only if no earlier one
 * of its subject is pending. First attempts precede retries, which may hang as before, except for one retry, so that
 * neither waits for all of the other.
 */
export async function claimDueDeliveries(
  { db, clock }: Deps,
  endpointId: number,
  { most, retries }: AttemptRoom,
): Promise<Claimed[]> {
  if (most <= 0) return []
  const now = clock()
  const first = await findDue(db, endpointId, now, { isRetry: false, most })
  const [retry = [], ...others] =
    retries > 0 ? await findDue(db, endpointId, now, { isRetry: true, most: Math.min(most, retries) }) : []
  const due = [retry, first, others].flat().slice(0, most)
  if (due.length === 0) return []
  const claimedBy = randomUUID()
  try {
    return await claimThese(db, due, claimedBy, now)
  } catch (error) {
    // They may be claimed, and nobody attempts them.
    onceReachable(() => releaseDeliveries(db, claimedBy), LEASE_MS)
    throw error
  }
}

async function claimThese(
  db: Kysely<Database>,
  due: readonly number[],
  claimedBy: string,
  now: number,
): Promise<Claimed[]> {
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set({ claimed_by: claimedBy, claimed_until: timestamp(now + LEASE_MS) })
    .where('id', 'in', due)
    // Another process may have claimed or settled some of them since they were read.
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .where(isNotWithin('next_try_at', now, LONGEST_RETRY_WAIT_MS))
    .where(isNotWithin('claimed_until', now, LEASE_MS))
    .returning('id')
    .execute()
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  const messages = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.attempts', 'event.message_id', 'event.body'])
    .where('delivery.id', 'in', ids)
    .orderBy('event.id')
    .execute()
  return messages.map(({ id, attempts, message_id, body }) => ({
    id,
    claimedBy,
    attempts,
    messageId: message_id,
    body,
  }))
}

async function releaseDeliveries(db: Kysely<Database>, claimedBy: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ claimed_by: null, claimed_until: null })
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('claimed_by', '=', claimedBy)
    .execute()
}

async function findDue(
  db: Kysely<Database>,
  endpointId: number,
  now: number,
  { isRetry, most }: { isRetry: boolean; most: number },
): Promise<number[]> {
  const rows = await db
    .with('first', (query) =>
      query
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.min('event_id').as('event_id'))
        .where('endpoint_id', '=', endpointId)
        .where('delivered_at', 'is', null)
        .where('failed_at', 'is', null)
        .groupBy('subject'),
    )
    .selectFrom('first')
    .innerJoin('webhook_deliveries as delivery', 'delivery.event_id', 'first.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select('delivery.id')
    .where('delivery.endpoint_id', '=', endpointId)
    .where('endpoint.removed_at', 'is', null)
    .where('endpoint.disabled_at', 'is', null)
    .where('delivery.attempts', isRetry ? '>' : '=', 0)
    .where(isNotWithin('delivery.next_try_at', now, LONGEST_RETRY_WAIT_MS))
    .where(isNotWithin('delivery.claimed_until', now, LEASE_MS))
    .orderBy('delivery.event_id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records the result of an attempt and releases the delivery, unless another process has claimed it since. */
export async function settleDelivery(
  { db }: Pick<Deps, 'db'>,
  { id, claimedBy }: Pick<Claimed, 'id' | 'claimedBy'>,
  result: DeliveryResult,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...result, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    // Checks the owner and not the time, because the clock may have been set.
    .where('claimed_by', '=', claimedBy)
    .execute()
}
