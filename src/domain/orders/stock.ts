import type { ShownStatus } from './order-status.ts'

/** What the list hands the badge for every product: the contract carries no stock (section 2, reading 19). */
export const LISTED_STOCK = { level: 1, warning: 0 } as const

/** The stock badge (section 4): none is out, more than the warning level is in, what lies between is low. */
export function shownStock({ level, warning }: { level: number; warning: number }): ShownStatus {
  if (level <= 0) return { label: 'Out of stock', tone: 'red' }
  return level > warning ? { label: 'In stock', tone: 'green' } : { label: 'Low stock', tone: 'orange' }
}
