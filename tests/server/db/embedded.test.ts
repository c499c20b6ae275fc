import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseFile, openDatabase } from '../../../src/server/db/connection.ts'
import { watchFile } from '../../../src/server/db/embedded.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { DatabaseThread } from '../../../src/server/db/thread.ts'
import { openNew } from '../templates.ts'

let folder = ''
let db: Connections
/** A connection of another process. */
let other: DatabaseSyncInstance

const place = () => ({ databaseUrl: null, dataDir: folder })
const addSupplier = (name: string, within: Kysely<Database> = db) =>
  within.insertInto('suppliers').values({ name_legal: name }).execute()
const suppliers = async (within: Kysely<Database> = db) => {
  const rows = await within.selectFrom('suppliers').select('name_legal').orderBy('id').execute()
  return rows.map((row) => row.name_legal)
}
const committed = () =>
  other
    .prepare('select name_legal from suppliers order by id')
    .all()
    .map((row) => row.name_legal)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-test-'))
  db = await openNew(folder)
  other = new DatabaseSync(databaseFile(folder))
})
afterEach(async () => {
  other.close()
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

it('reads while a write waits for the lock of another process', async () => {
  other.exec('begin immediate')
  const order: string[] = []
  const write = addSupplier('Late').then(() => order.push('written'))
  expect(await suppliers()).toEqual([])
  order.push('read')
  other.exec('rollback')
  await write
  expect(order).toEqual(['read', 'written'])
})

it('shows every write to the reads that begin after it was acknowledged', async () => {
  for (let count = 1; count <= 100; count += 1) {
    await addSupplier(`Supplier ${count}`)
    expect((await suppliers()).length).toBe(count)
  }
  await db.transaction().execute((within) => addSupplier('Last', within))
  expect((await suppliers()).at(-1)).toBe('Last')
})

it('shows writes to their own transaction only, until it is committed', async () => {
  await db.transaction().execute(async (within) => {
    await addSupplier('New', within)
    expect([await suppliers(within), await suppliers()]).toEqual([['New'], []])
  })
  expect(await suppliers()).toEqual(['New'])
})

it('rolls back a transaction that throws, and rethrows the error', async () => {
  const work = db.transaction().execute(async (within) => {
    await addSupplier('Gone', within)
    throw new Error('Changed my mind.')
  })
  await expect(work).rejects.toThrow('Changed my mind.')
  await addSupplier('Kept')
  expect(committed()).toEqual(['Kept'])
})

it('reports a full disk, not the rollback that follows, and commits nothing of the transaction', async () => {
  const { rows } = await sql<{ page_count: number }>`select page_count from pragma_page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(db)
  const work = db.transaction().execute(async (within) => {
    await addSupplier('Small', within)
    await addSupplier('Large'.repeat(10_000), within).catch(() => undefined)
    await addSupplier('After the failure', within)
  })
  await expect(work).rejects.toThrow('rolled back')
  await expect(addSupplier('Large'.repeat(10_000))).rejects.toMatchObject({
    kind: 'full',
    message: 'The database failed: database or disk is full.',
  })
  expect(await suppliers()).toEqual([])
})

it('refuses to write once its file is removed, and makes no new one in its place', async () => {
  await addSupplier('Before')
  renameSync(databaseFile(folder), join(folder, 'away.db'))
  for (const write of [
    addSupplier('Single'),
    db.transaction().execute((within) => addSupplier('Transaction', within)),
  ]) {
    await expect(write).rejects.toMatchObject({
      kind: 'missing',
      message: 'The database failed: the database file was removed or replaced.',
    })
  }
  // Also when a file of the same name takes its place.
  writeFileSync(databaseFile(folder), '')
  await expect(addSupplier('Single')).rejects.toMatchObject({ kind: 'missing' })
})

it('detects a removed file although nothing is written', async () => {
  let isGone = false
  const end = watchFile(
    databaseFile(folder),
    () => {
      isGone = true
    },
    20,
  )
  renameSync(databaseFile(folder), join(folder, 'away.db'))
  await expect.poll(() => isGone).toBe(true)
  end()
})

it('reports a damaged file in one sentence, while it runs and at the next start', async () => {
  await db.destroy()
  other.close()
  truncateSync(databaseFile(folder), 4096 * 3)
  await expect(openDatabase(place())).rejects.toThrow(
    `DATA_DIR ${folder} cannot be used: database disk image is malformed.`,
  )
  writeFileSync(databaseFile(folder), 'No database at all. '.repeat(1000))
  await expect(openDatabase(place())).rejects.toThrow(
    `DATA_DIR ${folder} cannot be used: file is not a database.`,
  )
  rmSync(databaseFile(folder))
  db = await openDatabase(place())
  other = new DatabaseSync(databaseFile(folder))
})

const readOn = (thread: DatabaseThread, sql: string) => thread.run({ kind: 'read', sql, parameters: [] })

it('cancels a read that exceeds its time limit, and runs the next one', async () => {
  // Leaves a busy machine time to start and to close a thread, and is shorter than the statement on any.
  const thread = new DatabaseThread({ path: databaseFile(folder), isWriter: false }, 1000)
  const endless = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers limit 15000000)
    select count(*) from numbers`
  await expect(readOn(thread, endless)).rejects.toMatchObject({
    kind: 'busy',
    message: 'The database failed: a statement took longer than 1000 ms.',
  })
  const next = async () => (await readOn(thread, 'select 1').catch(() => undefined))?.rows
  await expect.poll(next).toEqual([[1]])
  await thread.close()
})

it('refuses reads that do not fit into the queue of a thread', async () => {
  const reads = await Promise.allSettled(Array.from({ length: 1200 }, () => suppliers()))
  const refused = reads.filter((read) => read.status === 'rejected')
  expect(refused).toHaveLength(200)
  expect(await suppliers()).toEqual([])
})

it('refuses writes in the threads that read', async () => {
  const thread = new DatabaseThread({ path: databaseFile(folder), isWriter: false }, null)
  const statement = { kind: 'read', sql: 'delete from suppliers', parameters: [] } as const
  await expect(thread.run(statement)).rejects.toThrow('attempt to write a readonly database')
  await thread.close()
})

it('changes nothing on a connection for reads', async () => {
  const { record } = db.reads
  await expect(addSupplier('Written by a read', record)).rejects.toThrow(
    'attempt to write a readonly database',
  )
  await expect(record.transaction().execute(async () => undefined)).rejects.toThrow('no transactions')
  expect(await suppliers()).toEqual([])
})
