import { afterEach, expect, vi } from 'vitest'
import { CHANGE_EVENTS, Changes } from '../../../src/contract/changes.ts'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import type { FeedPace } from '../../../src/server/changes/relay-changes.ts'
import { startFeed } from '../../../src/server/changes/start-feed.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { Stoppable } from '../../../src/server/platform/repeat.ts'
import { GENEROUS } from '../../time-outs.ts'
import type { TestDatabase } from '../databases.ts'

/** Feeds of processes on the same database, stopped after each test. */
export function feedOnTest(database: TestDatabase) {
  const running: Stoppable[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
  })

  /** Starts the feed of a process, and collects what it publishes: 'order 104823', 'new order 104823' or 'reset'. */
  async function start(db: Connections = database.db, pace?: FeedPace) {
    // A feed of PostgreSQL also publishes what no earlier one has.
    if (running.length === 0 && database.place.databaseUrl !== null) await db.deleteFrom('changes').execute()
    const feed = new ChangeFeed()
    const seen: string[] = []
    feed.subscribe(({ event, data }) => {
      if (event === CHANGE_EVENTS.change) seen.push(...wordsOf(data))
      else seen.push(event)
    })
    const { databaseUrl } = database.place
    const one = await startFeed({ db, databaseUrl, databaseListenUrl: null, feed, ...(pace && { pace }) })
    running.push(one)
    return {
      feed,
      stop: () => one.stop(),
      seen,
      /** Waits until exactly these changes were published. */
      async shows(...expected: string[]) {
        await vi.waitFor(() => expect(seen).toEqual(expected), GENEROUS)
        seen.length = 0
      },
    }
  }
  return { start }
}

function wordsOf(data: string): string[] {
  return Changes.parse(JSON.parse(data)).map(({ kind, code, is_new }) =>
    [is_new && 'new', kind, code ?? '*'].filter(Boolean).join(' '),
  )
}
