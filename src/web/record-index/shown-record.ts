import type { ShownStatus } from '../../domain/format/badge.ts'
import { fold } from '../../domain/format/text.ts'
import { CONSIGNMENT_STAGES, shownStage } from '../../domain/freight/consignment.ts'
import { shownStatus } from '../../domain/orders/order-status.ts'
import { shownSupplierOrderStatus } from '../../domain/orders/supplier-order.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'

/** A part of a text that matches the query or does not. */
export interface MarkedPart {
  text: string
  match: boolean
}

/**
 * Splits a text at its matches, by the rules of the search: the whole query, otherwise each of its words, otherwise
 * its letters in order.
 * @param from the first letter of the returned part, `to` the one behind it
 */
export function markMatch(
  text: string,
  typed: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): MarkedPart[] {
  const letters = [...text]
  const folded = letters.map(fold)
  const query = fold(typed).trim()
  const words = query.split(/\s+/).flatMap((word) => runOf(folded, word) ?? [])
  const marked = new Set(runOf(folded, query) ?? (words.length > 0 ? words : inTurn(folded, query)))
  const pieces: MarkedPart[] = []
  for (const [index, letter] of letters.entries()) {
    if (index < from || index >= to) continue
    const last = pieces.at(-1)
    const match = marked.has(index)
    if (last?.match === match) last.text += letter
    else pieces.push({ text: letter, match })
  }
  return pieces
}

/** The places of the letters of the first occurrence of `query`; a letter may fold to none or several. */
function runOf(folded: readonly string[], query: string): number[] | null {
  for (let start = 0; query !== '' && start < folded.length; start += 1) {
    let end = start
    let found = ''
    while (end < folded.length && found.length < query.length) {
      found += folded[end]
      end += 1
    }
    if (found === query) return Array.from({ length: end - start }, (_, index) => start + index)
  }
  return null
}

function inTurn(folded: readonly string[], query: string): number[] {
  const places: number[] = []
  for (const letter of query.replace(/\s+/g, '')) {
    const place = folded.indexOf(letter, (places.at(-1) ?? -1) + 1)
    if (place === -1) return []
    places.push(place)
  }
  return places
}

/** The badges of the indexed statuses. Other kinds of record have none. */
const BADGES: Partial<Record<RecordKind, (status: string | null) => ShownStatus | null>> = {
  order: shownStatus,
  consignment: (status) => shownStage(CONSIGNMENT_STAGES.find((stage) => stage === status) ?? 'awaiting'),
  customer: (pricing) => (pricing === null ? null : shownPricing(pricing)),
  'supplier-order': shownSupplierOrderStatus,
}

/** The badge of a record's status; null if it has none. */
export function badgeOf({ kind, status }: Pick<IndexedRecord, 'kind' | 'status'>): ShownStatus | null {
  return BADGES[kind]?.(status) ?? null
}
