import * as z from 'zod/mini'
import { Order } from '../../../contract/orders.ts'
import { currentUser, onSignOut } from '../../state/session.ts'

/** In session storage, because a run belongs to one tab. */
const KEY = 'bulk-run'

const Step = z.object({
  order: Order,
  state: z.enum(['waiting', 'sent', 'done', 'failed', 'stopped']),
  reason: z.nullable(z.string()),
  unsure: z.boolean(),
})

/** The customers' notification: a template of `domain/order-message.ts`, and whether it is sent. */
const Notification = z.object({ send: z.boolean(), message: z.string() })
export type Notification = z.output<typeof Notification>

const Kept = z.object({
  user: z.string(),
  action: z.enum(['record-payment', 'pack']),
  notification: z.nullable(Notification),
  steps: z.array(Step),
  leftOut: z.array(z.object({ order: Order, reason: z.string() })),
})

/** State of a run over several orders, and its user. */
export type BulkState = z.output<typeof Kept>

/** Stores the progress of a run, so that its outcome can be shown after an interruption. */
export function keepRun(state: BulkState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // If storage is full or forbidden, the run continues without this record.
  }
}

export function forgetRun(): void {
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetRun)

/**
 * This user's interrupted run; null if there is none. It is not resumed: waiting orders were not started, and the
 * outcome of those sent is unknown.
 */
export function keptRun(): BulkState | null {
  const kept = Kept.safeParse(storedRun())
  if (!kept.success || kept.data.user !== currentUser()) return null
  return { ...kept.data, steps: kept.data.steps.map(cutShort) }
}

function storedRun(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

function cutShort(step: BulkState['steps'][number]): BulkState['steps'][number] {
  if (step.state === 'waiting') return { ...step, state: 'stopped' }
  return step.state === 'sent' ? { ...step, state: 'failed', unsure: true } : step
}
