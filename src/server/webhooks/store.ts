import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

export interface Endpoint {
  id: number
  url: string
}

/**
 * Stores the endpoints of the settings at startup. From then on, every event of any process is written for them. An
 * endpoint that is no longer configured keeps its pending deliveries, which continue if it is configured again.
 */
export async function connectEndpoints(
  db: Kysely<Database>,
  urls: readonly string[],
  now: number,
): Promise<Endpoint[]> {
  const connected = await connectedEndpoints(db)
  const isUnchanged =
    connected.length === urls.length && connected.every((endpoint) => urls.includes(endpoint.url))
  if (isUnchanged) return connected
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('webhook_endpoints')
      .set({ removed_at: timestamp(now) })
      .where('removed_at', 'is', null)
      .$if(urls.length > 0, (update) => update.where('url', 'not in', urls))
      .execute()
    if (urls.length === 0) return
    await within
      .insertInto('webhook_endpoints')
      .values(urls.map((url) => ({ url })))
      .onConflict((conflict) =>
        conflict
          .column('url')
          .doUpdateSet({ removed_at: null, disabled_at: null })
          .where('webhook_endpoints.removed_at', 'is not', null),
      )
      .execute()
  })
  return connectedEndpoints(db)
}

async function connectedEndpoints(db: Kysely<Database>): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Stops deliveries to an endpoint, by every process, until it is enabled again. */
export async function disableEndpoint(db: Kysely<Database>, { id }: Endpoint, now: number): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: timestamp(now) })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute()
}

/** @returns false if no endpoint of this address is configured */
export async function enableEndpoint(db: Kysely<Database>, url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: null })
    .where('url', '=', url)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A configured endpoint with its pending deliveries. */
interface EndpointState {
  url: string
  isDisabled: boolean
  pending: number
}

/** A delivery for the operator. */
interface DeliveryState {
  messageId: string
  type: string
  subject: string
  /** UTC, ISO 8601. */
  createdAt: string
  url: string
  state: 'delivered' | 'pending' | 'given up'
  attempts: number
  lastError: string | null
}

export async function endpointStates(db: Kysely<Database>): Promise<EndpointState[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .select(['endpoint.url', 'endpoint.disabled_at'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_deliveries as delivery')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
        .where('delivery.delivered_at', 'is', null)
        .where('delivery.failed_at', 'is', null)
        .as('pending'),
    )
    .where('endpoint.removed_at', 'is', null)
    .orderBy('endpoint.id')
    .execute()
  return rows.map(({ url, disabled_at, pending }) => ({
    url,
    isDisabled: disabled_at !== null,
    pending: Number(pending),
  }))
}

/**
 * Deliveries to configured endpoints, oldest event first.
 * @param subject all of an order or consignment; null means all that are pending or given up
 */
export async function listDeliveries(
  db: Kysely<Database>,
  subject: string | null,
  most: number,
): Promise<DeliveryState[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['event.message_id', 'event.type', 'event.subject', 'event.created_at', 'endpoint.url'])
    .select(['delivery.delivered_at', 'delivery.failed_at', 'delivery.attempts', 'delivery.last_error'])
    .where('endpoint.removed_at', 'is', null)
    .$if(subject === null, (query) => query.where('delivery.delivered_at', 'is', null))
    .$if(subject !== null, (query) => query.where('event.subject', '=', subject))
    .orderBy('event.id')
    .orderBy('endpoint.id')
    .limit(most)
    .execute()
  return rows.map(({ message_id, created_at, delivered_at, failed_at, last_error, ...row }) => ({
    ...row,
    messageId: message_id,
    createdAt: created_at,
    state: delivered_at !== null ? 'delivered' : failed_at !== null ? 'given up' : 'pending',
    lastError: last_error,
  }))
}

/** One event by the id that receivers know, or all events since a time (UTC, ISO 8601). */
type Resent = { messageId: string } | { since: string }

/**
 * Makes events pending again for all configured endpoints, with their old ids, in their old order, and at once. A
 * running server delivers them.
 * @returns the number of deliveries
 */
export async function resend(db: Kysely<Database>, which: Resent): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_deliveries')
    .columns(['endpoint_id', 'event_id', 'subject'])
    .expression((from) =>
      from
        .selectFrom(['webhook_events as event', 'webhook_endpoints as endpoint'])
        .select(['endpoint.id as endpoint_id', 'event.id as event_id', 'event.subject'])
        .where('endpoint.removed_at', 'is', null)
        .where((where) =>
          'since' in which
            ? where('event.created_at', '>=', which.since)
            : where('event.message_id', '=', which.messageId),
        )
        .orderBy('event.id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'endpoint_id']).doUpdateSet({
        delivered_at: null,
        failed_at: null,
        next_try_at: null,
        attempts: 0,
        last_error: null,
        // Without a claim, an attempt that is under way no longer records its result over this.
        claimed_by: null,
        claimed_until: null,
      }),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}
