import type { EmailEvent } from '../../contract/emails.ts'
import type { EmailEventRow } from '../db/schema.ts'

/** A delivery event in the form of the contract, field by field. */
export function presentEmailEvent(row: EmailEventRow): EmailEvent {
  return {
    email_id: row.email_id,
    date: row.date,
    event: row.event,
    recipient: row.recipient,
    subject: row.subject,
  }
}
