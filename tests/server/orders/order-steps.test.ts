import { expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { STEP_RULES, type StepName } from '../../../src/domain/sentences/order-steps.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { COLLECTED, orderOnTest, PAYMENT, pickup, READY, SHIPPED } from './order-on-test.ts'

const TODAY = '2026-11-20'

/** The request of each step. */
const REQUESTS: Record<StepName, [path: string, body: object]> = {
  'record-payment': ['payment', PAYMENT],
  pack: ['ready', { ...READY, send_notification: false }],
  'pack-on-account': ['ready-on-account', { ...READY, send_notification: false }],
  'record-collection': ['collected', COLLECTED],
  'add-tracking': ['shipped', SHIPPED],
  'skip-order': ['skip', { reason: 'no driver' }],
  'hold-order': ['hold', { reason: 'short' }],
  'release-order': ['release', { reason: 'stock is here' }],
}

const GIVEN = { tracking_code: 'TTS1', reason: 'short' }

const steps = fc.array(
  fc.constantFrom<StepName>(
    ...(['record-payment', 'pack', 'pack-on-account', 'record-collection', 'add-tracking'] as const),
    ...(['skip-order', 'hold-order', 'release-order'] as const),
  ),
  { minLength: 2, maxLength: 5 },
)

/** What decides about the next steps: the allowed ones, and the status. */
const judged = (order: Order) => ({
  allowed: Object.entries(STEP_RULES).filter(([, rule]) => rule.offer(order).offered),
  done: Object.entries(STEP_RULES).filter(([, rule]) => rule.isDone(order)),
  status: order.status,
})

onEachDatabase((database) => {
  const target = orderOnTest(database)
  // PAL-13
  it('predicts what the server makes of an order by each step', MODEL, () =>
    fc.assert(
      fc
        .asyncProperty(steps, fc.boolean(), fc.constantFrom('Ordered', 'On Hold'), run)
        .beforeEach(() => target.next()),
      { numRuns: casesOf(25, 500) },
    ),
  )

  async function run(names: readonly StepName[], isPickup: boolean, status: string) {
    await target.put({ total_cents: 11_500, status, ...(isPickup && pickup) })
    let predicted = await target.order()
    for (const name of names) {
      const { offer, after } = STEP_RULES[name]
      const isOffered = offer(predicted).offered
      const answer = await target.post(...REQUESTS[name])
      expect([name, answer.ok]).toEqual([name, isOffered])
      if (isOffered) predicted = after(predicted, GIVEN, TODAY)
      expect(judged(predicted)).toEqual(judged(await target.order()))
    }
  }
})
