import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freezeProcesses } from '../../server/freeze-processes.ts'
import { atMost, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { onEmergency } from '../support/cleanup.ts'
import { send } from '../support/http.ts'
import { startCourier } from '../support/partners.ts'
import { startProbe } from '../support/tally.ts'
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

/**
 * Stops a process and its children, until the attack ends at the latest.
 * @returns a function that resumes them
 */
function freeze(bench: Bench, pid: number): () => void {
  const thaw = freezeProcesses([pid, ...childrenOf(pid)])
  bench.defer(onEmergency(thaw))
  bench.defer(thaw)
  return thaw
}

/** The process ids of a process's children. */
export function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}
