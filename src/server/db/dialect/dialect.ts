import {
  type Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'

/**
 * Everything in which the embedded SQLite and PostgreSQL differ, with `page-of-ids.ts`. The rest of the server does not
 * know which database it uses.
 */

/** Advisory lock of this product in PostgreSQL. Any number will do, if every process uses the same one. */
const LOCK = 2_045_118_301

/** Whether a connection leads to PostgreSQL; otherwise it leads to the embedded database. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * The name of SQLite's full-text index on the `search_text` of a table: `order_search` on `orders`. Migrations make the
 * indexes by it, so it never changes.
 */
export function searchIndexOf(table: string): string {
  return `${table.slice(0, -1)}_search`
}

/** The seconds since 1970 of a column with an instant as text. */
export function secondsOf(db: QueryExecutorProvider, column: string): RawBuilder<number> {
  const text = sql.ref(column)
  return isPostgres(db)
    ? sql`extract(epoch from cast(${text} as timestamptz))`
    : sql`cast(strftime('%s', ${text}) as integer)`
}

/** The day (UTC) of a column with an instant as text, moved by some days, as text. */
export function dayMovedBy(db: QueryExecutorProvider, column: string, days: number): RawBuilder<string> {
  const text = sql.ref(column)
  return isPostgres(db)
    ? sql`to_char(cast(substr(${text}, 1, 10) as date) + ${sql.lit(days)}, 'YYYY-MM-DD')`
    : sql`date(${text}, ${sql.lit(`${days} days`)})`
}

/**
 * Runs `work` in one transaction. No other call of this function, in any process, runs at the same time: for
 * migrations and first data, which several processes may start with at once.
 * @param db `patient` or `batch`, so that it waits for the others, unless only one process has the database
 */
export async function exclusively<Tables, Result>(
  db: Kysely<Tables>,
  work: (within: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (within) => {
    // In SQLite every transaction begins by taking the only write lock.
    if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(within)
    return work(within)
  })
}

/**
 * Locks these rows until the transaction ends, and waits for transactions that have locked them. In SQLite a
 * transaction run by `exclusively` has the only write lock already.
 */
export async function lockRows<Tables>(
  within: Transaction<Tables>,
  table: string,
  ids: readonly number[],
): Promise<void> {
  if (!isPostgres(within)) return
  // Ordered, so that two transactions that lock the same rows never wait for each other.
  await sql`select from ${sql.table(table)} where ${isAmong(within, 'id', ids)} order by id for update`.execute(
    within,
  )
}

/**
 * Waits for transactions that hold the lock of this name, and holds it until the transaction ends. In SQLite every
 * transaction has the only write lock already.
 */
export async function lockName<Tables>(within: Transaction<Tables>, name: string): Promise<void> {
  if (isPostgres(within)) await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${name}))`.execute(within)
}

/** A row by its columns. */
type Cells = Readonly<Record<string, string | number | null>>

/**
 * Rows as a table to select from, in their order. A missing cell is null.
 * @param like the table that has these columns
 * @param columns the columns to select
 * @param rows no more than fit into one statement, see `lotsOf`
 */
export function recordset(
  db: QueryExecutorProvider,
  like: string,
  columns: readonly string[],
  rows: readonly Cells[],
): RawBuilder<unknown> {
  const names = columns.map((column) => sql.ref(column))
  if (isPostgres(db)) {
    const json = JSON.stringify(rows)
    return sql`(select ${sql.join(names)} from json_populate_recordset(null::${sql.table(like)}, ${json}))`
  }
  if (rows.some(hasFraction)) {
    // SQLite sometimes reads a fraction in JSON as the floating-point number next to it, so these are bound one by one.
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    const cells = names.map((name, index) => sql`${sql.ref(`column${index + 1}`)} as ${name}`)
    return sql`(select ${sql.join(cells)} from (values ${sql.join(values)}))`
  }
  // Materialized, because SQLite would otherwise serialize a row's JSON again for each of its columns.
  const cells = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`)
  return sql`(with lines as materialized (select value from json_each(${JSON.stringify(rows)}))
    select ${sql.join(cells)} from lines)`
}

function hasFraction(row: Cells): boolean {
  return Object.values(row).some((value) => typeof value === 'number' && !Number.isInteger(value))
}

/** Whether a column has one of the values, passed as one parameter however many they are. */
export function isAmong(
  db: QueryExecutorProvider,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${values})`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}

/**
 * The id of a row in a text, such as an address; null if the text can be none. It has at most nine digits, so that both
 * databases can compare it with their ids.
 */
export function rowId(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** A text that is compared byte by byte, whatever the language of the database. */
export function bytewise(db: QueryExecutorProvider, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`${text} collate "C"` : text
}

/**
 * Conditions that every row meets, by which the embedded database notices that a read of many rows was aborted (`deepUntil`);
 * PostgreSQL needs none. Looked at once in many rows, because that takes as long as reading some.
 * @param id a column of whole numbers
 */
export function isWanted(db: QueryExecutorProvider, id: string): RawBuilder<SqlBool>[] {
  return isPostgres(db) ? [] : [sql<SqlBool>`(${sql.ref(id)} % 1024 <> 0 or is_wanted())`]
}

/** Both databases accept at least this many values in one statement. */
const MOST_VALUES = 32_000

/** Splits rows into lots that fit into one statement. */
export function lotsOf<Row extends object>(rows: readonly Row[]): Row[][] {
  const widest = rows.reduce((most, row) => Math.max(most, Object.keys(row).length), 1)
  const size = Math.floor(MOST_VALUES / widest)
  const lots: Row[][] = []
  for (let start = 0; start < rows.length; start += size) lots.push(rows.slice(start, start + size))
  return lots
}
