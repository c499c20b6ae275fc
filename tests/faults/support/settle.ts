import type { ConsoleOnTest } from './console.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const STEP_WITHIN_MS = 8000

/**
 * Restarts the server with a clock that is later each time, until its upkeep has settled everything: what is given up
 * only after some minutes does not take them here.
 * @param from the first shift from this machine's clock, in milliseconds
 * @returns the last shift
 */
export async function settle(
  console: ConsoleOnTest,
  isSettled: () => Promise<boolean>,
  from: number = 10 * MINUTE,
): Promise<number> {
  let offset = from
  for (let step = 0; step < 4; step += 1) {
    offset = from + step * 3 * MINUTE
    await console.kill()
    await console.start(offset)
    if ((await until(isSettled, STEP_WITHIN_MS)) !== null) break
  }
  return offset
}
