import { setTimeout as pause } from 'node:timers/promises'
import { log } from './log.ts'

/** Work of the server in the background. */
export interface Stoppable {
  /** Resolves when running work is done. */
  stop(): Promise<void>
}

/** Work that is repeated. */
export interface Repeated extends Stoppable {
  /** Does it without waiting any longer; again, if it is under way. */
  wake(): void
}

/**
 * Repeats work until it is stopped.
 * @param work must not reject; receives a signal that is aborted by the stop, and returns the milliseconds to wait
 *   before the next time
 */
export function repeat(work: (stopping: AbortSignal) => Promise<number>): Repeated {
  const stopping = new AbortController()
  let resting = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      resting = new AbortController()
      const wait = await work(stopping.signal)
      await pause(wait, undefined, { signal: resting.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    wake: () => resting.abort(),
    async stop() {
      stopping.abort()
      resting.abort()
      await ended
    },
  }
}

/**
 * Milliseconds to wait after failures in a row: twice as long after each.
 * @param look the wait without a failure
 * @param most the longest wait, unless `look` is longer
 */
export function backOff(failures: number, look: number, most: number): number {
  return Math.min(look * 2 ** failures, Math.max(look, most))
}

const HOUR_MS = 60 * 60_000

/**
 * Does work now and every hour, such as deleting what is old.
 * @param failed what the log says if it fails; it is done again an hour later
 */
export function everyHour(failed: string, work: () => Promise<unknown>): Stoppable {
  return repeat(async () => {
    await work().catch((error: unknown) => log.error({ err: error }, failed))
    return HOUR_MS
  })
}
