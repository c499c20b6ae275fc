import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
import type { MigrationConnection } from './migration.ts'

interface SearchTextRow {
  id: number
  search_text: string
}

/** Frozen: replaces the search texts of these rows in one statement. */
export async function updateSearchTexts(
  db: MigrationConnection,
  table: string,
  changed: readonly SearchTextRow[],
): Promise<void> {
  await sql`update ${sql.table(table)} set search_text = given.search_text
    from ${givenRows(db, table, changed)} as given
    where given.id = ${sql.ref(`${table}.id`)}`.execute(db)
}

/** These rows as a table to select from, passed as one parameter. */
function givenRows(
  db: MigrationConnection,
  table: string,
  rows: readonly SearchTextRow[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  if (isPostgres(db)) {
    return sql`(select id, search_text from json_populate_recordset(null::${sql.table(table)}, ${json}))`
  }
  // Materialized, because SQLite would otherwise serialize a row's JSON again for each of its columns.
  return sql`(with lines as materialized (select value from json_each(${json}))
    select value ->> 'id' as id, value ->> 'search_text' as search_text from lines)`
}
