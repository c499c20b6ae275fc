import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Kysely, sql } from 'kysely'
import { expect, it, type TestContext } from 'vitest'
import { databaseFile } from '../../../src/server/db/connection.ts'
import { exclusively } from '../../../src/server/db/dialect/dialect.ts'
import { holdLease, releaseLease } from '../../../src/server/db/lease.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { DatabaseThread } from '../../../src/server/db/thread.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { openNew } from '../templates.ts'

interface Locked {
  db: Connections
  file: string
  /** Ends the transaction of the other process. */
  unlock(): void
  /** The suppliers that the other process can read. */
  committed(): unknown[]
  /** That of the test: tests run at the same time. */
  expect: TestContext['expect']
}

const addSupplier = (name: string, within: Kysely<Database>) =>
  within.insertInto('suppliers').values({ name_legal: name }).execute()

/** Runs a test on a new database whose write lock another process holds. */
const whileLocked =
  (test: (locked: Locked) => Promise<void>) =>
  async ({ expect }: TestContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'console-test-'))
    const file = databaseFile(folder)
    const db = await openNew(folder)
    const other: DatabaseSyncInstance = new DatabaseSync(file)
    const read = () => other.prepare('select name_legal from suppliers order by id').all()
    other.exec('begin immediate')
    try {
      await test({
        ...{ db, file },
        unlock: () => other.exec('rollback'),
        committed: () => read().map((row) => row.name_legal),
        expect,
      })
    } finally {
      other.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    }
  }

// At once, because they mostly wait.
it.concurrent(
  'commits what it acknowledges after another process has held the write lock for longer than a write waits',
  whileLocked(async ({ db, unlock, committed }) => {
    const refused = await Promise.allSettled([
      addSupplier('Single', db),
      db.transaction().execute((within) => addSupplier('In a transaction', within)),
      addSupplier('Third in the queue', db),
    ])
    expect(refused.map((one) => one.status === 'rejected' && one.reason.kind)).toEqual([
      'busy',
      'busy',
      'busy',
    ])
    unlock()
    await addSupplier('After', db)
    await db.transaction().execute(async (within) => {
      await addSupplier('Then', within)
      await sql`insert into suppliers (name_legal) values ('Again') returning id`.execute(within)
    })
    expect(committed()).toEqual(['After', 'Then', 'Again'])
  }),
)

it.concurrent(
  'lets exclusive transactions, such as migrations, wait for longer than a write',
  whileLocked(async ({ db, unlock, committed }) => {
    const work = exclusively(db.patient, (within) => addSupplier('Patient', within))
    await expect(addSupplier('Refused', db)).rejects.toMatchObject({ kind: 'busy' })
    unlock()
    await work
    expect(committed()).toEqual(['Patient'])
  }),
)

it.concurrent(
  'survives statements that fail after their time limit',
  whileLocked(async ({ file, unlock, expect }) => {
    const thread = new DatabaseThread({ path: file, isWriter: true }, 1000)
    const locked = () => thread.run({ kind: 'begin', wait: 6000 })
    const next = () =>
      thread.run({ kind: 'read', sql: 'select 1', parameters: [] }).then(
        () => '',
        (error: Error) => error.message,
      )
    await expect(locked()).rejects.toMatchObject({ kind: 'busy' })
    await expect(locked()).rejects.toMatchObject({ kind: 'busy' })
    expect(await next()).toBe('The database has too much to do.')
    // Accepted again once one of the two has failed.
    await expect.poll(next).not.toBe('The database has too much to do.')
    unlock()
    await thread.close()
  }),
)

const LENGTH = 60_000

onEachDatabase((database) => {
  let count = 0
  /** Two holders of a lease of their own. */
  const start = () => {
    count += 1
    const lease = { name: `work-${count}`, length: LENGTH }
    const of = (holder: string) => ({
      hold: (now: number) => holdLease(database.db, { ...lease, holder }, now),
      release: () => releaseLease(database.db, { ...lease, holder }),
    })
    return { one: of('one'), other: of('other') }
  }

  it('is held by one holder until it ends', async () => {
    const { one, other } = start()
    expect(await one.hold(NOW)).toBe(true)
    expect(await other.hold(NOW + LENGTH - 1)).toBe(false)
    expect(await other.hold(NOW + LENGTH)).toBe(true)
    expect(await one.hold(NOW + LENGTH)).toBe(false)
  })

  it('lasts longer when it is renewed, and ends when it is released', async () => {
    const { one, other } = start()
    await one.hold(NOW)
    expect(await one.hold(NOW + LENGTH / 2)).toBe(true)
    expect(await other.hold(NOW + LENGTH)).toBe(false)
    await other.release()
    expect(await other.hold(NOW + LENGTH)).toBe(false)
    await one.release()
    expect(await other.hold(NOW + LENGTH)).toBe(true)
  })

  it('is given to one of several concurrent requests', async () => {
    const { one, other } = start()
    const held = await Promise.all([one.hold(NOW), other.hold(NOW), one.hold(NOW), other.hold(NOW)])
    expect([held[0] && held[2], held[1] && held[3]].toSorted()).toEqual([false, true])
  })

  it('stays with its holder if another request read its clock earlier and arrives later', async () => {
    const { one, other } = start()
    expect(await one.hold(NOW)).toBe(true)
    expect(await other.hold(NOW - 1)).toBe(false)
    expect(await other.hold(NOW - LENGTH)).toBe(false)
  })

  it('is not kept by a clock that was set back', async () => {
    const { one, other } = start()
    await one.hold(NOW + 24 * 3_600_000)
    expect(await other.hold(NOW)).toBe(true)
  })
})
