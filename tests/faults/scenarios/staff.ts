import { setTimeout as pause } from 'node:timers/promises'
import { milliseconds, summarise } from '../../bench/figures.ts'
import { atMost, figure, none, type Scenario } from '../scenario.ts'
import type { Answer } from '../support/http.ts'
import { doneTwice } from '../support/ledger.ts'
import { issueTokens, staffWith, unpaidOrders } from '../support/staff.ts'
import { workday } from '../support/workday.ts'

const STAFF = 50
const P95_TARGET_MS = 150

/** Fifty staff work for a minute, simulated in this process rather than the server's. */
export const staff: Scenario = {
  name: 'staff',
  title: 'Fifty staff at work for 60 s',
  within: 150,
  isTimed: true,
  async run(bench) {
    const lasts = bench.count(60_000, 8000)
    const database = await bench.database()
    const console = await bench.console(database, { LOG_LEVEL: 'error' })
    const tokens = await issueTokens(bench, database, STAFF)
    const orders = await unpaidOrders(bench, database)
    const codes = orders.map(({ code }) => code)
    const samples: number[] = []
    const byKind = new Map<string, number[]>()
    const failures: string[] = []
    const onAnswer = (what: string, answer: Answer) => {
      samples.push(answer.took)
      const kind = byKind.get(what)
      if (kind) kind.push(answer.took)
      else byKind.set(what, [answer.took])
      if (answer.status !== 200) failures.push(`${what} ${answer.status} ${answer.text.slice(0, 160)}`)
    }
    let isOver = false
    const parts = { codes, orders, onAnswer, onFailure: (what: string) => void failures.push(what) }
    const working = tokens.map((token) => workday(parts, staffWith(console.url, token), () => isOver))
    await pause(lasts)
    isOver = true
    await Promise.all(working)
    const { median, p95 } = summarise(samples)
    const kinds = Array.from(byKind, ([what, took]) => ({ what, ...summarise(took) }))
    const slowest = kinds.toSorted((one, other) => other.p95 - one.p95)[0]
    return [
      figure('Requests', samples.length),
      none('Answers that are no success', failures),
      none('Changes done twice', await bench.read(database, doneTwice)),
      figure('Median', milliseconds(median)),
      atMost('p95', P95_TARGET_MS, p95, 'ms'),
      figure('The slowest kind of request', `${slowest?.what}, p95 ${milliseconds(slowest?.p95 ?? 0)}`),
    ]
  },
}
