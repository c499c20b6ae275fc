import type { Order } from '../../../contract/orders.ts'
import { CallError } from '../../api/client.ts'
import { refusalOf } from '../../api/failure.ts'

/** State of one order in a run. */
export interface BulkStep {
  order: Order
  state: 'waiting' | 'sent' | 'done' | 'failed' | 'stopped'
  /** The server's reason for a failure; null if it gave none. */
  reason: string | null
  /** Whether the action may have happened although no response arrived. */
  unsure: boolean
}

export interface BulkJob {
  /** Loads the current order, because the list that it was selected in may be old. */
  newest(order: Order): Promise<Order>
  /** Why the action is impossible on an order; null if it is possible. */
  refusal(order: Order): string | null
  /** Acts on one order. Rejects on failure. */
  send(order: Order): Promise<void>
}

/** Concurrent requests: quick, without loading the server. */
const AT_ONCE = 3

/** The steps of a run before its start. Each order occurs once. */
export function waitingSteps(orders: readonly Order[]): BulkStep[] {
  const once = new Map(orders.map((order) => [order.code, order]))
  return Array.from(once.values(), (order) => ({ order, state: 'waiting', reason: null, unsure: false }))
}

/**
 * Runs an action on several orders, a few at a time. One failure does not stop the rest. No order is acted on
 * twice: each one is loaded first, so a retry finds that an order is done even if the first response was lost.
 */
export class BulkRun {
  readonly #job: BulkJob
  readonly #listeners = new Set<() => void>()
  #steps: readonly BulkStep[]
  #running: Promise<void> | null = null

  constructor(steps: readonly BulkStep[], job: BulkJob) {
    this.#job = job
    this.#steps = steps
  }

  /** The steps. Each change makes a new array. */
  readonly steps = (): readonly BulkStep[] => this.#steps

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs steps that are waiting, failed or stopped. Resolves when no request is pending. Never rejects. */
  start(): Promise<void> {
    if (this.#running) return this.#running
    this.#change((step) => (step.state === 'done' ? step : { ...step, state: 'waiting', reason: null }))
    this.#running = Promise.all(Array.from({ length: AT_ONCE }, () => this.#work())).then(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Stops before the steps that have not been sent. */
  stop(): void {
    if (!this.#running) return
    this.#change((step) => (step.state === 'waiting' ? { ...step, state: 'stopped' } : step))
  }

  async #work(): Promise<void> {
    for (;;) {
      const step = this.#steps.find(({ state }) => state === 'waiting')
      if (!step) return
      this.#set(step.order, { state: 'sent' })
      this.#set(step.order, await this.#outcome(step))
    }
  }

  async #outcome({ order, unsure }: BulkStep): Promise<Partial<BulkStep>> {
    try {
      const newest = await this.#job.newest(order)
      const reason = this.#job.refusal(newest)
      if (reason === null) await this.#job.send(newest)
      else if (!unsure) return { state: 'failed', reason }
      return { state: 'done', unsure: false }
    } catch (error) {
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500
      return { state: 'failed', reason: refusalOf(error).reason, unsure: !refused }
    }
  }

  #set({ code }: Order, change: Partial<BulkStep>): void {
    this.#change((step) => (step.order.code === code ? { ...step, ...change } : step))
  }

  #change(next: (step: BulkStep) => BulkStep): void {
    this.#steps = this.#steps.map(next)
    for (const listener of this.#listeners) listener()
  }
}
