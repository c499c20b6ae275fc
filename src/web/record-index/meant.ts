import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { fold } from '../../domain/format/text.ts'
import { ordersMeant } from '../../domain/orders/order-code.ts'
import { hasReference, type IndexedRecord } from '../../domain/records/indexed-record.ts'

/** Whether a record has exactly this code, in any case of its letters. Only codes of orders have a number sign. */
export function hasCode(record: IndexedRecord, text: string): boolean {
  const code = record.kind === 'order' ? text : text.replace(/^#/, '')
  return fold(record.code) === fold(code) || hasReference(record, code)
}

/** Whether the code may mean several of these orders (ORD-70): then none is chosen for the user. */
export function isAmbiguous(records: readonly IndexedRecord[], code: string): boolean {
  return ordersNamed(records, code).length > 1 && !records.some((record) => hasCode(record, code))
}

/** The orders that the code may mean. */
export function ordersNamed(records: readonly IndexedRecord[], code: string): IndexedRecord[] {
  return ordersMeant(
    code,
    records.filter(({ kind }) => kind === 'order'),
  )
}

/**
 * The best match for part of a code: the only order that it means, otherwise the newest record with exactly its digits,
 * otherwise the newest of all. Null if it means several orders.
 */
export function bestMatch(records: readonly IndexedRecord[], part: string): IndexedRecord | null {
  const [order, ...others] = ordersNamed(records, part)
  if (order) return others.length === 0 ? order : null
  const digits = digitsIn(part)
  const newest = records.toSorted((a, b) => (parseInstant(b.at) ?? 0) - (parseInstant(a.at) ?? 0))
  return newest.find(({ code }) => digitsIn(code) === digits) ?? newest[0] ?? null
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}
