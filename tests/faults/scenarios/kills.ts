import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../../src/server/db/schema.ts'
import { startConsole } from '../../browser/console-process.ts'
import { atMost, figure, none, type Scenario } from '../scenario.ts'
import { settle, until } from '../support/console.ts'
import {
  addAll,
  createLedger,
  doneTwice,
  type Ledger,
  lostChanges,
  sizeOf,
  waitingMails,
} from '../support/ledger.ts'
import { revivedTokens, startLoad } from '../support/load.ts'
import {
  disagreements,
  type Gateway,
  labelledTwice,
  messageIds,
  openClaims,
  repeated,
  startCourier,
  startMail,
} from '../support/partners.ts'
import { issueTokens, staffWith, unpaidOrders } from '../support/staff.ts'
import { createTally } from '../support/tally.ts'

const STAFF = 8
/** Within which a server that has just started must acknowledge something, before it is killed. */
const ACKNOWLEDGED_WITHIN_MS = 10_000
/** Delay of a kill after that, in milliseconds: a minimum and an evenly spread addition. */
const LOAD_MS = { least: 100, spread: 500 }

/** Milliseconds for the e-mails at the end: one is sent at a time, and the killed server has sent few. */
const QUEUE_WITHIN_MS = 120_000

/** Kills the server repeatedly under load, and compares acknowledged changes with what another process reads. */
export const kills: Scenario = {
  name: 'kills',
  title: 'Killed with `kill -9` under load',
  within: 900,
  async run(bench) {
    const times = bench.count(50, 6)
    const database = await bench.database()
    const courier = await startCourier(bench)
    const mail = await startMail(bench)
    const console = await bench.console(database, { ...courier.settings, ...mail.settings })
    const withToken = (token: string) => staffWith(console.url, token)
    const staff = (await issueTokens(bench, database, STAFF)).map(withToken)
    const leaving = (await issueTokens(bench, database, times * 2)).map(withToken)
    const orders = await unpaidOrders(bench, database)
    const [ledger, tally] = [createLedger(), createTally()]
    const lost = new Set<string>()
    for (let time = 1; time <= times; time += 1) {
      const round = createLedger()
      const load = startLoad({ staff, orders, leaving, ledger: round, tally, withFreight: true })
      await until(() => sizeOf(round) > 0, ACKNOWLEDGED_WITHIN_MS, 20)
      await momentToKill(courier.gateway, time)
      await console.kill()
      courier.gateway.lies.clear()
      await load.stop()
      await console.start()
      for (const one of await bench.read(database, (db) => lostChanges(db, round))) lost.add(one)
      for (const one of await revivedTokens(round, withToken)) lost.add(one)
      addAll(ledger, round)
      if (time % 20 === 0) bench.log(`${time} kills, ${sizeOf(ledger)} changes acknowledged`)
    }
    const live = courier.gateway.shipments
    const isSettled = () =>
      bench.read(database, async (db) => {
        const open = [...(await disagreements(db, live)), ...(await waitingMails(db))]
        return open.length === 0 && (await openClaims(db)).length === 0
      })
    await settle(console, isSettled)
    await until(isSettled, QUEUE_WITHIN_MS)
    for (const one of await revivedTokens(ledger, withToken)) lost.add(one)
    return bench.read(database, async (db) => {
      for (const one of await lostChanges(db, ledger)) lost.add(one)
      const ids = messageIds(mail.mail.received)
      return [
        figure('Kills', times),
        figure('Changes acknowledged', sizeOf(ledger)),
        figure('E-mails sent', ids.length),
        none('Acknowledged changes lost', [...lost]),
        none('Changes done twice', await doneTwice(db)),
        none('Orders with two live labels', labelledTwice(live)),
        none('Consignments on which we and the courier disagree', await disagreements(db, live)),
        none('Bookings without an outcome', await openClaims(db)),
        none('E-mails sent twice', repeated(ids)),
        none('E-mails that still wait', await waitingMails(db)),
        none('Unexplained server errors', tally.faults()),
      ]
    })
  },
}

/** Calls after which some kills happen: the courier has acted and not responded, the hardest case to recover from. */
const MOMENTS = ['DELETE /api/shipments', 'POST /api/shipments'] as const
const MOMENT_WITHIN_MS = 2000

/** A random moment of the load; every third time, one at which the courier has acted and not yet responded. */
async function momentToKill(gateway: Gateway, time: number): Promise<void> {
  if (time % 3 !== 0) return pause(LOAD_MS.least + Math.random() * LOAD_MS.spread)
  const moment = MOMENTS[(time / 3) % MOMENTS.length] ?? MOMENTS[0]
  const done = new Promise<void>((resolve) => {
    gateway.lies.set(moment, async (_call, truth) => {
      truth()
      resolve()
      return null
    })
  })
  // Continues if no booking or deletion happens within the time.
  await Promise.race([done, pause(MOMENT_WITHIN_MS)])
}

const STOP_AFTER_MS = 1000
const STOP_TARGET_S = 10

/** A server run by `npm start` is stopped while staff work, as in each deploy. */
export const stops: Scenario = {
  name: 'stops',
  title: 'Stopped in good order under load',
  within: 300,
  async run(bench) {
    const times = bench.count(10, 2)
    const database = await bench.database()
    const console = await startConsole(database.settings, database.folder)
    bench.defer(console.kill)
    const withToken = (token: string) => staffWith(console.url.replace('localhost', '127.0.0.1'), token)
    const staff = (await issueTokens(bench, database, STAFF)).map(withToken)
    const leaving = (await issueTokens(bench, database, times * STAFF)).map(withToken)
    const orders = await unpaidOrders(bench, database)
    const [ledger, tally, took] = [createLedger(), createTally(), [] as number[]]
    for (let time = 0; time < times; time += 1) {
      const load = startLoad({ staff, orders, leaving, ledger, tally })
      await pause(STOP_AFTER_MS)
      const began = performance.now()
      await console.stop()
      took.push(performance.now() - began)
      await load.stop()
      await console.start()
    }
    return [
      figure('Stops', times),
      figure('Changes acknowledged', sizeOf(ledger)),
      none('Acknowledged changes lost', await bench.read(database, (db) => lostChanges(db, ledger))),
      none('Signed-out tokens that open the console', await revivedTokens(ledger, withToken)),
      none('Changes done twice', await bench.read(database, doneTwice)),
      none(
        'Changes carried out and not answered',
        await bench.read(database, (db) => unanswered(db, ledger)),
      ),
      none('Unexplained server errors', tally.faults()),
      atMost('The slowest stop', STOP_TARGET_S, Math.max(...took) / 1000, 's'),
    ]
  },
}

/** Changes that the server made but did not acknowledge. A regular stop must not leave any. */
async function unanswered(db: Kysely<Database>, { payments, packings, holds }: Ledger): Promise<string[]> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.code', 'action'])
    .where('staff_id', 'like', 'local:staff-%')
    .execute()
  const answered: Record<string, Set<string>> = { 'record-payment': payments, pack: packings, hold: holds }
  return events
    .filter(({ action, code }) => !answered[action]?.has(code))
    .map(({ action, code }) => `${action} of order ${code}`)
}
