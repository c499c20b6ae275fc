import type { Generated, Selectable } from 'kysely'
import type { ArrivalState } from '../../contract/arrivals.ts'
import type { ImportState } from '../../contract/imports.ts'

/** A program that sends orders by itself: a shop by its webhook, or GoSweetSpot, whose queue is polled. */
export type FeedName = 'shopify' | 'woocommerce' | 'gosweetspot'

/** What a message contains: the whole order, one refund of it, or only that the order was deleted. */
export type FeedMessageKind = 'order' | 'refund' | 'deletion'

/**
 * What became of a message. `older`: the order had a newer version already. `ahead`: a refund or deletion of an order that
 * has not come yet, which is read once it comes. `waiting`: it was kept for staff.
 */
export type FeedOutcome = 'applied' | 'older' | 'ahead' | 'waiting'

/** A message of a feed, stored as it came before it is answered, and translated afterwards. */
export interface FeedMessageTable {
  id: Generated<number>
  /** The hash of all that came: the same message twice is one row. */
  digest: string
  feed: FeedName
  /** The domain of the shop, or the number of the site. */
  shop: string
  kind: FeedMessageKind
  /** The key of its order in `feed_orders`; null if the message does not name one. */
  order_key: string | null
  /** Sorts the messages about one order by the source's own time. */
  version: string
  topic: string
  /** JSON of the headers by which the message can be traced. */
  headers: string
  body: string
  received_at: string
  /** Null while it is pending. */
  settled_at: string | null
  /** See `FeedOutcome`; null while it is pending. */
  outcome: FeedOutcome | null
  /** Attempts that ended with an error of the server, and when the next one is due. */
  attempts: Generated<number>
  next_try_at: string | null
}
export type FeedMessageRow = Selectable<FeedMessageTable>

/** An order that a feed has sent, also one that could not be loaded. */
export interface FeedOrderTable {
  /** The feed, the shop and the order's id there: 'shopify/example.myshopify.com/820982911946154508'. */
  key: string
  /** Our code; null until the order could be read. */
  code: string | null
  /** The version that was applied last. Blank if none was. */
  version: string
}

/** How far a queue was read. */
export interface FeedCursorTable {
  /** The feed and the site. */
  key: string
  /** The time from which the next poll asks for orders. */
  position: string
}

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

/** A file that a member of staff loads in the console. */
export interface ImportTable {
  /** Staff see it as the import's number. */
  id: Generated<number>
  staff_id: string
  staff_name: string
  /** The name that the user's file has. It is only shown. */
  file_name: string
  /** The name that we gave the file, in the folder of its holder. */
  file: string
  /** The process that has the file, and reads or loads it. */
  holder: string
  /** How often it was begun: the number of its present run, which ends only itself. */
  run: number
  state: ImportState
  /** JSON of `ImportOptions`. */
  options: string
  /** Bytes. */
  size: number
  /** 1 while it is read or loaded, which is so for at most one; otherwise 0. */
  is_running: number
  /** 1 once it was asked to stop. */
  is_stopping: number
  created_at: string
  /** When its holder last reported that it runs. */
  beat_at: string
  /** JSON of `ImportProgress`, `ImportPreview` and `ImportResult`. */
  progress: string | null
  preview: string | null
  result: string | null
  failure: string | null
}
export type ImportRow = Selectable<ImportTable>

/** An order that an import has added or changed. */
export interface ImportOrderTable {
  entry: Generated<number>
  import_id: number
  order_id: number
}
