import type { Order } from '../../../contract/orders.ts'
import { CallError, refusalOf } from '../../api/client.ts'
import { now } from '../../state/clock.ts'
import { store } from '../../state/store.ts'
import type { BulkRun, BulkStep } from './bulk-state.ts'
import { bulkRunAtom, changeRun } from './bulk-store.ts'

export interface BulkJob {
  /** Loads the current order, because the list that it was selected in may be old. */
  newest(order: Order): Promise<Order>
  /** Why the action is impossible on an order; null if it is possible. */
  refusal(order: Order): string | null
  /** Acts on one order. Rejects on failure. */
  send(order: Order): Promise<void>
}

/** Number of concurrent requests: enough for speed, without loading the server. */
const AT_ONCE = 3

/**
 * Acts on every order of a run that is not done, a few at a time. One failure does not stop the rest. No order is acted
 * on twice: each one is loaded first, so a retry finds that an order is done even if the first response was lost.
 * Resolves when no request is pending. Never rejects.
 */
export async function perform(run: BulkRun, job: BulkJob): Promise<void> {
  if (store.get(bulkRunAtom)?.phase === 'running') return
  const startedAt = now()
  store.set(bulkRunAtom, { ...run, startedAt })
  changeRun({ type: 'started' })
  const work = async () => {
    for (let step = waitingStep(startedAt); step; step = waitingStep(startedAt)) {
      const { code } = step.order
      changeRun({ type: 'sent', code })
      changeRun({ type: 'answered', code, outcome: await outcomeOf(step, job) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** The next order of the run that was started then; undefined when none is left or the user has signed out. */
function waitingStep(startedAt: number): BulkStep | undefined {
  const run = store.get(bulkRunAtom)
  return run?.startedAt === startedAt ? run.steps.find(({ state }) => state === 'waiting') : undefined
}

async function outcomeOf({ order, unsure }: BulkStep, job: BulkJob): Promise<Partial<BulkStep>> {
  try {
    const newest = await job.newest(order)
    const reason = job.refusal(newest)
    if (reason === null) await job.send(newest)
    else if (!unsure) return { state: 'failed', reason }
    return { state: 'done', unsure: false }
  } catch (error) {
    const refused = error instanceof CallError && error.status >= 400 && error.status < 500
    return { state: 'failed', reason: refusalOf(error).reason, unsure: !refused }
  }
}
