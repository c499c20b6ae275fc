import { setTimeout as pause } from 'node:timers/promises'
import type { ConsoleOnTest } from './console.ts'

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

/**
 * Repeats a check until it succeeds.
 * @returns the milliseconds that it took; null if it took too long
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  within: number,
  every = 200,
): Promise<number | null> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > within) return null
    await pause(every)
  }
  return performance.now() - began
}
