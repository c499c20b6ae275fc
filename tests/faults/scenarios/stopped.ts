import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Scenario } from '../scenario.ts'
import { freeze } from '../support/freeze.ts'
import { send } from '../support/http.ts'
import { startCourier } from '../support/partners.ts'
import { startProbe } from '../support/probe.ts'
import { attackUnderLoad } from '../support/under-load.ts'

const STOPPED_MS = 4000
const FROZEN_MS = 25_000
const ANSWER_TARGET_S = 16
const PAGE_TARGET_MS = 100

/** PostgreSQL stops as in a power cut, and returns. */
export const stopped: Scenario = {
  name: 'stopped',
  title: 'Database server stopped for 4 s',
  within: 180,
  only: 'postgres',
  async run(bench) {
    const database = await bench.database()
    const { gateway, settings } = await startCourier(bench)
    const console = await bench.console(database, settings)
    return attackUnderLoad(bench, {
      database,
      console,
      gateway,
      fault: async () => {
        await database.cluster?.crash()
        await pause(STOPPED_MS)
        await database.cluster?.restart()
      },
    })
  },
}

/** PostgreSQL accepts connections but hangs, as on a frozen disk, and then continues. */
export const frozen: Scenario = {
  name: 'frozen',
  title: 'Database server frozen for 25 s',
  within: 200,
  only: 'postgres',
  async run(bench) {
    const database = await bench.database()
    const { gateway, settings } = await startCourier(bench)
    const console = await bench.console(database, settings)
    let [pageP95, slowest] = [Number.NaN, 0]
    const findings = await attackUnderLoad(bench, {
      database,
      console,
      gateway,
      fault: async ({ tally }) => {
        const page = startProbe(() => send(console.url, '/auth'), 100)
        const thaw = freeze(bench, database.cluster?.pid() ?? 0)
        await pause(FROZEN_MS)
        slowest = tally.slowest()
        thaw()
        pageP95 = await page.stop()
      },
    })
    return [
      ...findings,
      atMost('The slowest answer while frozen', ANSWER_TARGET_S, slowest / 1000, 's'),
      atMost('A static page while frozen, p95', PAGE_TARGET_MS, pageP95, 'ms'),
    ]
  },
}
