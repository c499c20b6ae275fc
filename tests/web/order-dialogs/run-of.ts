import type { Order } from '../../../src/contract/orders.ts'
import { type BulkRun, waitingSteps } from '../../../src/web/screens/order-dialogs/bulk-state.ts'

/** A run over these orders, before its start. */
export function runOf(orders: readonly Order[]): BulkRun {
  return {
    action: 'pack',
    phase: 'asking',
    steps: waitingSteps(orders),
    leftOut: [],
    notification: { send: true, message: 'Kia ora' },
    day: '2026-11-20',
    path: '/orders',
    startedAt: 0,
  }
}
