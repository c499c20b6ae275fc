import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Formats an instant for the database: UTC in one width, so that text order is time order. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/**
 * The difference between the clocks of processes that changes nothing, in milliseconds. A time further ahead than this
 * was written before a clock was set back.
 */
export const CLOCKS_APART_MS = 60_000

/**
 * Whether the time in a column is absent or outside the `length` milliseconds after `from`, for delays and leases. A
 * process whose clock is ahead, or that wrote the time after this one read its clock, may have written a slightly later
 * time.
 */
export function isNotWithin(column: string, from: number, length: number): RawBuilder<SqlBool> {
  const time = sql.ref(column)
  const latest = timestamp(from + length + CLOCKS_APART_MS)
  return sql`(${time} is null or ${time} <= ${timestamp(from)} or ${time} > ${latest})`
}
