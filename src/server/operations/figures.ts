import type { Kysely } from 'kysely'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { courierAnsweredAt } from '../platform/metrics.ts'

/** Pending work of one kind: its count, and the age of the oldest in seconds (0 if there is none). */
export interface Waiting {
  count: number
  oldestSeconds: number
}

/** Pending work in the database. */
export interface Figures {
  openClaims: Waiting
  unfinishedDeletions: Waiting
  queuedEmails: Waiting
  undeliveredEvents: Waiting
  waitingArrivals: Waiting
}

/** Reads the pending work through partial indexes, which skip finished work. */
export async function readFigures({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<Figures> {
  const [claims, deletions, emails, events, arrivals] = await Promise.all([
    db
      .selectFrom('claims')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.min('claimed_at').as('oldest'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('consignments')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.min('deleting_since').as('oldest'),
      ])
      .where('deleting_since', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('outbox')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.min('created_at').as('oldest'),
      ])
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
      .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.min('event.created_at').as('oldest'),
      ])
      .where('delivery.delivered_at', 'is', null)
      .where('delivery.failed_at', 'is', null)
      .where('endpoint.removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('arrivals')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.min('arrived_at').as('oldest'),
      ])
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  ])
  const waiting = ({ count, oldest }: { count: number; oldest: string | null }): Waiting => {
    const since = parseInstant(oldest) ?? clock()
    return { count: Number(count), oldestSeconds: Math.max(0, Math.round((clock() - since) / 1000)) }
  }
  return {
    openClaims: waiting(claims),
    unfinishedDeletions: waiting(deletions),
    queuedEmails: waiting(emails),
    undeliveredEvents: waiting(events),
    waitingArrivals: waiting(arrivals),
  }
}

/**
 * Time of each courier's last response to this process, in ISO 8601 UTC. Couriers that were not called are absent.
 */
export async function lastCourierAnswers(): Promise<Record<string, string>> {
  const { values } = await courierAnsweredAt.get()
  return Object.fromEntries(
    values.map(({ labels, value }) => [String(labels.courier), timestamp(value * 1000)]),
  )
}
