import type { Order } from '../../../contract/orders.ts'
import { CallError } from '../../api/client.ts'
import { refusalOf } from '../../api/failure.ts'

/** How far a run is with one order. */
export interface BulkStep {
  order: Order
  state: 'waiting' | 'sent' | 'done' | 'failed' | 'stopped'
  /** The server's words about a failure, where it gave any. */
  reason: string | null
  /** No answer came, so it may have been done all the same. */
  unsure: boolean
}

export interface BulkJob {
  /** The order as the server has it now: the list that it was selected in may be old. */
  newest(order: Order): Promise<Order>
  /** Why it cannot be done to an order, null when it can. */
  refusal(order: Order): string | null
  /** Does it to one order; rejects when that failed. */
  send(order: Order): Promise<void>
}

/** How many orders are under way at once: quick, and kind to the server. */
const AT_ONCE = 3

/** The steps of a run that was not started, each order once. */
export function waitingSteps(orders: readonly Order[]): BulkStep[] {
  const once = new Map(orders.map((order) => [order.code, order]))
  return Array.from(once.values(), (order) => ({ order, state: 'waiting', reason: null, unsure: false }))
}

/**
 * Does one thing to several orders, a few at a time. What fails keeps the others from nothing. Nothing is done twice:
 * each order is looked up first, so one whose answer never came is found to be done when it is tried again.
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

  /** Another list with every change. */
  readonly steps = (): readonly BulkStep[] => this.#steps

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs what waits, failed or was stopped; resolves when nothing is under way any more. Never rejects. */
  start(): Promise<void> {
    if (this.#running) return this.#running
    this.#change((step) => (step.state === 'done' ? step : { ...step, state: 'waiting', reason: null }))
    this.#running = Promise.all(Array.from({ length: AT_ONCE }, () => this.#work())).then(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Leaves out what was not sent yet. */
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
