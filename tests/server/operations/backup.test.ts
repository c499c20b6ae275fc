import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backupDatabase, integrityFaults } from '../../../src/server/db/backup.ts'
import { databaseFile, openDatabase } from '../../../src/server/db/connection.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import { putCustomer, putOrders } from '../orders/harness.ts'
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
