import type { OrderItem } from '../../contract/orders.ts'
import { nonBlank } from '../format/text.ts'

type Counted = Pick<OrderItem, 'quantity' | 'fulfilled_quantity'>

/** How much of an item is still to be sent from here: its quantity without what was sent elsewhere (ORD-90). */
export function leftOf({ quantity, fulfilled_quantity }: Counted): number {
  return Math.max(0, (quantity ?? 0) - sentOf({ quantity, fulfilled_quantity }))
}

function sentOf({ quantity, fulfilled_quantity }: Counted): number {
  return Math.min(Math.max(0, fulfilled_quantity ?? 0), quantity ?? 0)
}

/** Whether all of an item was sent elsewhere. */
export function isSentElsewhere(item: Counted): boolean {
  return sentOf(item) > 0 && leftOf(item) === 0
}

/** What was sent elsewhere of an item; null if nothing was: '2 sent, 3 left'. */
export function sentNote(item: Counted): string | null {
  const sent = sentOf(item)
  return sent === 0 ? null : `${sent} sent, ${leftOf(item)} left`
}

/** A product of an order that is checked by scanning it. */
export interface CheckedItem {
  code: string
  ordered: number
  scanned: number
}

/**
 * The products of an order that are still to be sent, each once. Items without a product code cannot be scanned and are
 * left out.
 */
export function itemsToCheck(items: readonly OrderItem[]): CheckedItem[] {
  const ordered = new Map<string, number>()
  for (const item of items) {
    const code = nonBlank(item.product.code)
    if (code === null || isSentElsewhere(item)) continue
    ordered.set(code, (ordered.get(code) ?? 0) + Math.ceil(leftOf(item)))
  }
  return Array.from(ordered, ([code, count]) => ({ code, ordered: count, scanned: 0 }))
}

/** A scanned product with the number of pieces; the number is 1 unless one was typed before the code. */
interface ScannedItem {
  code: string
  pieces: number
}

/**
 * The product that a text names: its code in any case, perhaps with a number of pieces before it ('3ABC', '3*ABC').
 * Null if it names none, or if it could name two.
 */
export function readItem(items: readonly CheckedItem[], text: string): ScannedItem | null {
  const typed = text.trim().toLowerCase()
  const whole = items.find(({ code }) => code.toLowerCase() === typed)
  if (whole) return { code: whole.code, pieces: 1 }
  const counted = items.flatMap(({ code }) => {
    const before = typed.endsWith(code.toLowerCase()) ? typed.slice(0, -code.length) : ''
    const [, pieces] = /^(\d{1,3})\s*\*?\s*$/.exec(before) ?? []
    return pieces === undefined ? [] : [{ code, pieces: Number(pieces) }]
  })
  return counted.length === 1 ? (counted[0] ?? null) : null
}

/** A number of pieces typed before a scan: '3'. Null for any other text. */
export function readPieces(text: string): number | null {
  const [, pieces] = /^(\d{1,3})\*?$/.exec(text.trim()) ?? []
  return pieces === undefined || Number(pieces) === 0 ? null : Number(pieces)
}

/** The items after a scan, or why it is wrong: more pieces than were ordered. */
export function withScanned(
  items: readonly CheckedItem[],
  { code, pieces }: ScannedItem,
): { items: CheckedItem[] } | { wrong: string } {
  const item = items.find((one) => one.code === code)
  if (!item) return { wrong: notInOrder(code) }
  const scanned = item.scanned + pieces
  if (scanned > item.ordered) return { wrong: `Too many of ${code}: ${scanned} instead of ${item.ordered}` }
  return { items: items.map((one) => (one === item ? { ...one, scanned } : one)) }
}

export function notInOrder(code: string): string {
  return `${code} is not in this order`
}

/** The missing items: 'Still to scan: 2 of ABC, 1 of DEF'. Null if none is missing. */
export function stillToScan(items: readonly CheckedItem[]): string | null {
  const missing = items.filter(({ scanned, ordered }) => scanned < ordered)
  if (missing.length === 0) return null
  return `Still to scan: ${missing.map(({ code, ordered, scanned }) => `${ordered - scanned} of ${code}`).join(', ')}`
}
