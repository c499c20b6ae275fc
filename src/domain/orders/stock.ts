import type { ShownStatus } from './order-status.ts'

/** The stock shown for every product in the list, because the contract has no stock (section 2, reading 19). */
export const LISTED_STOCK = { level: 1, warning: 0 } as const

/** The stock badge (section 4): out at none, in above the warning level, otherwise low. */
export function shownStock({ level, warning }: { level: number; warning: number }): ShownStatus {
  if (level <= 0) return { label: 'Out of stock', tone: 'red' }
  return level > warning ? { label: 'In stock', tone: 'green' } : { label: 'Low stock', tone: 'orange' }
}
