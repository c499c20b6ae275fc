import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { noteChanges } from '../../../src/server/changes/note-changes.ts'
import { prune, readChanges } from '../../../src/server/changes/start-feed.ts'
import { onEmbedded, onPostgres, type TestDatabase } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { feedOnTest } from './feed-on-test.ts'

const noteOn = ({ db }: TestDatabase, code: string) =>
  db.transaction().execute((within) => noteChanges(within, [{ kind: 'order', code, is_new: false }]))

onEmbedded((database) => {
  it('old notes are deleted, but never the newest', async () => {
    for (const code of ['1', '2', '3']) await noteOn(database, code)
    const ids = async () =>
      (await database.db.selectFrom('changes').select('id').execute()).map(({ id }) => id)
    const before = await ids()
    await prune(database.db, 1)
    expect(await ids()).toEqual(before.slice(-1))
    await noteOn(database, '4')
    expect((await ids()).at(-1)).toBe(Number(before.at(-1)) + 1)
  })

  it('a process whose position has been deleted reports missed changes, then continues', async () => {
    const feed = new ChangeFeed()
    const seen: string[] = []
    feed.subscribe(({ event }) => seen.push(event))
    const reading = await readChanges(database.db, feed, 5)
    // In one transaction, so that no poll happens in between.
    await database.db.transaction().execute(async (within) => {
      for (const code of ['1', '2']) await noteChanges(within, [{ kind: 'order', code, is_new: false }])
      await within.deleteFrom('changes').where('note', 'like', '%"1"%').execute()
    })
    await expect.poll(() => seen).toEqual(['reset'])
    await noteOn(database, '3')
    await expect.poll(() => seen).toEqual(['reset', 'change'])
    await reading.stop()
  })
})

onPostgres((database) => {
  const feeds = feedOnTest(database)

  it('a lost connection is opened again, and reports that changes may have been missed', async () => {
    const log = spyOnLog()
    const { shows } = await feeds.start()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`.execute(database.db)
    await shows('reset')
    await noteOn(database, '1')
    await shows('order 1')
    expect(log.entries().map(({ message }) => message)).toContain(
      'Lost the connection to PostgreSQL that reports changes',
    )
    log.restore()
  })
})
