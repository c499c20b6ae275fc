import type { Answer } from './http.ts'

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
