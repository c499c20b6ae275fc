import { nonBlank } from '../format/absent.ts'
import { capitalised } from '../format/capitalised.ts'
import type { Tone } from '../format/tone.ts'
import type { ShownStatus } from '../orders/order-status.ts'

/** What a customer pays where the answer says nothing (reading 19), and what the customer's own screen always shows. */
export const DEFAULT_PRICING = 'retail'

const STOP = 'stop'
const TONES = new Map<string, Tone>([
  [STOP, 'red'],
  ['drip', 'amber'],
  ['wholesale', 'sky'],
])

/** The badge of a pricing type (section 2): stop is 'Stop Credit', any other its own word, capitalised. */
export function shownPricing(pricing: string | null): ShownStatus {
  const type = nonBlank(pricing) ?? DEFAULT_PRICING
  const known = type.toLowerCase()
  return { label: known === STOP ? 'Stop Credit' : capitalised(type), tone: TONES.get(known) ?? 'lime' }
}
