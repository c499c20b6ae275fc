import type { Generated, Selectable } from 'kysely'
import type { ArrivalState } from '../../contract/arrivals.ts'

/** A refused record, or a file that was refused as a whole: one row for each record of each source. */
export interface ArrivalTable {
  id: Generated<number>
  /** The hash by which it is recognised when it comes again: of its source, kind and code. */
  identity: string
  /** The hash of what came. */
  content: string
  source: string
  /** The kind of record as the import names it: 'orders'. Null for a file. */
  kind: string | null
  code: string | null
  /** The customer, or the name of a record of another kind; null if unknown. */
  name: string | null
  /** The file's name, or what sent it: 'orders/create 4501'. */
  origin: string
  /** 0 for none. */
  line: number
  /** JSON of what came; of a file its list of faults. Blank once it was purged. */
  original: string
  /** JSON of `RawRecord`; null if it could not be translated into our fields, or was purged. */
  raw: string | null
  /** JSON of a list of fields and reasons. */
  faults: string
  /** Characters of `original` and `raw`. */
  size: number
  state: ArrivalState
  /** Counts up whenever something else came, so that nobody takes what they have not seen. */
  revision: number
  /** When it first came and last came. */
  arrived_at: string
  came_at: string
  settled_at: string | null
  /** The name of the member of staff; null if its source has mended it. */
  settled_by: string | null
  /** Why it was left out. */
  reason: string | null
  search_text: string
}
export type ArrivalRow = Selectable<ArrivalTable>

/** What staff mended in a field of a record: used when the record comes again with the same value. */
export interface ArrivalCorrectionTable {
  id: Generated<number>
  source: string
  kind: string
  /** The code with which the record comes. */
  code: string
  /** With the prefix of its item: 'items.2.quantity'. */
  field: string
  came: string
  mended: string
  /** When the record last came, to the day. */
  used_at: string
}

/** A source that sends records by itself. */
export interface ArrivalSourceTable {
  source: string
  /** To the minute. */
  heard_at: string | null
  /** Since when it fails, and why; both null if it does not. */
  failing_since: string | null
  failure: string | null
}
export type ArrivalSourceRow = Selectable<ArrivalSourceTable>

/** The hours in which a source was heard, of the last weeks. */
export interface ArrivalHourTable {
  id: Generated<number>
  source: string
  /** Its first instant. */
  hour: string
}
