import type { Generated, Selectable } from 'kysely'

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
