import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Finding, figure, none } from '../scenario.ts'
import type { Bench } from './bench.ts'
import { type ConsoleOnTest, settle, until } from './console.ts'
import type { DatabaseOnTest } from './database.ts'
import { createLedger, doneTwice, type Ledger, lostChanges, sizeOf } from './ledger.ts'
import { type LoadParts, revivedTokens, startLoad } from './load.ts'
import { disagreements, type Gateway, labelledTwice, openClaims } from './partners.ts'
import { issueTokens, type OrderOnTest, type Staff, staffWith, unpaidOrders } from './staff.ts'
import { createTally, type Tally } from './tally.ts'

const STAFF = 6
const SIGN_OUTS = 300
/** Minimum time for which staff work before and after the fault, in milliseconds. */
const CALM_MS = 1000
const AGAIN_WITHIN_S = 10

interface Attack {
  database: DatabaseOnTest
  console: ConsoleOnTest
  /** Causes the fault and repairs it while staff work. */
  fault: (seen: { tally: Tally; ledger: Ledger }) => Promise<void>
  /** Time for which staff work after the repair, in milliseconds. */
  after?: number
  /** Limit of the seconds until a write succeeds again; 10 by default. */
  againWithin?: number
  /** A courier for bookings. Its shipments are compared, too. */
  gateway?: Gateway
  /** A further fault on the idle server. */
  quietly?: (parts: LoadParts) => Promise<void>
}

/**
 * Staff pay, pack and sign out during a temporary fault. Then the server is killed and restarted, and acknowledged
 * changes are compared with what another process reads.
 */
export async function attackUnderLoad(bench: Bench, attack: Attack): Promise<Finding[]> {
  const { database, console } = attack
  const withToken = (token: string): Staff => staffWith(console.url, token)
  const staff = (await issueTokens(bench, database, STAFF)).map(withToken)
  const leaving = (await issueTokens(bench, database, SIGN_OUTS)).map(withToken)
  const orders = await unpaidOrders(bench, database)
  const [ledger, tally] = [createLedger(), createTally()]
  const withFreight = attack.gateway !== undefined
  const repeats = new Set<OrderOnTest>()
  const parts: LoadParts = { staff, orders, leaving, ledger, tally, withFreight, repeats }
  const load = startLoad(parts)
  await pause(CALM_MS)
  await attack.fault({ tally, ledger })
  const standing = sizeOf(ledger)
  const again = await until(() => sizeOf(ledger) > standing, AGAIN_WITHIN_S * 3000, 50)
  await pause(attack.after ?? CALM_MS)
  await load.stop()
  const unanswered = await repeatAll(staff, repeats)
  await attack.quietly?.(parts)
  await console.kill()
  await console.start()
  const freight = attack.gateway ? await freightFindings(bench, attack, attack.gateway) : []
  const seconds = (again ?? Number.POSITIVE_INFINITY) / 1000
  return [
    figure('Answers', tally.summary()),
    none('Acknowledged changes lost', await bench.read(database, (db) => lostChanges(db, ledger))),
    none('Signed-out tokens that open the console', await revivedTokens(ledger, withToken)),
    none('Changes done twice', await bench.read(database, doneTwice)),
    none('Repeated payments that were not answered', unanswered),
    none('Unexplained server errors', tally.faults()),
    none('Requests without an answer within 20 s', Array(tally.lost()).fill('no answer')),
    ...freight,
    atMost('Until a write succeeds again', attack.againWithin ?? AGAIN_WITHIN_S, seconds, 's'),
  ]
}

/** Repeats the payments that failed. One that was made after all is refused. */
async function repeatAll([first]: readonly Staff[], repeats: ReadonlySet<OrderOnTest>): Promise<string[]> {
  const unanswered: string[] = []
  for (const order of repeats) {
    const { status, text } = (await first?.pay(order)) ?? { status: 0, text: '' }
    if (status !== 200 && status !== 409)
      unanswered.push(`order ${order.code}: ${status} ${text.slice(0, 160)}`)
  }
  return unanswered
}

/** Differences between the courier's shipments and ours, after the upkeep is done. */
async function freightFindings(
  bench: Bench,
  { database, console }: Attack,
  { shipments }: Gateway,
): Promise<Finding[]> {
  const compare = () => bench.read(database, (db) => disagreements(db, shipments))
  const claims = () => bench.read(database, openClaims)
  await settle(console, async () => (await compare()).length + (await claims()).length === 0)
  return [
    figure('Labels booked', shipments.size),
    none('Orders with two live labels', labelledTwice(shipments)),
    none('Consignments on which we and the courier disagree', await compare()),
    none('Bookings without an outcome', await claims()),
  ]
}
