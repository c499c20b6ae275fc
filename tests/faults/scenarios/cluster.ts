import { setTimeout as pause } from 'node:timers/promises'
import { CHANGE_EVENTS, Changes, streamChanges } from '../../../src/contract/changes.ts'
import { freezeProcesses } from '../../server/freeze-processes.ts'
import { startReceiver } from '../../server/webhooks/receiver.ts'
import { atMost, type Finding, holds, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { onEmergency } from '../support/cleanup.ts'
import { type ConsoleOnTest, until } from '../support/console.ts'
import type { DatabaseOnTest } from '../support/database.ts'
import { send } from '../support/http.ts'
import { type Ledger, sizeOf, waitingEvents, waitingMails } from '../support/ledger.ts'
import { messageIds, repeated, startCourier, startMail } from '../support/partners.ts'
import { type PostgresPair, startPair } from '../support/postgres-pair.ts'
import { addressOf, issueTokens } from '../support/staff.ts'
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

type Fault = (pair: PostgresPair, bench: Bench, console: ConsoleOnTest) => Promise<Finding[]>

/** The primary is killed as by a power cut, and the standby promoted. */
const failOver: Fault = async ({ primary, promote }) => {
  await primary.crash()
  await promote()
  return []
}

/** With the promotion. Requests to a server that does not respond fail only after 10 s. */
const WRITTEN_S = 10
const VANISHED_S = 15

/** The primary's machine vanishes: it refuses nothing and answers nothing. The standby is promoted. */
const vanish: Fault = async ({ primary, promote }, bench) => {
  const thaw = freezeProcesses([primary.pid(), ...childrenOf(primary.pid())])
  bench.defer(onEmergency(thaw))
  bench.defer(thaw)
  await promote()
  return []
}

/** The only synchronous standby stops, so that no commit is confirmed, and returns. */
const loseStandby: Fault = async ({ standby }, _bench, console) => {
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

const isReady = async ({ url }: ConsoleOnTest) => (await send(url, '/readyz')).status === 200

type Route = (pair: PostgresPair) => Promise<NodeJS.ProcessEnv>

const balanced: Route = async () => ({})
const listed: Route = async ({ listed }) => ({ DATABASE_URL: listed })
const pooled: Route = async ({ pooled, listed }) => ({
  DATABASE_URL: await pooled(),
  DATABASE_LISTEN_URL: listed,
})

export const failover = scenario('failover', 'Failover behind HAProxy', balanced, failOver)
export const pooledFailover = scenario('pooled', 'Failover behind PgBouncer and HAProxy', pooled, failOver)
export const vanished = scenario('vanished', 'Primary vanishes from two listed servers', listed, vanish)
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
          const began = performance.now()
          own.push(...(await fault(pair, bench, console)))
          if (fault === loseStandby) return
          const standing = sizeOf(ledger)
          const secondsUntil = async (isSo: () => boolean, within: number) =>
            (await until(isSo, within * 2000, 20)) === null
              ? Number.POSITIVE_INFINITY
              : (performance.now() - began) / 1000
          const written = fault === vanish ? VANISHED_S : WRITTEN_S
          const [again, told] = await Promise.all([
            secondsUntil(() => sizeOf(ledger) > standing, written),
            secondsUntil(() => desk.resetSince(began), TOLD_WITHIN_S),
          ])
          own.push(
            atMost('From the loss until a write succeeds', written, again, 's'),
            atMost('From the loss until a desk is told to reload', TOLD_WITHIN_S, told, 's'),
          )
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
