import type { Kysely } from 'kysely'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../platform/config.ts'
import { log } from '../platform/log.ts'
import { everyHour, repeat, type Stoppable } from '../platform/repeat.ts'
import type { ChangeFeed, RunningFeed } from './change-feed.ts'
import { type FeedPace, relayChanges } from './relay-changes.ts'

/**
 * Publishes the changes of all processes in the feed. Resolves once no later change can be missed.
 * @param databaseUrl of PostgreSQL; null for the embedded database
 * @param databaseListenUrl of PostgreSQL itself, if `databaseUrl` leads to a pooler
 */
export async function startFeed({
  db,
  databaseUrl,
  databaseListenUrl,
  feed,
  pace,
}: Pick<Config, 'databaseUrl' | 'databaseListenUrl'> & {
  db: Connections
  feed: ChangeFeed
  pace?: FeedPace
}): Promise<RunningFeed> {
  if (databaseUrl === null) {
    const reading = await readChanges(db, feed)
    return { ...reading, trouble: () => null }
  }
  const address =
    databaseListenUrl === null
      ? ({ setting: 'DATABASE_URL', url: databaseUrl } as const)
      : ({ setting: 'DATABASE_LISTEN_URL', url: databaseListenUrl } as const)
  return relayChanges({ db, address, feed, ...(pace && { pace }) })
}

/**
 * Milliseconds between polls of the table, for changes by commands and imports, which are other processes. Changes by
 * this process are read at once.
 */
const LOOK_MS = 1_000

/** Notes read at once. */
const LOT = 200

/** Notes that stay in the table. A process that falls further behind tells its desks that they missed changes. */
const MOST_KEPT = 1_000

/**
 * Publishes the notes of the embedded database's table `changes`, including those of other processes. SQLite has one
 * writer at a time, so ids follow the order of the commits.
 */
export async function readChanges(db: Connections, feed: ChangeFeed): Promise<Stoppable> {
  let last = await lastNote(db)
  /** Returns whether there may be more. */
  const look = async () => {
    const notes = await notesAfter(db, last)
    const [first] = notes
    if (first && first.id !== last + 1) {
      last = await lastNote(db)
      feed.reset()
      return false
    }
    for (const { id, note } of notes) {
      feed.publish(note)
      last = id
    }
    return notes.length === LOT
  }
  let isFailing = false
  const looking = repeat(async () => {
    try {
      const isMore = await look()
      isFailing = false
      return isMore ? 0 : LOOK_MS
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'Changes could not be read')
      isFailing = true
      return LOOK_MS
    }
  })
  const endListening = db.onInsert('changes', looking.wake)
  const pruning = everyHour('Old changes could not be deleted', () => prune(db))
  return {
    async stop() {
      endListening()
      await Promise.all([looking.stop(), pruning.stop()])
    },
  }
}

async function notesAfter(db: Kysely<Database>, last: number): Promise<{ id: number; note: string }[]> {
  return db
    .selectFrom('changes')
    .select(['id', 'note'])
    .where('id', '>', last)
    .orderBy('id')
    .limit(LOT)
    .execute()
}

/** The id of the newest note; 0 without any. */
async function lastNote(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Deletes old notes but keeps the newest, so that ids are not reused. */
export async function prune(db: Kysely<Database>, kept: number = MOST_KEPT): Promise<void> {
  const last = await lastNote(db)
  if (last > kept)
    await db
      .deleteFrom('changes')
      .where('id', '<=', last - kept)
      .execute()
}
