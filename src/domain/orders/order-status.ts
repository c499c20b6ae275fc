import { ABSENT, nonBlank } from '../format/absent.ts'
import type { Tone } from '../format/tone.ts'
import { leavesByHand, type OrderStage } from './order-stage.ts'

export interface ShownStatus {
  label: string
  tone: Tone
}

/** Status words with a label and colour of their own (section 4), by their lower-case form. */
const SHOWN = new Map<string, ShownStatus>([
  ['ordered', { label: 'Unpaid', tone: 'red' }],
  ['unpaid', { label: 'Unpaid', tone: 'red' }],
  ['paid', { label: 'Paid', tone: 'yellow' }],
  ['ready to collect', { label: 'Ready To Collect', tone: 'yellow' }],
  ['ready to ship', { label: 'Ready To Ship', tone: 'yellow' }],
  ['shipped', { label: 'Shipped', tone: 'lime' }],
  ['collected', { label: 'Collected', tone: 'lime' }],
])

/** The badge of an order's status. An unknown word is shown unchanged in the neutral colour. */
export function shownStatus(status: string | null): ShownStatus {
  const word = nonBlank(status)
  if (word === null) return { label: ABSENT, tone: 'neutral' }
  return SHOWN.get(word.toLowerCase()) ?? { label: word, tone: 'neutral' }
}

/** Whether a status word, in lower case, is one that actions set or that means one of these. */
export function isActionStatus(word: string): boolean {
  return SHOWN.has(word)
}

/** The statuses that the order's actions set (section 4). */
export type OrderStatus = 'Ordered' | 'Paid' | 'Ready To Collect' | 'Ready To Ship' | 'Shipped' | 'Collected'

/** The status that follows from an order's dates. The server stores it after an action. */
export function statusOf(dates: OrderStage['dates'], freight: OrderStage['freight']): OrderStatus {
  const byHand = leavesByHand({ status: null, dates, freight })
  if (nonBlank(dates.shipped_at)) return byHand ? 'Collected' : 'Shipped'
  if (!nonBlank(dates.paid_at)) return 'Ordered'
  if (!nonBlank(dates.ready_at)) return 'Paid'
  return byHand ? 'Ready To Collect' : 'Ready To Ship'
}
