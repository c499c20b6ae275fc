import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../../src/server/db/schema.ts'
import { startConsole } from '../../browser/console-process.ts'
import { atMost, figure, none, type Scenario } from '../scenario.ts'
import { createLedger, doneTwice, type Ledger, lostChanges, sizeOf } from '../support/ledger.ts'
import { revivedTokens, startLoad } from '../support/load.ts'
import { issueTokens, staffWith, unpaidOrders } from '../support/staff.ts'
import { createTally } from '../support/tally.ts'

const STAFF = 8
const LOAD_MS = 1000
const STOP_TARGET_S = 10

/** A server run by `npm start` is stopped while staff work, as in each deploy. */
export const stops: Scenario = {
  name: 'stops',
  title: 'Stopped in good order under load',
  within: 120,
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
      await pause(LOAD_MS)
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
async function unanswered(db: Kysely<Database>, { payments, packings }: Ledger): Promise<string[]> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['orders.code', 'action'])
    .where('staff_id', 'like', 'local:staff-%')
    .execute()
  const answered: Record<string, Set<string>> = { 'record-payment': payments, pack: packings }
  return events
    .filter(({ action, code }) => !answered[action]?.has(code))
    .map(({ action, code }) => `${action} of order ${code}`)
}
