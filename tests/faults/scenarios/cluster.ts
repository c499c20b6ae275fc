import { setTimeout as pause } from 'node:timers/promises'
import { CHANGE_EVENTS, Changes, streamChanges } from '../../../src/contract/changes.ts'
import { listOrders } from '../../../src/contract/orders.ts'
import { freezeProcesses } from '../../server/freeze-processes.ts'
import { rejoin } from '../../server/postgres-cluster.ts'
import { startReceiver } from '../../server/webhooks/receiver.ts'
import { atMost, type Finding, holds, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { onEmergency } from '../support/cleanup.ts'
import { type ConsoleOnTest, until } from '../support/console.ts'
import { type DatabaseOnTest, withClient } from '../support/database.ts'
import { send } from '../support/http.ts'
import { type Ledger, sizeOf, waitingEvents, waitingMails } from '../support/ledger.ts'
import { messageIds, repeated, startCourier, startMail } from '../support/partners.ts'
import { type PostgresPair, startPair, synchronise } from '../support/postgres-pair.ts'
import { addressOf, issueTokens, type Staff, staffWith } from '../support/staff.ts'
import { startProbe } from '../support/tally.ts'
import { attackUnderLoad } from '../support/under-load.ts'
import { childrenOf } from './stopped.ts'

/** Longer than a silent listening connection is noticed, and than a desk needs to show a change. */
const HEARD_WITHIN_MS = 8000
const STOPPED_MS = 15_000
const READY_WITHIN_S = 20

/** A silent listening connection is noticed after 5 s, and opened again once a server is found. */
const TOLD_WITHIN_S = 12

/** For e-mails and events: one e-mail is sent at a time. */
const EMPTY_WITHIN_MS = 60_000
const SECRET = `whsec_${Buffer.alloc(32, 'faults').toString('base64')}`

interface Attacked {
  pair: PostgresPair
  bench: Bench
  console: ConsoleOnTest
  /** The changes acknowledged so far. */
  ledger: Ledger
  desk: Desk
}

type Fault = (attacked: Attacked) => Promise<Finding[]>

/** With the promotion. Requests to a server that does not respond fail only after 10 s. */
const WRITTEN_S = 10
const VANISHED_S = 15

/** The primary is killed as by a power cut, and the standby promoted. */
const failOver: Fault = async (attacked) => {
  const { primary, standby, promote } = attacked.pair
  const lostAt = performance.now()
  await primary.crash()
  await promote(standby)
  return recovery(attacked, 'the loss', lostAt, WRITTEN_S)
}

/** The primary's machine vanishes: it refuses nothing and answers nothing. The standby is promoted. */
const vanish: Fault = async (attacked) => {
  const { bench, pair } = attacked
  const lostAt = performance.now()
  const thaw = freezeProcesses([pair.primary.pid(), ...childrenOf(pair.primary.pid())])
  bench.defer(onEmergency(thaw))
  bench.defer(thaw)
  await pair.promote(pair.standby)
  return recovery(attacked, 'the loss', lostAt, VANISHED_S)
}

/** For how long the address leads to a stale standby, and within what time no list may be read from it any more. */
const MISTAKEN_MS = 3000
const CURRENT_WITHIN_MS = 5000
const SEARCHES = 40
const LISTED_EVERY_MS = 50

/**
 * After a failover, the first server follows the second and is promoted again. The second returns as a standby that has
 * stopped following, under the address for a while. The balancer keeps the connections to it.
 */
const switchBack: Fault = async (attacked) => {
  const { pair, ledger } = attacked
  const { primary, standby, promote, mistake } = pair
  const staff = await anotherStaff(attacked)
  // Keeps a connection of lists in use.
  const listing = startProbe(() => staff.get('/orders?status=unpaid'), LISTED_EVERY_MS)
  await primary.crash()
  await promote(standby)
  await rejoin(primary, standby)
  // Otherwise it would be promoted without the last changes.
  await synchronise(standby)
  mistake(standby)
  await standby.shutDown()
  await promote(primary)
  await rejoin(standby, primary)
  await withClient(standby.url, (client) => client.query('select pg_wal_replay_pause()'))
  await pause(MISTAKEN_MS)
  const paidBefore = new Set(ledger.payments)
  const correctedAt = performance.now()
  mistake(null)
  const recovered = await recovery(attacked, 'the corrected address', correctedAt, WRITTEN_S)
  await pause(Math.max(0, correctedAt + CURRENT_WITHIN_MS - performance.now()))
  await listing.stop()
  const searches = await searchUnpaid(
    staff,
    [...ledger.payments].filter((code) => !paidBefore.has(code)),
  )
  return [
    ...recovered,
    holds('Payments were acknowledged after the switch', searches.length > 0),
    none(
      'Lists that show an acknowledged payment as missing',
      searches.filter((found) => found !== null),
    ),
  ]
}

async function anotherStaff({ pair, bench, console }: Attacked): Promise<Staff> {
  const [token = ''] = await issueTokens(bench, pair.balanced, 1)
  return staffWith(console.url, token)
}

/** Searches the unpaid orders for paid ones. @returns what each search found; null for nothing, as it should be */
async function searchUnpaid(staff: Staff, paid: string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for (let index = 0; index < SEARCHES && paid.length > 0; index += 1) {
    const code = paid[index % paid.length]
    const { status, text } = await staff.get(`/orders?status=unpaid&query=${code}`)
    const isCurrent =
      status === 200 && !listOrders.answer.parse(JSON.parse(text)).rows.some((order) => order.code === code)
    found.push(isCurrent ? null : `order ${code}: ${status}`)
  }
  return found
}

/** The only synchronous standby stops, so that no commit is confirmed, and returns. */
const loseStandby: Fault = async ({ pair: { standby }, console }) => {
  await standby.crash()
  const notReady = await until(async () => !(await isReady(console)), READY_WITHIN_S * 1000)
  await pause(STOPPED_MS)
  const isAlive = (await send(console.url, '/healthz')).status === 200
  await standby.restart()
  return [
    atMost(
      'Until a process is not ready',
      READY_WITHIN_S,
      (notReady ?? Number.POSITIVE_INFINITY) / 1000,
      's',
    ),
    holds('The process counts as alive meanwhile', isAlive),
  ]
}

/** How long it took from a moment until staff can work again. */
async function recovery(
  { ledger, desk }: Attacked,
  moment: string,
  began: number,
  writtenWithin: number,
): Promise<Finding[]> {
  const standing = sizeOf(ledger)
  const secondsUntil = async (isSo: () => boolean, within: number) =>
    (await until(isSo, within * 2000, 20)) === null
      ? Number.POSITIVE_INFINITY
      : (performance.now() - began) / 1000
  const [again, told] = await Promise.all([
    secondsUntil(() => sizeOf(ledger) > standing, writtenWithin),
    secondsUntil(() => desk.resetSince(began), TOLD_WITHIN_S),
  ])
  return [
    atMost(`From ${moment} until a write succeeds`, writtenWithin, again, 's'),
    atMost(`From ${moment} until a desk is told to reload`, TOLD_WITHIN_S, told, 's'),
  ]
}

const isReady = async ({ url }: ConsoleOnTest) => (await send(url, '/readyz')).status === 200

type Route = (pair: PostgresPair) => Promise<NodeJS.ProcessEnv>

const balanced: Route = async () => ({})
const lenient: Route = async ({ lenient }) => ({ DATABASE_URL: lenient })
const listed: Route = async ({ listed }) => ({ DATABASE_URL: listed })
const pooled: Route = async ({ pooled, listed }) => ({
  DATABASE_URL: await pooled(),
  DATABASE_LISTEN_URL: listed,
})

export const failover = scenario('failover', 'Failover behind HAProxy', balanced, failOver)
export const pooledFailover = scenario('pooled', 'Failover behind PgBouncer and HAProxy', pooled, failOver)
export const vanished = scenario('vanished', 'Primary vanishes from two listed servers', listed, vanish)
export const switchback = scenario(
  'switchback',
  'Switched back, with a stale standby under the address',
  lenient,
  switchBack,
)
export const standby = scenario('standby', 'Only synchronous standby stopped for 15 s', balanced, loseStandby)

function scenario(name: string, title: string, route: Route, fault: Fault): Scenario {
  return {
    name,
    title,
    within: 300,
    only: 'postgres',
    async run(bench) {
      const pair = await startPair(bench)
      const { gateway, settings } = await startCourier(bench)
      const { mail, settings: mailSettings } = await startMail(bench)
      const receiver = await startReceiver()
      bench.defer(receiver.stop)
      const webhooks = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: SECRET }
      const console = await bench.console(pair.balanced, {
        ...{ ...settings, ...mailSettings, ...webhooks },
        ...(await route(pair)),
      })
      const desk = await openDesk(bench, pair.balanced, console)
      const own: Finding[] = []
      const findings = await attackUnderLoad(bench, {
        database: pair.balanced,
        console,
        gateway,
        ...(fault === vanish && { againWithin: VANISHED_S }),
        fault: async ({ ledger }) => {
          desk.follow(ledger)
          own.push(...(await fault({ pair, bench, console, ledger, desk })))
        },
        // Before the server is restarted.
        quietly: async () => {
          await until(() => desk.unheard().length === 0, HEARD_WITHIN_MS)
          own.push(none('Acknowledged changes that a desk did not hear of', desk.unheard()))
          const waiting = () =>
            bench.read(pair.balanced, async (db) => [
              ...(await waitingMails(db)),
              ...(await waitingEvents(db)),
            ])
          await until(async () => (await waiting()).length === 0, EMPTY_WITHIN_MS, 500)
          own.push(none('E-mails and events that still wait', await waiting()))
          own.push(none('E-mails sent twice', repeated(messageIds(mail.received))))
          own.push(
            holds(
              'The process was not restarted, and is ready',
              console.isRunning() && (await isReady(console)),
            ),
          )
        },
      })
      return [...findings, ...own]
    },
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

/** A desk that listens to changes. A reset makes up for those before it. */
async function openDesk(bench: Bench, database: DatabaseOnTest, console: ConsoleOnTest) {
  const [token = ''] = await issueTokens(bench, database, 1)
  const heard = new Set<string>()
  let payments: ReadonlySet<string> = new Set()
  const resets: number[] = []
  const ending = new AbortController()
  bench.defer(() => ending.abort())
  const read = async () => {
    const address = console.url + addressOf(streamChanges, streamChanges.path)
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await fetch(address, { headers, signal: ending.signal })
    let text = ''
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) hear(event)
    }
  }
  const hear = (event: string) => {
    const [, kind, data = ''] = /event: (\w+)\ndata: (.*)/.exec(event) ?? []
    if (kind === CHANGE_EVENTS.reset) {
      resets.push(performance.now())
      for (const code of payments) heard.add(code)
    }
    if (kind !== CHANGE_EVENTS.change) return
    for (const { code } of Changes.parse(JSON.parse(data))) if (code !== null) heard.add(code)
  }
  // Ends with the server.
  read().catch(() => undefined)
  return {
    follow(ledger: Ledger) {
      payments = ledger.payments
    },
    /** Whether it was told to load everything anew. */
    resetSince: (began: number) => resets.some((at) => at > began),
    unheard: () => Array.from(payments).filter((code) => !heard.has(code)),
  }
}
