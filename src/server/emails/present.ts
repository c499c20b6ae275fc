import type { EmailEvent } from '../../contract/emails.ts'
import type { EmailEventRow } from '../db/schema.ts'

/** What became of an e-mail as the contract has it, field by field. */
export function presentEmailEvent(row: EmailEventRow): EmailEvent {
  return {
    email_id: row.email_id,
    date: row.date,
    event: row.event,
    recipient: row.recipient,
    subject: row.subject,
  }
}
