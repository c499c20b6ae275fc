import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderCriterionName } from '../../contract/orders.ts'
import { aucklandDayStart, daysAfter } from '../../domain/calendar/nz-calendar.ts'
import { namesOfCourier } from '../../domain/freight/couriers.ts'
import {
  type CriterionValues,
  type DayRange,
  DUPLICATE_MS,
  eachCriterion,
  LATE_MS,
  type MarkName,
  type OrderCriteria,
} from '../../domain/lists/order-criteria.ts'
import { ACCOUNT } from '../../domain/records/customer-pricing.ts'
import { bytewise, dayMovedBy, secondsOf } from '../db/dialect/dialect.ts'
import { timestamp } from '../db/times.ts'
import { invalidField } from '../http/refusal.ts'

/** What decides besides the order whether it meets a criterion. */
interface Asked {
  now: number
  /** The user who asks. */
  staffId: string
}

type SqlOf<Value> = (value: Value, asked: Asked, db: QueryExecutorProvider) => CriterionSql[]

/** A criterion in SQL. */
export interface CriterionSql {
  /** On columns of `orders`. */
  condition: RawBuilder<SqlBool>
  /** Selects the ids of all orders that meet it, and perhaps others, by an index; absent if it is met by many orders. */
  among?: RawBuilder<unknown>
  /** Selects about as many rows as `among`, in less time. */
  counted?: RawBuilder<unknown>
  /** The last day (UTC) on which such orders were ordered; later ones are listed before them. */
  until?: string | null
  /** The days (UTC) on which all of the orders were ordered, from the first to the last; null is open. */
  ordered?: DayRange
}

/** The criteria of a list in SQL (LIST-10). @throws Refusal 400 that names an invalid one */
export function criteriaSql(
  db: QueryExecutorProvider,
  criteria: OrderCriteria,
  today: string,
  asked: Asked,
): CriterionSql[] {
  return eachCriterion(criteria, today, (name, value) => {
    if (value === null) throw invalidField(400, name, 'is not a filter of orders')
    return SQL[name](value, asked, db)
  }).flat()
}

const SQL: { readonly [Name in OrderCriterionName]: SqlOf<CriterionValues[Name]> } = {
  ordered: (range) => [{ condition: within('ordered_at', range), ordered: utcDays(range) }],
  paid: (range) => onDays('paid_at', range),
  packed: (range) => onDays('ready_at', range),
  shipped: (range) => onDays('shipped_at', range),
  total({ from, to }) {
    // More cents than the column can have are no error.
    const condition = and([
      from === null ? null : sql<SqlBool>`total_cents >= cast(${from} as bigint)`,
      to === null ? null : sql<SqlBool>`total_cents <= cast(${to} as bigint)`,
    ])
    return [{ condition, among: sql`select id from orders where ${condition}` }]
  },
  product(code, _, db) {
    const of = bytewise(db, sql`upper(product_code)`)
    // The greatest character that codes do not contain.
    const items = sql`${of} >= ${code} and ${of} < ${`${code}\u{10ffff}`}`
    return [
      {
        condition: sql`exists (select 1 from order_items where order_id = orders.id and ${items})`,
        among: sql`select order_id as id from order_items where ${items}`,
      },
    ]
  },
  courier(slug) {
    const names = sql.join(namesOfCourier(slug))
    const condition = sql<SqlBool>`lower(trim(tracking_company)) in (${names})`
    return [
      { condition, among: sql`select id from orders where tracking_company is not null and ${condition}` },
    ]
  },
  is: (marks, asked, db) => marks.map((mark) => MARK_SQL[mark](asked, db)),
}

const ON_ACCOUNT = sql<SqlBool>`lower(trim(terms)) = ${sql.lit(ACCOUNT)}`
const NO_EMAIL = sql<SqlBool>`coalesce(trim(email), '') = ''`
const WAITS = sql`picked_at is null and delivered_at is null and deleted_at is null`
const UNPRINTED = sql`${WAITS} and not exists (select 1 from label_prints where consignment_id = consignments.id)`

/** The days before and after that of an order to which its duplicates belong. */
const DUPLICATE_DAYS = Math.ceil(DUPLICATE_MS / 86_400_000)

const MARK_SQL: { readonly [Mark in MarkName]: (asked: Asked, db: QueryExecutorProvider) => CriterionSql } = {
  late({ now }) {
    const condition = sql<SqlBool>`ordered_at <= ${timestamp(now - LATE_MS)} and shipped_at is null and is_stopped = 0`
    return { condition, among: sql`select id from orders where ${condition}` }
  },
  'on-account': () => ({
    condition: sql`paid_at is null and exists (select 1 from customers
      where customers.id = orders.customer_id and ${ON_ACCOUNT})`,
    among: ofCustomers(ON_ACCOUNT),
  }),
  'no-email': () => ({
    condition: sql`exists (select 1 from customers where customers.id = orders.customer_id and ${NO_EMAIL})`,
    among: ofCustomers(NO_EMAIL),
  }),
  mine: ({ staffId }) => ({
    condition: sql`exists (select 1 from order_events where order_id = orders.id and staff_id = ${staffId})`,
    among: sql`select order_id as id from order_events where staff_id = ${staffId}`,
  }),
  'not-printed': () => withConsignment(UNPRINTED),
  'not-picked-up': () => withConsignment(WAITS),
  duplicate: (_, db) => {
    const ordered = (days: number) => dayMovedBy(db, 'orders.ordered_at', days)
    const between = sql`${secondsOf(db, 'other.ordered_at')} - ${secondsOf(db, 'orders.ordered_at')}`
    return {
      condition: sql`exists (select 1 from orders as other
        where other.customer_id = orders.customer_id and other.total_cents = orders.total_cents
          and other.ordered_at >= ${ordered(-DUPLICATE_DAYS)} and other.ordered_at < ${ordered(DUPLICATE_DAYS + 1)}
          and other.id <> orders.id and abs(${between}) <= ${sql.lit(DUPLICATE_MS / 1000)})`,
    }
  },
}

function onDays(column: 'paid_at' | 'ready_at' | 'shipped_at', range: DayRange): CriterionSql[] {
  const condition = within(column, range)
  return [{ condition, among: sql`select id from orders where ${condition}`, until: utcDays(range).to }]
}

/** The first instant (ms) of a range of days and the first one after it; null is open. */
function instantsOf({ from, to }: DayRange): { from: number | null; before: number | null } {
  return {
    from: from === null ? null : aucklandDayStart(from),
    before: to === null ? null : aucklandDayStart(daysAfter(to, 1)),
  }
}

function utcDays(range: DayRange): DayRange {
  const { from, before } = instantsOf(range)
  return { from: from === null ? null : utcDay(from), to: before === null ? null : utcDay(before) }
}

function utcDay(instant: number): string {
  return timestamp(instant).slice(0, 10)
}

function within(column: string, range: DayRange): RawBuilder<SqlBool> {
  const { from, before } = instantsOf(range)
  return and([
    from === null ? null : sql<SqlBool>`${sql.ref(column)} >= ${timestamp(from)}`,
    before === null ? null : sql<SqlBool>`${sql.ref(column)} < ${timestamp(before)}`,
  ])
}

function and(parts: readonly (RawBuilder<SqlBool> | null)[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    parts.filter((part) => part !== null),
    sql` and `,
  )})`
}

function ofCustomers(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`select orders.id from customers join orders on orders.customer_id = customers.id where ${condition}`
}

/** Shipped orders with such a consignment among those booked for them and the one whose tracking code they have. */
function withConsignment(condition: RawBuilder<unknown>): CriterionSql {
  const booked = sql`orders.code = consignments.order_code`
  const typed = sql`orders.tracking_code = consignments.tracking_code`
  const among = (join: RawBuilder<unknown>) =>
    sql`select orders.id from consignments join orders on ${join} where ${condition}`
  return {
    condition: sql`shipped_at is not null and exists (select 1 from consignments
      where (${booked} or ${typed}) and ${condition})`,
    among: sql`${among(booked)} union ${among(typed)}`,
    counted: sql`select 1 from consignments where ${condition}`,
  }
}
