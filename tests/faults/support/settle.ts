import type { ConsoleOnTest } from './console.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const STEP_WITHIN_MS = 8000

/**
 * Restarts the server with a later clock each time until its upkeep has settled all work, because some work is
 * given up only after minutes.
 * @param from the first shift of the clock, in milliseconds
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
