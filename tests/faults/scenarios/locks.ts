import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { atMost, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { type DatabaseOnTest, withClient } from '../support/database.ts'
import { type Answer, send } from '../support/http.ts'
import type { LoadParts } from '../support/load.ts'
import { messageIds, repeated, startCourier, startMail } from '../support/partners.ts'
import { startProbe } from '../support/tally.ts'
import { attackUnderLoad } from '../support/under-load.ts'

/** Longer than a write waits for a lock. */
const LOCKED_MS = 7000
/** Long enough for an e-mail that a lost commit would send again. */
const AFTER_MS = 8000
const PAGE_TARGET_MS = 100

/** Another process holds the write lock of the database: once under load, and once on a nearly idle server. */
export const locks: Scenario = {
  name: 'locks',
  title: 'Write lock held by another process for 7 s',
  within: 200,
  async run(bench) {
    const database = await bench.database()
    const { mail, settings } = await startMail(bench)
    const courier = await startCourier(bench)
    const console = await bench.console(database, { ...courier.settings, ...settings })
    const pages: number[] = []
    const findings = await attackUnderLoad(bench, {
      database,
      console,
      gateway: courier.gateway,
      after: AFTER_MS,
      fault: async () => {
        const page = startProbe(() => send(console.url, '/auth'), 100)
        await holdWriteLock(bench, database, () => pause(LOCKED_MS))
        pages.push(await page.stop())
      },
      quietly: async (parts) => {
        await console.kill()
        await console.start()
        await writeOnce(parts, (work) => holdWriteLock(bench, database, work))
        await signOutSome(parts)
      },
    })
    return [
      ...findings,
      none('E-mails sent twice', repeated(messageIds(mail.received))),
      atMost('A static page while locked, p95', PAGE_TARGET_MS, pages[0] ?? Number.NaN, 'ms'),
    ]
  },
}

/** A write that waits for the lock on an idle server, so that no later write hides its effects. */
async function writeOnce(
  { staff, orders, ledger, tally }: LoadParts,
  lock: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const [[one], order] = [staff, orders.shift()]
  if (!one || !order) return
  let paying: Promise<Answer> | undefined
  await lock(() => {
    paying = one.pay(order)
    return pause(LOCKED_MS)
  })
  const answer = await paying
  if (answer && tally.add(answer, 'payment').status === 200) ledger.payments.add(order.code)
}

/** Sign-outs are single statements without a transaction. */
async function signOutSome({ leaving, ledger, tally }: LoadParts): Promise<void> {
  for (const one of leaving.splice(0, 5)) {
    if (tally.add(await one.signOut(), 'sign-out').status === 200) ledger.signOuts.add(one.token)
  }
}

/** Holds the lock from this process while the work continues. */
async function holdWriteLock(
  bench: Bench,
  database: DatabaseOnTest,
  work: () => Promise<unknown>,
): Promise<void> {
  if (database.url === null) {
    return bench.read(database, (db) => db.transaction().execute(async () => void (await work())))
  }
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select string_agg(quote_ident(tablename), ', ') as name from pg_tables where schemaname = 'public'",
    )
    while (!(await lockTables(client, rows[0]?.name ?? ''))) await client.query('rollback')
    await work()
    await client.query('rollback')
  })
}

/** PostgreSQL's error for the transaction that it aborts to end a deadlock. */
const DEADLOCK = '40P01'

/**
 * Locks the tables one after the other. Returns false if a transaction that holds some of the locks waits for us: it
 * has priority.
 */
async function lockTables(client: pg.Client, tables: string): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`lock table ${tables} in exclusive mode`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DEADLOCK) return false
    throw error
  }
}
