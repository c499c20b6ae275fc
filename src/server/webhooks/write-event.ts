import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { OrderAction } from '../../contract/orders.ts'
import type { ORDER_ACTIONS } from '../../domain/orders/order-actions.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'

export type WebhookEventType =
  | (typeof ORDER_ACTIONS)[OrderAction]['event']
  | 'order.cancelled'
  | 'order.reverted'
  | 'consignment.booked'
  | 'consignment.deleted'
  | 'consignment.delivered'

interface WebhookEvent {
  type: WebhookEventType
  /** The code of the order, or without an order the tracking code. */
  subject: string
  /** In milliseconds since 1970. */
  at: number
}

/**
 * Writes an event for each configured endpoint. It is delivered if and only if the transaction commits. Does nothing
 * without endpoints.
 * @param record reads the record in the form of the contract, as it is after the change
 */
export async function writeEvent(
  within: Transaction<Database>,
  { type, subject, at }: WebhookEvent,
  record: () => Promise<object | null>,
): Promise<void> {
  const endpoints = await within
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('removed_at', 'is', null)
    .execute()
  if (endpoints.length === 0) return
  const data = await record()
  if (data === null) throw new Error(`The record of ${type} does not exist: ${subject}`)
  const created_at = timestamp(at)
  const body = JSON.stringify({ type, timestamp: created_at, data })
  const event = await within
    .insertInto('webhook_events')
    .values({ message_id: `msg_${randomUUID()}`, type, subject, body, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await within
    .insertInto('webhook_deliveries')
    .values(endpoints.map(({ id }) => ({ endpoint_id: id, event_id: event.id, subject })))
    .execute()
}
