import * as z from 'zod/mini'
import { BULK_ACTIONS } from '../../../../commands/engine/context.ts'
import { Order, PAYMENT_METHODS } from '../../../contract/orders.ts'
import { RunOutcome, reduceRun } from '../../form/run.ts'
import { privateAtom } from '../../state/session.ts'
import { store } from '../../state/store.ts'
import { jsonStorage } from '../../storage/json-storage.ts'

const BulkEntry = z.extend(RunOutcome, { id: z.string(), item: Order })
export type BulkEntry = z.output<typeof BulkEntry>

/** The customers' notification: a template of `domain/orders/order-message.ts`, and whether it is sent. */
const Notification = z.object({ send: z.boolean(), message: z.string() })
export type Notification = z.output<typeof Notification>

/** An action on several orders. */
export const BulkRun = z.object({
  action: z.enum(BULK_ACTIONS),
  phase: z.enum(['asking', 'running', 'ended']),
  entries: z.array(BulkEntry),
  /** Orders on which the action is impossible, with the reason. */
  leftOut: z.array(z.object({ order: Order, reason: z.string() })),
  /** The customers' notification; null if they get none. */
  notification: z.nullable(Notification),
  /** How each order is paid, on which day in Auckland, 'yyyy-MM-dd', and with which reference. */
  payment: z.object({
    payment_method: z.enum(PAYMENT_METHODS),
    date_paid: z.string(),
    reference: z.string(),
  }),
  /** Path of the screen on which it was confirmed. */
  path: z.string(),
  startedAt: z.number(),
})
export type BulkRun = z.output<typeof BulkRun>

const KEY = 'bulk-run'
const storage = jsonStorage(BulkRun, sessionStorage)

/** The run that was started last in this tab, until its outcome is closed. It outlives its dialog. */
export const bulkRunAtom = privateAtom<BulkRun | null>(null)

/** Loads the run that a reload has interrupted. It is not resumed, and the outcome of pending requests is unknown. */
export function restoreRun(): void {
  const run = storage.getItem(KEY, null)
  const pending = { state: 'failed', unsure: true } as const
  const waiting = { state: 'stopped' } as const
  store.set(bulkRunAtom, run && reduceRun(run, { type: 'ended', pending, waiting }))
}

restoreRun()

export function forgetRun(): void {
  store.set(bulkRunAtom, null)
  storage.removeItem(KEY)
}

window.addEventListener('pagehide', () => {
  const run = store.get(bulkRunAtom)
  if (run) storage.setItem(KEY, run)
})
