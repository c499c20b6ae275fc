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

/** The terms of customers whose goods leave before they are paid. */
export const ACCOUNT = 'account'
/** How customers pay (ORD-60): before goods leave, or on account. */
export const CUSTOMER_TERMS = ['cash', ACCOUNT] as const
const TERMS_LABELS: Readonly<Record<string, string>> = { cash: 'Cash', account: 'On account' }

/** The terms of a customer in words; null if they are unknown. */
export function termsLabel(terms: string | null): string | null {
  const known = nonBlank(terms)
  return known === null ? null : (TERMS_LABELS[known.toLowerCase()] ?? known)
}

/** Whether goods may leave for a customer with these terms before they are paid. */
export function buysOnAccount(terms: string | null): boolean {
  return terms?.trim().toLowerCase() === ACCOUNT
}

interface Credit {
  pricing: string | null
  credit_stop: boolean
}

/** Whether the credit of a customer is stopped: by its pricing, or on its own. */
export function hasStopCredit({ pricing, credit_stop }: Credit): boolean {
  return credit_stop || isStop(pricing)
}

/** The pricing that lists show of a customer: 'stop' while the credit is stopped. */
export function listedPricing(customer: Credit): string | null {
  return hasStopCredit(customer) ? STOP : customer.pricing
}

function isStop(pricing: string | null): boolean {
  return pricing?.trim().toLowerCase() === STOP
}

/** The badge of a pricing type (CUS-4): 'Stop Credit' for stop, otherwise the capitalised word. */
export function shownPricing(pricing: string | null): ShownStatus {
  const type = nonBlank(pricing) ?? DEFAULT_PRICING
  const known = type.toLowerCase()
  return { label: isStop(known) ? 'Stop Credit' : capitalised(type), tone: TONES.get(known) ?? 'lime' }
}
