import { setTimeout as pause } from 'node:timers/promises'
import { LAST_PAGE } from '../../../src/contract/call.ts'
import { multiply } from '../../bench/million-orders.ts'
import { atMost, figure, none, type Scenario } from '../scenario.ts'
import { NoAnswer, send } from '../support/http.ts'
import { issueTokens, staffWith } from '../support/staff.ts'
import { createTally, startProbe } from '../support/tally.ts'

const SEARCHERS = 10
/** Filtered searches at the last page, which are the most expensive lists, and at typical pages. */
const SEARCHES = [
  '/orders?query=example&status=unpaid',
  '/orders?query=example&branch=auckland&page=20',
  `/orders?query=example&status=unpaid&page=${LAST_PAGE}`,
  `/orders?query=example&branch=christchurch&daterange=12months&page=${LAST_PAGE}`,
  `/orders?query=ngata&status=shipped&page=${LAST_PAGE}`,
  `/orders?page=${LAST_PAGE}`,
]
const ORDER_TARGET_MS = 100
const PAGE_TARGET_MS = 20

/** Ten clients search a large business without pauses, while another client opens an order and a page. */
export const searchers: Scenario = {
  name: 'searchers',
  title: 'Ten searchers in a large business',
  within: 300,
  isTimed: true,
  async run(bench) {
    const count = bench.count(300_000, 30_000)
    const lasts = bench.count(20_000, 6000)
    const database = await bench.database()
    const console = await bench.console(database, { LOG_LEVEL: 'error' })
    await console.stop()
    await multiply({ databaseUrl: database.url, dataDir: database.folder }, count)
    await console.start()
    const [token = '', ...tokens] = await issueTokens(bench, database, SEARCHERS + 1)
    const other = staffWith(console.url, token)
    const [order] = await bench.read(database, (db) =>
      db.selectFrom('orders').select('code').orderBy('id', 'desc').limit(1).execute(),
    )
    const tally = createTally()
    let isOver = false
    const searching = tokens.map(async (own, index) => {
      const searcher = staffWith(console.url, own)
      for (let number = index; !isOver; number += 1) {
        try {
          tally.add(await searcher.get(SEARCHES[number % SEARCHES.length] ?? ''), 'search')
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error
          tally.noAnswer()
        }
      }
    })
    const opened = startProbe(() => other.get(`/orders/${order?.code}`), 50)
    const page = startProbe(() => send(console.url, '/auth'), 50)
    await pause(lasts)
    const [orderP95, pageP95] = [await opened.stop(), await page.stop()]
    isOver = true
    await Promise.all(searching)
    return [
      figure('Orders', count),
      figure('Answers to the searchers', tally.summary()),
      none('Unexplained server errors', tally.faults()),
      none('Other answers that are no success', [...opened.failures(), ...page.failures()]),
      atMost("Another session's order, p95", ORDER_TARGET_MS, orderP95, 'ms'),
      atMost('A static page, p95', PAGE_TARGET_MS, pageP95, 'ms'),
    ]
  },
}
