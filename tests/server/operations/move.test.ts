import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/connection.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { runMoveCommand } from '../../../src/server/operations/move.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import { onPostgres } from '../databases.ts'
import { clock, putOrders, signedInApp } from '../orders/harness.ts'
import { AS_MERE, sessionsOf } from '../sign-in/console-app.ts'
import { openDemo } from '../templates.ts'
import { runCommand } from './run-command.ts'

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

  it('moves all rows, and the server continues with them', async () => {
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
