import { setTimeout as pause } from 'node:timers/promises'
import { summarise } from '../../bench/figures.ts'
import { type Answer, NoAnswer } from './http.ts'

/** Repeats a request alongside other work and records the response times. */
export interface Probe {
  /**
   * Stops.
   * @returns the 95th percentile in milliseconds
   */
  stop(): Promise<number>
  failures(): string[]
}

/** @param every milliseconds between a response and the next request */
export function startProbe(request: () => Promise<Answer>, every: number): Probe {
  const samples: number[] = []
  const failures: string[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      try {
        const { status, text, took } = await request()
        samples.push(took)
        if (status >= 400) failures.push(`${status} ${text.slice(0, 160)}`)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        failures.push(error.message)
      }
      await pause(every)
    }
  })()
  return {
    async stop() {
      isOver = true
      await running
      return summarise(samples).p95
    },
    failures: () => failures,
  }
}
