import { setTimeout as pause } from 'node:timers/promises'
import { summarise } from '../../bench/figures.ts'
import { type Answer, NoAnswer } from './http.ts'

/** Responses counted by status. */
export interface Tally {
  add(answer: Answer, what?: string): Answer
  noAnswer(): void
  /** Number of requests. */
  total(): number
  /** Number of responses with this status. */
  of(status: number): number
  /** Number of requests without a response. */
  lost(): number
  /** The longest response time, in milliseconds. */
  slowest(): number
  /** All server errors, one line each. */
  failures(): string[]
  /** Server errors without guidance for the client: all except 503 with Retry-After. */
  faults(): string[]
  /** `200 × 31, 503 × 4, none × 2`. */
  summary(): string
}

export function createTally(): Tally {
  const counts = new Map<number, number>()
  const failures: string[] = []
  const faults: string[] = []
  let [unanswered, slowest] = [0, 0]
  return {
    add(answer, what = '') {
      const { status, headers, took } = answer
      slowest = Math.max(slowest, took)
      counts.set(status, (counts.get(status) ?? 0) + 1)
      const isStated = status === 503 && headers['retry-after'] !== undefined
      if (status < 500) return answer
      const line = `${what} ${status} ${answer.text.slice(0, 160)}`.trim()
      failures.push(line)
      if (!isStated) faults.push(line)
      return answer
    },
    noAnswer: () => {
      unanswered += 1
    },
    total: () => Array.from(counts.values()).reduce((sum, count) => sum + count, unanswered),
    of: (status) => counts.get(status) ?? 0,
    lost: () => unanswered,
    slowest: () => slowest,
    failures: () => failures,
    faults: () => faults,
    summary() {
      const parts = Array.from(counts).toSorted(([one], [other]) => one - other)
      const shown = parts.map(([status, count]) => `${status} × ${count}`)
      return [...shown, ...(unanswered > 0 ? [`no answer × ${unanswered}`] : [])].join(', ')
    },
  }
}

/** Repeats a request alongside other work and records the response times. */
interface Probe {
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
