import type { Kysely } from 'kysely'
import { listenToNotices } from '../db/postgres-notices.ts'
import type { Database } from '../db/schema.ts'
import type { Stoppable } from '../platform/repeat.ts'
import type { ChangeFeed } from './change-feed.ts'
import { CHANNEL } from './note-changes.ts'
import { readChanges } from './read-changes.ts'

/**
 * Publishes the changes of all processes in the feed. Resolves once no later change can be missed.
 * @param databaseUrl of PostgreSQL; null for the embedded database
 */
export async function startFeed({
  db,
  databaseUrl,
  feed,
}: {
  db: Kysely<Database>
  databaseUrl: string | null
  feed: ChangeFeed
}): Promise<Stoppable> {
  if (databaseUrl === null) return readChanges(db, feed)
  return listenToNotices(databaseUrl, CHANNEL, {
    onNotice: (note) => feed.publish(note),
    onMissed: () => feed.reset(),
  })
}
