import { type RawBuilder, sql } from 'kysely'
import { isPostgres, searchIndexOf } from '../dialect/dialect.ts'
import type { MigrationConnection } from './migration.ts'

/** Frozen: creates the trigram index on a table's `search_text`, fills it, and adds the triggers that maintain it. */
export async function createSearch(db: MigrationConnection, name: string): Promise<void> {
  const table = sql.ref(name)
  if (isPostgres(db)) {
    await sql`create extension if not exists pg_trgm`.execute(db)
    const index = sql.ref(`${name}_search`)
    await sql`create index ${index} on ${table} using gin (search_text gin_trgm_ops)`.execute(db)
    return
  }
  const index = sql.ref(searchIndexOf(name))
  await sql`create virtual table ${index} using fts5(
    search_text, content=${sql.lit(name)}, content_rowid='id', tokenize='trigram case_sensitive 1')`.execute(
    db,
  )
  await sql`insert into ${index}(${index}) values ('rebuild')`.execute(db)
  const add = sql`insert into ${index}(rowid, search_text) values (new.id, new.search_text)`
  const remove = sql`insert into ${index}(${index}, rowid, search_text)
    values ('delete', old.id, old.search_text)`
  const trigger = (event: string) => sql.ref(`${searchIndexOf(name)}_${event}`)
  await sql`create trigger ${trigger('insert')} after insert on ${table} begin ${add}; end`.execute(db)
  await sql`create trigger ${trigger('delete')} after delete on ${table} begin ${remove}; end`.execute(db)
  await sql`create trigger ${trigger('update')} after update of search_text on ${table}
    begin ${remove}; ${add}; end`.execute(db)
}

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
