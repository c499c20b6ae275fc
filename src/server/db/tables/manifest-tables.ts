import type { Selectable } from 'kysely'
import type { ManifestOutcome } from '../../../contract/end-of-day.ts'

/** A manifest: the consignments announced to a courier. Deleted if the courier refused it. */
export interface ManifestTable {
  /** Made by the client. */
  id: string
  courier: string
  provider: string
  branch: string
  staff_id: string
  staff_name: string
  sent_at: string
  /** Null while it is being sent, or if its process died. */
  outcome: ManifestOutcome | null
  /** The outcome of the pick-up, in a sentence. */
  pickup: string | null
}
export type ManifestRow = Selectable<ManifestTable>
