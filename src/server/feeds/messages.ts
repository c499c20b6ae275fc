import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { printable } from '../arrivals/keep.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { FeedMessageKind, FeedMessageRow, FeedName, FeedOutcome } from '../db/intake-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { isNotWithin, timestamp } from '../db/times.ts'

/** A message as it came. */
export interface NewMessage {
  feed: FeedName
  shop: string
  kind: FeedMessageKind
  topic: string
  /** The id of the order at its source; null if the message does not name one. */
  orderId: string | null
  /** Sorts the versions of one order by the source's own time. */
  version: string
  /** By which the message can be traced at its source. */
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * Stores messages in one transaction, without those that are stored already. WooCommerce gives the deliveries of one second
 * the same id, so the body belongs to what identifies a message.
 * @returns whether each is new
 */
export async function storeMessages(
  db: Connections,
  messages: readonly NewMessage[],
  now: number,
): Promise<boolean[]> {
  const rows = messages.map((message) => rowOfMessage(message, now))
  // Waits longer than a user would, because WooCommerce sends a message only once.
  const stored = await db.batch.transaction().execute((within) =>
    within
      .insertInto('feed_messages')
      .values(rows)
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('digest')
      .execute(),
  )
  const added = new Set(stored.map(({ digest }) => digest))
  // Of a message that is there twice, only the first one is new.
  return rows.map(({ digest }) => added.delete(digest))
}

function rowOfMessage(message: NewMessage, now: number) {
  const { feed, shop, kind, topic, orderId, headers } = message
  const order_key = orderId === null ? null : feedOrderKey(feed, shop, orderId)
  const body = printable(message.body)
  const digest = hashOf(JSON.stringify([feed, shop, topic, headers, message.body]))
  return {
    ...{ digest, feed, shop, kind, order_key, topic, body },
    version: `${message.version} ${digest}`,
    ...{ headers: JSON.stringify(headers), received_at: timestamp(now) },
    ...{ settled_at: null, outcome: null, next_try_at: null },
  }
}

/** The key of an order in `feed_orders`. */
export function feedOrderKey(feed: FeedName, shop: string, orderId: string): string {
  return `${feed}/${shop}/${orderId}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Longest delay before a message is tried again. */
const LONGEST_WAIT_MS = 60 * 60_000

/** A message that is due, without its body. */
export type DueMessage = Pick<FeedMessageRow, 'id' | 'order_key' | 'attempts'>

/** The oldest due messages, as they came. */
export async function dueMessages(db: Kysely<Database>, most: number, now: number): Promise<DueMessage[]> {
  return db
    .selectFrom('feed_messages')
    .select(['id', 'order_key', 'attempts'])
    .where('settled_at', 'is', null)
    .where(isNotWithin('next_try_at', now, LONGEST_WAIT_MS))
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The messages about one order that say how it is now: its newest version, and what may be newer than that. */
export interface OrderMessages {
  /** Those that have not ended: only these may be ended after the others were read. */
  pending: Pick<FeedMessageRow, 'id' | 'kind' | 'version'>[]
  newest: FeedMessageRow | null
  refunds: FeedMessageRow[]
  deletion: FeedMessageRow | null
}

/** Refunds of one order that are read. */
const MOST_REFUNDS = 100

/** What is stored about an order, whether or not it has been applied before: so the result depends on no order of arrival. */
export async function messagesAbout(db: Kysely<Database>, orderKey: string): Promise<OrderMessages> {
  // First, so that no message ends that arrives while the others are read.
  const pending = await db
    .selectFrom('feed_messages')
    .select(['id', 'kind', 'version'])
    .where('order_key', '=', orderKey)
    .where('settled_at', 'is', null)
    .execute()
  const latest = await latestMessages(db, orderKey)
  return { pending, ...latest, refunds: await messagesOfKind(db, orderKey, 'refund', MOST_REFUNDS) }
}

/** The newest message with the order itself, and the newest about its deletion; null without one. */
export async function latestMessages(
  db: Kysely<Database>,
  orderKey: string,
): Promise<Pick<OrderMessages, 'newest' | 'deletion'>> {
  const [newest = null] = await messagesOfKind(db, orderKey, 'order', 1)
  const [deletion = null] = await messagesOfKind(db, orderKey, 'deletion', 1)
  return { newest, deletion }
}

function messagesOfKind(db: Kysely<Database>, orderKey: string, kind: FeedMessageKind, most: number) {
  return db
    .selectFrom('feed_messages')
    .selectAll()
    .where('order_key', '=', orderKey)
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(most)
    .execute()
}

/** Ends messages, unless they have ended already. */
export async function settleMessages(
  within: Transaction<Database>,
  messages: readonly Pick<FeedMessageRow, 'id'>[],
  outcome: FeedOutcome,
  now: number,
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(({ id }) => id)
  await within
    .updateTable('feed_messages')
    .set({ outcome, settled_at: timestamp(now), next_try_at: null })
    .where(isAmong(within, 'id', ids))
    .where('settled_at', 'is', null)
    .execute()
}

/** Puts messages off after an error of the server, whose attempts are counted. */
export async function postponeMessages(
  db: Kysely<Database>,
  ids: readonly number[],
  wait: number,
  now: number,
): Promise<void> {
  await db
    .updateTable('feed_messages')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      next_try_at: timestamp(now + Math.min(wait, LONGEST_WAIT_MS)),
    }))
    .where(isAmong(db, 'id', ids))
    .where('settled_at', 'is', null)
    .execute()
}

/** Which messages to apply again: those about some orders, one by its number, or all since a time (UTC, ISO 8601). */
type Replayed = { keys: readonly string[] } | { id: number } | { since: string }

/** Makes messages pending again, with their old versions. A running server applies them. @returns how many */
export async function replayMessages(db: Kysely<Database>, which: Replayed): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('feed_messages')
    .set({ settled_at: null, outcome: null, next_try_at: null, attempts: 0 })
    .$if('keys' in which, (update) =>
      update.where(isAmong(db, 'order_key', 'keys' in which ? which.keys : [])),
    )
    .$if('id' in which, (update) => update.where('id', '=', 'id' in which ? which.id : 0))
    .$if('since' in which, (update) => update.where('received_at', '>=', 'since' in which ? which.since : ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const DAY_MS = 24 * 60 * 60_000
/** Messages that are kept at most, whatever their age. */
const MOST_KEPT = 200_000

/**
 * Deletes old messages with the personal data in them, unless they are pending. Until then they can be applied again.
 * @param keepDays age at which they are deleted
 */
export async function deleteOldMessages(db: Kysely<Database>, now: number, keepDays: number): Promise<void> {
  const last = await db
    .selectFrom('feed_messages')
    .select('id')
    .orderBy('id', 'desc')
    .offset(MOST_KEPT)
    .limit(1)
    .executeTakeFirst()
  await db
    .deleteFrom('feed_messages')
    .where('settled_at', 'is not', null)
    .where((where) =>
      where.or([
        where('received_at', '<', timestamp(now - keepDays * DAY_MS)),
        ...(last ? [where('id', '<=', last.id)] : []),
      ]),
    )
    .execute()
}

/** Messages for the operator, newest first. @param code all about an order; null means all */
export async function listMessages(db: Kysely<Database>, code: string | null, most: number) {
  return db
    .selectFrom('feed_messages as message')
    .leftJoin('feed_orders as known', 'known.key', 'message.order_key')
    .select(['message.id', 'message.shop', 'message.topic', 'message.received_at', 'message.outcome'])
    .select('known.code')
    .$if(code !== null, (query) => query.where('known.code', '=', code))
    .orderBy('message.id', 'desc')
    .limit(most)
    .execute()
}
