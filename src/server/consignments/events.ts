import type { Transaction } from 'kysely'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { type WebhookEventType, writeEvent } from '../webhooks/write-event.ts'
import { presentConsignment } from './present.ts'
import { findConsignmentById } from './store.ts'

/** Writes an event of a consignment, with its record as it is now in the transaction. */
export async function writeConsignmentEvent(
  within: Transaction<Database>,
  type: Extract<WebhookEventType, `consignment.${string}`>,
  { id, order_code, tracking_code }: Pick<ConsignmentRow, 'id' | 'order_code' | 'tracking_code'>,
  now: number,
): Promise<void> {
  await writeEvent(within, { type, subject: order_code ?? tracking_code, at: now }, async () => {
    const found = await findConsignmentById(within, id)
    return found && presentConsignment(found)
  })
}
