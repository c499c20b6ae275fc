import { setTimeout as pause } from 'node:timers/promises'

/** Work of the server in the background. */
export interface Stoppable {
  /** Resolves when running work is done. */
  stop(): Promise<void>
}

/**
 * Repeats work until it is stopped.
 * @param work must not reject; receives a signal that is aborted by the stop, and returns the milliseconds to wait
 *   before the next time
 */
export function repeat(work: (stopping: AbortSignal) => Promise<number>): Stoppable {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      const wait = await work(signal)
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
