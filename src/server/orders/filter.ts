import type { OrderListQuery } from '../../contract/orders.ts'
import { parseCents } from '../../domain/format/money.ts'
import { choicesOf, withoutQueue } from '../../domain/lists/order-filter.ts'
import { namedNumber } from '../../domain/records/kind-words.ts'
import { termsOf } from '../http/list-query.ts'
import { referenceTerm, withStatusWords } from './search-text.ts'
import type { OrderQuery } from './store.ts'

/**
 * Reads the filter of the list call at `now` (ms). Null if its search contains nothing searchable.
 * @throws Refusal 400 if the search is too long
 */
export function orderQueryOf(query: OrderListQuery, now: number): OrderQuery | null {
  const rest = withoutQueue(query.query ?? '')
  const search = readOrderSearch(rest ?? query.query)
  if (search === null) return null
  return {
    isQueue: rest !== null,
    choices: choicesOf(query),
    now,
    customer: query.customer ?? null,
    ...search,
  }
}

/**
 * Reads a search of orders. A word that is an amount is the total including GST; 'ref 8915' and
 * 'PO 8915' are a reference, 'order 104823' is a code, 'on hold' a status. Null if it contains nothing searchable.
 * @throws Refusal 400 if it is too long
 */
function readOrderSearch(query = ''): Pick<OrderQuery, 'terms' | 'total'> | null {
  const words = query.split(/\s+/).filter(Boolean)
  const totals = new Set(words.flatMap((word) => parseCents(word) ?? []))
  // An order has only one total.
  if (totals.size > 1) return null
  const [total = null] = totals
  const terms = wordTerms(words.filter((word) => parseCents(word) === null).join(' '))
  return terms === null && total === null ? null : { terms: terms ?? [], total }
}

function wordTerms(text: string): string[] | null {
  const named = namedNumber(text)
  // In a list of orders, a purchase order is one of the customer's.
  if (named?.of === 'reference' || named?.of === 'supplier-order') return [referenceTerm(named.number)]
  return termsOf(named?.of === 'order' ? named.number : withStatusWords(text))
}
