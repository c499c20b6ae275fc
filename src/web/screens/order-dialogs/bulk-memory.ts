import * as z from 'zod/mini'
import { Order } from '../../../contract/orders.ts'
import { currentUser, onSignOut } from '../../state/session.ts'

/** In session storage: it is the run of this tab. */
const KEY = 'bulk-run'

const Step = z.object({
  order: Order,
  state: z.enum(['waiting', 'sent', 'done', 'failed', 'stopped']),
  reason: z.nullable(z.string()),
  unsure: z.boolean(),
})

/** What customers are told: a template of `domain/order-message.ts`, and whether it is sent. */
const Notification = z.object({ send: z.boolean(), message: z.string() })
export type Notification = z.output<typeof Notification>

const Kept = z.object({
  user: z.string(),
  action: z.enum(['record-payment', 'pack']),
  notification: z.nullable(Notification),
  steps: z.array(Step),
  leftOut: z.array(z.object({ order: Order, reason: z.string() })),
})

/** A run over several orders as it stands, and whose it is. */
export type BulkState = z.output<typeof Kept>

/** Keeps how far a run is, so that whoever comes back after it was cut short is shown what came of each order. */
export function keepRun(state: BulkState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state))
  } catch {
    // A full or forbidden storage costs the memory of the run, never the run.
  }
}

export function forgetRun(): void {
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetRun)

/**
 * The run of this user that was cut short, null where there is none. It does not go on by itself: what waited was not
 * started, and of what was sent nobody heard.
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
