import type { PrintOutcome } from '../../../contract/printing.ts'

/** A print job whose document was sent to a printer, or is about to be. Jobs that were not printed are deleted. */
export interface PrintJobTable {
  /** The id made by the client. */
  job: string
  printer: string
  /** JSON of `PrintDocument`. */
  document: string
  staff_id: string
  staff_name: string
  /** The request that handles the job, and since when. */
  holder: string
  claimed_at: string
  /** Written just before the document is sent. From then on the job is never sent again. */
  sent_at: string | null
  /** Null until the printer has answered. */
  outcome: PrintOutcome | null
}
