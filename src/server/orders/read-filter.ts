import type { OrderListQuery } from '../../contract/orders.ts'
import { RANGE_DAYS } from '../../domain/lists/order-filter.ts'
import { timestamp } from '../db/times.ts'
import { readOrderSearch } from './read-search.ts'
import type { OrderFilter } from './store.ts'

const DAY_MS = 86_400_000

/**
 * Reads the filter of the list call at `now` (ms). Null if its search contains nothing searchable.
 * @throws Refusal 400 if the search is too long
 */
export function readOrderFilter(query: OrderListQuery, now: number): OrderFilter | null {
  const search = readOrderSearch(query.query)
  if (search === null) return null
  return {
    branch: query.branch ?? null,
    status: query.status ?? null,
    customer: query.customer ?? null,
    since: query.daterange ? timestamp(now - RANGE_DAYS[query.daterange] * DAY_MS) : null,
    ...search,
  }
}
