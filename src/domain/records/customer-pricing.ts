import type { ShownStatus, Tone } from '../format/badge.ts'
import { capitalised, nonBlank } from '../format/text.ts'

/** The pricing of a customer if the response has none (CUS-4), and always on the customer's own screen. */
export const DEFAULT_PRICING = 'retail'

/** The pricing of a customer whose credit is stopped. */
export const STOP = 'stop'
const TONES = new Map<string, Tone>([
  [STOP, 'red'],
  ['drip', 'amber'],
  ['wholesale', 'sky'],
])

/** Whether the credit of a customer with this pricing is stopped. */
export function hasStopCredit(pricing: string | null): boolean {
  return pricing?.trim().toLowerCase() === STOP
}

/** The badge of a pricing type (CUS-4): 'Stop Credit' for stop, otherwise the capitalised word. */
export function shownPricing(pricing: string | null): ShownStatus {
  const type = nonBlank(pricing) ?? DEFAULT_PRICING
  const known = type.toLowerCase()
  return { label: hasStopCredit(known) ? 'Stop Credit' : capitalised(type), tone: TONES.get(known) ?? 'lime' }
}
