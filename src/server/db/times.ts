import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Formats an instant for the database: UTC in one width, so that text order is time order. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/**
 * Whether the time in a column is absent or outside the `length` milliseconds after `from`, for delays and leases.
 * A later time was written before the clock was set back, and is ignored.
 */
export function isNotWithin(column: string, from: number, length: number): RawBuilder<SqlBool> {
  const time = sql.ref(column)
  return sql`(${time} is null or ${time} <= ${timestamp(from)} or ${time} > ${timestamp(from + length)})`
}
