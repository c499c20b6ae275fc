import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nameOfDatabase, openDatabase } from '../../../src/server/db/connection.ts'
import { PATIENT } from '../../time-outs.ts'
import { onPostgres } from '../databases.ts'
import { spawnServer } from '../server-process.ts'
import { openNew, putMigrated } from '../templates.ts'
import { runCommand } from './run-command.ts'

let folder = ''
/** The folder of the project. */
let project = ''
let customers = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'console-place-')))
  project = join(folder, 'project')
  mkdirSync(project)
  customers = join(folder, 'customers.csv')
  writeFileSync(customers, 'code,name\n10482,Aroha Ngata\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The commands that run beside the server, with parameters that change nothing. */
const BESIDE: [Parameters<typeof runCommand>[0], string[]][] = [
  ['import', ['{customers}']],
  ['intake-keys', ['list']],
  ['sessions', ['list']],
  ['webhooks', ['list']],
]
const run = ([name, parameters]: (typeof BESIDE)[number], settings: Record<string, string>) =>
  runCommand(
    name,
    parameters.map((one) => one.replace('{customers}', customers)),
    settings,
    project,
  )

describe.each(BESIDE)('%s %j', (...command) => {
  it('says which database it uses', async () => {
    putMigrated(join(folder, 'elsewhere'))
    const { code, output } = await run(command, { DATA_DIR: '../elsewhere' })
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`Database: ${join(folder, 'elsewhere', 'console.db')}\n`),
    ])
  })

  it('creates no database', async () => {
    const { code, output } = await run(command, {})
    expect(code).toBe(1)
    expect(output).toContain(
      `DATA_DIR ${join(project, 'data')} holds no database. Set DATA_DIR to the server's folder, or start the server once.\n`,
    )
    expect(existsSync(join(project, 'data'))).toBe(false)
  })

  it('migrates no tables', async () => {
    const db = await openNew(join(project, 'data'))
    await db.deleteFrom('schema_migrations').where('name', '=', '0030-manifests').execute()
    await db.destroy()
    const { code, output } = await run(command, {})
    expect(code).toBe(1)
    expect(output).toContain(
      `The tables of ${join(project, 'data', 'console.db')} are not up to date: start the server once.\n`,
    )
  })
})

it('the import creates a database if it is told to', async () => {
  const { code, output } = await runCommand('import', ['--create', customers], {}, project)
  expect([code, output]).toEqual([0, expect.stringContaining('customers: 1 new')])
  const db = await openDatabase({ databaseUrl: null, dataDir: join(project, 'data') })
  expect(await db.selectFrom('customers').select('code').execute()).toEqual([{ code: '10482' }])
  await db.destroy()
})

describe('a database in ../data, where earlier versions created it', () => {
  const former = () =>
    `${join(folder, 'data', 'console.db')} is not used: earlier versions created it there. To continue with it, stop the server and move it with all files of that folder to ${join(project, 'data')}, or set DATA_DIR=../data.`
  beforeEach(() => putMigrated(join(folder, 'data')))

  it('is left alone by a start, which says so and uses ./data', PATIENT, async () => {
    const settings = { COURIERS: 'simulated', DEMO: 'off', LOCAL_SIGN_IN: 'on' }
    const server = spawnServer(settings, project)
    await server.url
    server.child.kill('SIGTERM')
    await server.ended
    expect(server.output()).toContain(`${former()}\n`)
    expect(existsSync(join(project, 'data', 'console.db'))).toBe(true)
    const chosen = spawnServer({ ...settings, DATA_DIR: '../data' }, project)
    await chosen.url
    chosen.child.kill('SIGTERM')
    await chosen.ended
    expect(chosen.output()).not.toContain('is not used')
  })

  it('is named by commands that find none in ./data, and by the doctor', async () => {
    const { code, output } = await runCommand('intake-keys', ['list'], {}, project)
    expect([code, output]).toEqual([1, expect.stringContaining(`holds no database. ${former()}\n`)])
    const { output: table } = await runCommand('doctor', [], {}, project)
    expect(table).toContain(former())
  })
})

it('the doctor and the backup say which database they look at', async () => {
  putMigrated(join(project, 'data'))
  const file = join(project, 'data', 'console.db')
  const { output } = await runCommand('doctor', [], {}, project)
  expect(output).toMatch(new RegExp(`^Database +ok +${file}\\.$`, 'm'))
  const backup = await runCommand('backup', ['copy.db'], {}, project)
  expect(backup.output).toContain(` of ${file}, checked.`)
})

onPostgres((database) => {
  it('is named without user and password', async () => {
    const { databaseUrl } = database.place
    const url = new URL(databaseUrl ?? '')
    expect(nameOfDatabase({ databaseUrl: 'postgres://me:secret@db.example:5433/console', dataDir: '' })).toBe(
      'PostgreSQL db.example:5433/console',
    )
    const { code, output } = await runCommand('intake-keys', ['list'], { DATABASE_URL: url.href })
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`Database: PostgreSQL ${url.host}${url.pathname}\n`),
    ])
  })
})
