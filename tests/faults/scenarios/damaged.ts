import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Finding, holds, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { NoAnswer } from '../support/http.ts'
import { issueTokens, type OrderOnTest, type Staff, staffWith, unpaidOrders } from '../support/staff.ts'
import { createTally, type Tally } from '../support/tally.ts'

const FILES = ['console.db', 'console.db-wal', 'console.db-shm']
/** Time limit for noticing that the database file is gone, in milliseconds. */
const NOTICED_MS = 5000
const PAGE_BYTES = 4096

/** The file of the embedded database is deleted, overwritten or cannot be created. */
export const damaged: Scenario = {
  name: 'damaged',
  title: 'Database file deleted or damaged',
  within: 120,
  only: 'embedded',
  run: async (bench) => [
    ...(await deletedWhileRunning(bench)),
    ...(await damagedPages(bench)),
    await damagedHeader(bench),
    await unusableFolder(bench),
  ],
}

async function atWork(bench: Bench) {
  const database = await bench.database()
  const console = await bench.console(database)
  const [token = ''] = await issueTokens(bench, database, 1)
  return {
    database,
    console,
    staff: staffWith(console.url, token),
    orders: await unpaidOrders(bench, database),
  }
}

async function deletedWhileRunning(bench: Bench): Promise<Finding[]> {
  const { database, console, staff, orders } = await atWork(bench)
  await payAll(staff, orders.splice(0, 5), createTally())
  for (const file of FILES) rmSync(join(database.folder, file), { force: true })
  await pause(NOTICED_MS)
  const tally = createTally()
  await payAll(staff, orders.splice(0, 5), tally)
  const told = /database file|console\.db/i.test(console.log())
  await console.kill()
  return [
    none('Writes acknowledged 5 s after the file was deleted', Array(tally.of(200)).fill('a payment')),
    holds('The log says that the file is gone', told),
    none('Unexplained server errors, file deleted', tally.faults()),
  ]
}

/** All pages except the first and last ones are overwritten while the server is stopped. */
async function damagedPages(bench: Bench): Promise<Finding[]> {
  const { database, console, staff, orders } = await atWork(bench)
  await console.stop()
  const path = join(database.folder, 'console.db')
  const pages = Math.floor(statSync(path).size / PAGE_BYTES)
  const file = openSync(path, 'r+')
  for (let page = Math.floor(pages / 4); page < pages - 4; page += 2) {
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, page * PAGE_BYTES)
  }
  closeSync(file)
  const refusal = await startFault(console.start())
  if (refusal !== null) return [isOneSentence('Damaged pages', refusal)]
  const tally = createTally()
  for (const path of ['/orders', '/customers', '/products', '/emails?query=&continue_token=']) {
    await attempt(tally, () => staff.get(path))
  }
  await payAll(staff, orders.slice(0, 5), tally)
  const told = /damaged|corrupt|malformed/i.test(console.log())
  const isAlive = console.isRunning()
  await console.kill()
  return [
    none('Unexplained server errors, pages damaged', tally.faults()),
    holds('The log says that the file is damaged', told),
    holds('The server still answers, pages damaged', isAlive),
  ]
}

async function damagedHeader(bench: Bench): Promise<Finding> {
  const database = await bench.database()
  writeFileSync(join(database.folder, 'console.db'), Buffer.alloc(PAGE_BYTES * 4, 0x5a))
  return isOneSentence('A file that is no database', await startFault(bench.console(database)))
}

async function unusableFolder(bench: Bench): Promise<Finding> {
  const database = await bench.database()
  const taken = join(database.folder, 'taken')
  writeFileSync(taken, '')
  const fault = await startFault(bench.console(database, { DATA_DIR: join(taken, 'data') }))
  if (existsSync(join(taken, 'data'))) throw new Error('The folder was made.')
  return isOneSentence('A folder that cannot be made', fault)
}

/** The message of a failed start; null if the start succeeded. */
async function startFault(starting: Promise<unknown>): Promise<string | null> {
  try {
    await starting
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The message must be one line, without a stack, that names the folder or file. */
function isOneSentence(what: string, fault: string | null): Finding {
  const said = fault?.replace(/^.*? at its start: /, '').trim() ?? ''
  const isPlain =
    said !== '' && !said.includes('\n') && /DATA_DIR|console\.db/.test(said) && said.endsWith('.')
  return holds(`${what}: the start fails with one sentence`, isPlain, [said || 'it started'])
}

async function payAll(staff: Staff, orders: readonly OrderOnTest[], tally: Tally): Promise<void> {
  for (const order of orders) await attempt(tally, () => staff.pay(order))
}

async function attempt(tally: Tally, act: () => ReturnType<Staff['get']>): Promise<void> {
  try {
    tally.add(await act())
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    tally.noAnswer()
  }
}
