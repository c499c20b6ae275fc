import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { backupDatabase, integrityFaults } from '../../../src/server/db/backup.ts'
import { databaseFile, openDatabase } from '../../../src/server/db/connection.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { runMoveCommand } from '../../../src/server/operations/move.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import { PATIENT } from '../../time-outs.ts'
import { onPostgres } from '../databases.ts'
import { clock, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { AS_MERE, sessionsOf } from '../sign-in/console-app.ts'
import { openDemo } from '../templates.ts'
import { runCommand } from './run-command.ts'

let folder = ''
let data = ''
const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-backup-'))
  data = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The commands in docs/operations.md that restore a backup. */
function documentedRestore(): string {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const block = /<!-- restore:[^\n]*-->\s*```sh\n([\s\S]*?)```/.exec(page)?.[1]
  if (block === undefined) throw new Error('docs/operations.md has no block of commands to restore.')
  return block
}

it('copies a snapshot of a database that is being written, and restores as documented', async () => {
  const db = await open(data)
  const customer = await putCustomer(db, { code: '10482' })
  const codes = (number: number) => [`A-${number}`, `B-${number}`].map((code) => ({ code }))
  // Each transaction adds two orders, so a copy with an odd number is not a snapshot.
  let pairs = 0
  let isDone = false
  const writing = (async () => {
    while (!isDone) {
      await db.transaction().execute((within) => putOrders(within, customer, codes(pairs)))
      pairs += 1
    }
  })()
  await expect.poll(() => pairs).toBeGreaterThan(5)
  const before = pairs
  await backupDatabase(data, join(folder, 'console-backup.db'))
  const after = pairs
  isDone = true
  await writing
  await db.destroy()

  execFileSync('sh', ['-euc', documentedRestore()], { cwd: folder })
  expect(statSync(databaseFile(data)).mode & 0o777).toBe(0o600)
  expect(existsSync(join(folder, 'data.before', 'console.db'))).toBe(true)
  const restored = await open(data)
  const found = await restored.selectFrom('orders').select('code').execute()
  await restored.destroy()
  const numbers = (letter: string) =>
    found
      .flatMap(({ code }) => (code.startsWith(letter) ? [Number(code.slice(2))] : []))
      .sort((a, b) => a - b)
  expect(numbers('A')).toEqual(numbers('B'))
  expect(numbers('A')).toEqual(Array.from({ length: numbers('A').length }, (_, index) => index))
  expect(numbers('A').length).toBeGreaterThanOrEqual(before)
  expect(numbers('A').length).toBeLessThanOrEqual(after + 1)
})

it('is private, complete, and overwrites nothing', async () => {
  const db = await open(data)
  await db.destroy()
  const file = join(folder, 'backup.db')
  expect(await runCommand('backup', [file], { DATA_DIR: data })).toEqual({
    code: 0,
    output: expect.stringMatching(/backup\.db: \d+\.\d MiB of .+data\/console\.db, checked\.\n$/),
  })
  expect([statSync(file).mode & 0o777, integrityFaults(file)]).toEqual([0o600, []])
  expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data'])
  const bytes = readFileSync(file)
  expect(await runCommand('backup', [file], { DATA_DIR: data })).toEqual({
    code: 1,
    output: `${file} exists already: name a new file.\n`,
  })
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

it('writes one of two concurrent backups of one name, and refuses the other', async () => {
  const db = await open(data)
  const customer = await putCustomer(db, { code: '10482' })
  await putOrders(db, customer, [{ code: '1' }])
  await db.destroy()
  const file = join(folder, 'backup.db')
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => backupDatabase(data, file)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toEqual(new ConfigError(`${file} exists already: name a new file.`))
    }
  }
  expect(integrityFaults(file)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data'])
})

it('leaves no file if the database is damaged', async () => {
  const db = await open(data)
  const customer = await putCustomer(db, { code: '10482' })
  await putOrders(
    db,
    customer,
    Array.from({ length: 300 }, (_, index) => ({ code: `${index}`, notes: 'x'.repeat(500) })),
  )
  await db.destroy()
  const bytes = readFileSync(databaseFile(data))
  // Pages of the orders. To open the file, SQLite reads the definitions of the tables, which precede them.
  bytes.fill(0xab, bytes.length - 81_920, bytes.length - 40_960)
  writeFileSync(databaseFile(data), bytes)
  const file = join(folder, 'backup.db')
  await expect(backupDatabase(data, file)).rejects.toThrow(
    /backup\.db cannot be written: the copy is damaged: ./,
  )
  expect(readdirSync(folder)).toEqual(['data'])
})

it.each([
  ['no file is named', [], {}, /^Name one new file for the backup: npm run backup -- /],
  ['there is no database', ['b.db'], {}, /^DATA_DIR .*data holds no database\. Set DATA_DIR .+\n$/],
  [
    'PostgreSQL has the data',
    ['b.db'],
    { DATABASE_URL: 'postgres://me@127.0.0.1:1/none' },
    /^DATABASE_URL is set: back PostgreSQL up with pg_dump, see docs\/operations\.md\.\n$/,
  ],
])('says in one sentence that %s', async (_, parameters, settings: Record<string, string>, sentence) => {
  const { code, output } = await runCommand('backup', parameters, { DATA_DIR: data, ...settings })
  expect([code, output.split('\n')]).toEqual([1, [expect.any(String), '']])
  expect(output).toMatch(sentence)
  expect(existsSync(data)).toBe(false)
})

onPostgres((database) => {
  let folder = ''
  const openSource = () => openDatabase({ databaseUrl: null, dataDir: folder })
  const move = (settings: Record<string, string> = {}) =>
    runCommand('move', [database.place.databaseUrl ?? ''], { DATA_DIR: folder, ...settings })
  const orderCount = async (db: Connections) =>
    Number(
      (await db.selectFrom('orders').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n,
    )

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-move-'))
    const source = await openDemo(folder)
    // Values that a copy could change: fractions, characters beyond the first plane, quotes, nulls.
    await source
      .updateTable('products')
      .set({ weight: 0.1 + 0.2, name: `Tāmaki "½" \\ 'n' 😀\n\t`, description: '' })
      .where('id', '=', 1)
      .execute()
    await source.destroy()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('moves nothing beside a running server, which may still write', async () => {
    const server = await openSource()
    const refused = await move()
    // An idle server has the database open as well, until it ends.
    await server.destroy()
    expect(refused).toEqual({
      code: 1,
      output: `DATA_DIR ${folder} is in use: stop the server, and all commands that use it, before moving.\n`,
    })
    expect(await orderCount(database.db)).toBe(0)
  })

  it('moves nothing if a row differs from its original', async () => {
    await sql`create function spoil() returns trigger language plpgsql as
      $$ begin if new.id = 77 then new.name = upper(new.name); end if; return new; end $$`.execute(
      database.db,
    )
    await sql`create trigger spoil before insert on customers for each row execute function spoil()`.execute(
      database.db,
    )
    expect(await move()).toEqual({
      code: 1,
      output: 'Nothing was moved: customers 77 did not arrive as it is.\n',
    })
    await sql`drop function spoil cascade`.execute(database.db)
    expect(await orderCount(database.db)).toBe(0)
  })

  it('moves all rows, and the server continues with them', PATIENT, async () => {
    const before = await openSource()
    const token = await sessionsOf(before, clock, 'local').begin(AS_MERE, '')
    await before.destroy()
    const { code, output } = await move()
    expect(output).toMatch(/^Table +Rows +SHA-256\n/)
    expect(output).toMatch(/^orders +4000 +[0-9a-f]{16}$/m)
    expect(code).toBe(0)
    const source = await openSource()

    const answers = (db: Connections) =>
      Promise.all(
        [
          '/orders',
          '/orders?query=tāmaki',
          '/products?page=2',
          '/consignments?date=2026-11-20',
          '/emails',
        ].map(async (path) => (await signedInApp(db).get(`/api/v1${path}`)).text()),
      )
    expect(await answers(database.db)).toEqual(await answers(source))
    expect(await sessionsOf(database.db, clock, 'local').active(token)).not.toBeNull()

    const highest = await source
      .selectFrom('orders')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const customer = await database.db.selectFrom('customers').selectAll().executeTakeFirstOrThrow()
    await putOrders(database.db, customer, [{ code: 'NEXT' }])
    const next = await database.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', 'NEXT')
      .executeTakeFirstOrThrow()
    expect(next.id).toBe(Number(highest.id) + 1)
    await source.destroy()
  })

  it('overwrites nothing', async () => {
    const before = await orderCount(database.db)
    expect(await move()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The PostgreSQL database has data already \(\w+\): name an empty one\.\n$/,
      ),
    })
    expect(await orderCount(database.db)).toBe(before)
  })

  it.each([
    ['no address is named', [], {}, /^Name the database to move to: npm run move -- postgres:/],
    ['the address is none', ['mysql://x'], {}, /^DATABASE_URL must be an address/],
    [
      'the data has moved',
      ['postgres://x/y'],
      { DATABASE_URL: 'postgres://x/y' },
      /^DATABASE_URL is set: the data/,
    ],
    [
      'there is nothing to move',
      ['postgres://x/y'],
      { DATA_DIR: '/nowhere' },
      /^DATA_DIR \/nowhere holds no/,
    ],
    [
      'there is no such server',
      ['postgres://x@127.0.0.1:1/y'],
      {},
      /^DATABASE_URL cannot be used: .*ECONNREFUSED/,
    ],
  ])('says in one sentence that %s', async (_, parameters, settings: Record<string, string>, sentence) => {
    const moving = runMoveCommand(parameters, { DATA_DIR: folder, ...settings })
    // The command prints only the messages of these errors.
    await expect(moving).rejects.toThrow(ConfigError)
    await expect(moving).rejects.toThrow(/^.+$/)
    await expect(moving).rejects.toThrow(sentence)
  })
})
