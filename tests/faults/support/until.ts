import { setTimeout as pause } from 'node:timers/promises'

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
