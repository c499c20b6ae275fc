import type { Order } from '../../contract/orders.ts'
import { formatDay, todayInAuckland } from '../calendar/nz-calendar.ts'
import { parseInstant } from '../calendar/nz-time.ts'
import { nonBlank } from '../format/text.ts'

/**
 * That an order is set aside, by whom and why; null if it is not.
 * @example 'Skipped until 26/11/2026 by Mere Parata: one carton is missing'
 */
export function skipNote({ skipped }: Pick<Order, 'skipped'>): string | null {
  if (!skipped) return null
  const until = parseInstant(skipped.until)
  const day = until === null ? '' : ` until ${formatDay(todayInAuckland(until))}`
  const by = nonBlank(skipped.by)
  const reason = nonBlank(skipped.reason)
  return `Skipped${day}${by === null ? '' : ` by ${by}`}${reason === null ? '' : `: ${reason}`}`
}
