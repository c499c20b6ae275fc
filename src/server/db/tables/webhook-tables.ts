import type { Generated, Selectable } from 'kysely'

/** A receiver of events: one address of WEBHOOK_URL. */
export interface WebhookEndpointTable {
  id: Generated<number>
  url: string
  /** When the server first started without it in WEBHOOK_URL; null while it is configured. */
  removed_at: string | null
  /** When it responded 410. Its deliveries wait until it is enabled again. */
  disabled_at: string | null
}

/** An event, written in the transaction of the change that it reports. Rows never change. */
export interface WebhookEventTable {
  /** Counts up, so that it orders the events of a subject. */
  id: Generated<number>
  /** The id that receivers know, the same for every attempt. */
  message_id: string
  /** 'order.paid' or another of `EventType`. */
  type: string
  /** The code of the order, or without an order the tracking code. Events of one subject are delivered in order. */
  subject: string
  /** The request body, stored so that every attempt sends the same bytes. */
  body: string
  created_at: string
}

/** One event for one endpoint. An event that is neither delivered nor failed is pending. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  endpoint_id: number
  event_id: number
  /** The subject of the event, for the index of pending deliveries. */
  subject: string
  /** Finished attempts. */
  attempts: Generated<number>
  /** Not before this time; null means at once. */
  next_try_at: string | null
  /** The process that delivers it, and until when. */
  claimed_by: string | null
  claimed_until: string | null
  delivered_at: string | null
  /** When it was given up. */
  failed_at: string | null
  /** Why the last attempt failed. */
  last_error: string | null
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveryTable>
