import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderListQuery } from '../../contract/orders.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { parseCents } from '../../domain/format/money.ts'
import {
  choicesOf,
  conditionsOf,
  type OrderChoices,
  type OrderCondition,
  partsOf,
  searchedImport,
  startOfDays,
  TO_PACK,
  withoutQueue,
} from '../../domain/lists/order-filter.ts'
import { ACCOUNT, STOP } from '../../domain/records/customer-pricing.ts'
import { namedNumber } from '../../domain/records/kind-words.ts'
import { timestamp } from '../db/times.ts'
import { termsOf } from '../http/list-query.ts'
import { type CriterionSql, criteriaSql } from './criteria.ts'
import { referenceTerm, withStatusWords } from './search-text.ts'

/** What a list of orders selects. Null does not filter. */
export interface OrderQuery {
  choices: OrderChoices
  /** Whether only the orders to pack are selected, oldest first (ORD-62). */
  isQueue: boolean
  /** The number of an import, whose orders alone are selected. */
  importId: number | null
  /** The time (ms) from which ranges of days count back. */
  now: number
  customer: string | null
  /** Cents including GST. */
  total: number | null
  /** From `searchTerms`. */
  terms: string[]
  criteria: readonly CriterionSql[]
}

/**
 * Reads the filter of the list call at `now` (ms). Null if its search contains nothing searchable.
 * @param staffId of the user who requests it
 * @throws Refusal 400 if the search is too long, or a criterion is invalid
 */
export function orderQueryOf(
  db: QueryExecutorProvider,
  query: OrderListQuery,
  now: number,
  staffId: string,
): OrderQuery | null {
  const importId = searchedImport(query.query ?? '')
  const rest = withoutQueue(query.query ?? '')
  const search = importId === null ? readOrderSearch(rest ?? query.query) : { terms: [], total: null }
  if (search === null) return null
  return {
    isQueue: rest !== null,
    importId,
    choices: choicesOf(query),
    now,
    customer: query.customer ?? null,
    ...search,
    criteria: criteriaSql(db, query, todayInAuckland(now), { now, staffId }),
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

/** A condition on `orders`: the customer's credit is not stopped. */
export const hasCredit: RawBuilder<SqlBool> = sql`not exists (select 1 from customers
  where customers.id = orders.customer_id and (credit_stop = 1 or lower(trim(pricing)) = ${STOP}))`

const IS_ON_ACCOUNT = sql<SqlBool>`exists (select 1 from customers
  where customers.id = orders.customer_id and lower(trim(terms)) = ${sql.lit(ACCOUNT)})`

/** The conditions of the filters, on columns of `orders`. */
const CONDITION_SQL: {
  readonly [Name in keyof OrderCondition]: (wanted: OrderCondition[Name], now: number) => RawBuilder<SqlBool>
} = {
  branch: (branch) => sql`branch = ${branch}`,
  days: (days, now) => sql`ordered_at >= ${timestamp(startOfDays(days, now))}`,
  isPaid: (wanted) => hasDate('paid_at', wanted),
  isPacked: (wanted) => hasDate('ready_at', wanted),
  isShipped: (wanted) => hasDate('shipped_at', wanted),
  // Of one form for both values, like the conditions of the indexes.
  isStopped: (wanted) => sql`is_stopped = ${sql.raw(wanted ? '1' : '0')}`,
  isOpen: (wanted) => sql`${negated(wanted)} (is_stopped = 0 and is_held = 0 and ${hasCredit})`,
  isPaidOrOnAccount: (wanted) => sql`${negated(wanted)} (paid_at is not null or ${IS_ON_ACCOUNT})`,
}

/** The conditions of a list on columns of `orders`. */
export function conditionsSql({ choices, isQueue, now, criteria }: OrderQuery): RawBuilder<SqlBool>[] {
  const chosen = [...conditionsOf(choices), ...(isQueue ? [TO_PACK] : [])].flatMap((condition) =>
    partsOf(condition, (name, wanted) => CONDITION_SQL[name](wanted, now)),
  )
  return [...chosen, ...criteria.map(({ condition }) => condition)]
}

function negated(wanted: boolean): RawBuilder<unknown> {
  return sql.raw(wanted ? '' : 'not')
}

function hasDate(column: 'paid_at' | 'ready_at' | 'shipped_at', wanted: boolean): RawBuilder<SqlBool> {
  return sql`${sql.raw(column)} is ${sql.raw(wanted ? 'not null' : 'null')}`
}
