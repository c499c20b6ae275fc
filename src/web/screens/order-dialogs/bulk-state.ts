import * as z from 'zod/mini'
import { Order } from '../../../contract/orders.ts'
import { privateAtom } from '../../state/private-atom.ts'
import { store } from '../../state/store.ts'
import { jsonStorage } from '../../storage/json-storage.ts'

/** State of one order in a run. */
const BulkStep = z.object({
  order: Order,
  state: z.enum(['waiting', 'sent', 'done', 'failed', 'stopped']),
  /** The server's reason for a failure; null if it gave none. */
  reason: z.nullable(z.string()),
  /** Whether the action may have happened although no response arrived. */
  unsure: z.boolean(),
  /** The id by which it can be undone; null if there is none. */
  step: z.nullable(z.string()),
})
export type BulkStep = z.output<typeof BulkStep>

/** The customers' notification: a template of `domain/orders/order-message.ts`, and whether it is sent. */
const Notification = z.object({ send: z.boolean(), message: z.string() })
export type Notification = z.output<typeof Notification>

/** An action on several orders. */
export const BulkRun = z.object({
  action: z.enum(['record-payment', 'pack']),
  phase: z.enum(['asking', 'running', 'ended']),
  /** Each order occurs once. */
  steps: z.array(BulkStep),
  /** Orders on which the action is impossible, with the reason. */
  leftOut: z.array(z.object({ order: Order, reason: z.string() })),
  /** The customers' notification; null if they get none. */
  notification: z.nullable(Notification),
  /** The day in Auckland on which the run was confirmed, 'yyyy-MM-dd': the payment date that its dialog names. */
  day: z.string(),
  /** Path of the screen on which it was confirmed. */
  path: z.string(),
  /** Unix time in milliseconds; 0 before the start. Distinguishes it from a run that a sign-out has ended. */
  startedAt: z.number(),
})
export type BulkRun = z.output<typeof BulkRun>

export type BulkEvent =
  | { type: 'notification-changed'; change: Partial<Notification> }
  /** Also for a retry of the orders that are not done. */
  | { type: 'started' }
  /** Orders that have not been sent are left out. */
  | { type: 'stopped' }
  | { type: 'sent'; code: string }
  | { type: 'answered'; code: string; outcome: Partial<BulkStep> }
  /** The page was left: no further request is sent, and the outcome of pending ones is unknown. */
  | { type: 'cut-short' }

/** The steps of a run before its start. */
export function waitingSteps(orders: readonly Order[]): BulkStep[] {
  const once = new Map(orders.map((order) => [order.code, order]))
  return Array.from(once.values(), (order) => ({
    order,
    state: 'waiting',
    reason: null,
    unsure: false,
    step: null,
  }))
}

/** The run after an event. */
export function reduceRun(run: BulkRun, event: BulkEvent): BulkRun {
  switch (event.type) {
    case 'notification-changed':
      return { ...run, notification: run.notification && { ...run.notification, ...event.change } }
    case 'started':
      return run.phase === 'running' ? run : changed(run, again)
    case 'stopped':
      return run.phase === 'running' ? changed(run, stopped) : run
    case 'sent':
      return changed(run, (step) => (step.order.code === event.code ? { ...step, state: 'sent' } : step))
    case 'answered':
      return changed(run, (step) => (step.order.code === event.code ? { ...step, ...event.outcome } : step))
    case 'cut-short':
      return changed(changed(run, stopped), unheard)
  }
}

/** A run ends when no order is waiting and no request is pending. */
function changed(run: BulkRun, change: (step: BulkStep) => BulkStep): BulkRun {
  const steps = run.steps.map(change)
  const runs = steps.some(({ state }) => state === 'waiting' || state === 'sent')
  return { ...run, steps, phase: runs ? 'running' : 'ended' }
}

function again(step: BulkStep): BulkStep {
  return step.state === 'done' ? step : { ...step, state: 'waiting', reason: null }
}

function stopped(step: BulkStep): BulkStep {
  return step.state === 'waiting' ? { ...step, state: 'stopped' } : step
}

function unheard(step: BulkStep): BulkStep {
  return step.state === 'sent' ? { ...step, state: 'failed', unsure: true } : step
}

const KEY = 'bulk-run'
const storage = jsonStorage(BulkRun, sessionStorage)

/** The run that was started last in this tab, until its outcome is closed. It outlives its dialog. */
export const bulkRunAtom = privateAtom<BulkRun | null>(null)

/** Loads the run that a reload has interrupted. It is not resumed. */
export function restoreRun(): void {
  const run = storage.getItem(KEY, null)
  store.set(bulkRunAtom, run && reduceRun(run, { type: 'cut-short' }))
}

restoreRun()

export function changeRun(event: BulkEvent): void {
  store.set(bulkRunAtom, (run) => run && reduceRun(run, event))
}

export function forgetRun(): void {
  store.set(bulkRunAtom, null)
  storage.removeItem(KEY)
}

window.addEventListener('pagehide', () => {
  const run = store.get(bulkRunAtom)
  if (run) storage.setItem(KEY, run)
})
