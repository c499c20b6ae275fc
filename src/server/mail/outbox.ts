import type { Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import { recordEmailEvent } from '../emails/store.ts'

export interface Mail {
  recipient: string
  subject: string
  body: string
}

/**
 * Queues an e-mail, which is sent if and only if the transaction that causes it commits.
 * Its events refer to it by its id.
 */
export async function writeMail(
  within: Transaction<Database>,
  mail: Mail & { orderId: number; at: string },
): Promise<void> {
  const { recipient, subject, body, orderId, at } = mail
  const { id } = await within
    .insertInto('outbox')
    .values({ order_id: orderId, recipient, subject, body, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEmailEvent(within, { emailId: String(id), event: 'queued', date: at, recipient, subject })
}
