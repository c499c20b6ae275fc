import { sql, type Transaction } from 'kysely'
import { lotsOf, recordset } from '../../db/dialect/dialect.ts'
import type { Database } from '../../db/schema.ts'
import type { Row } from './kind.ts'

type Within = Transaction<Database>

/** Adds rows with ids in their order. A column missing in some rows is null there. */
export async function insertRows(within: Within, table: string, rows: readonly Row[]): Promise<void> {
  for (const lot of lotsOf(rows)) await insertion(within, table, lot).execute(within)
}

/**
 * Adds rows like `insertRows`.
 * @returns the new ids by the values of the column `key`
 */
export async function insertKeyed(
  within: Within,
  table: string,
  rows: readonly Row[],
  key: string,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const lot of lotsOf(rows)) {
    const inserted = await sql<{ id: number; key: string }>`${insertion(within, table, lot)}
      returning id, ${sql.ref(key)} as key`.execute(within)
    for (const { id, key } of inserted.rows) ids.set(key, id)
  }
  return ids
}

function insertion(within: Within, table: string, rows: readonly Row[]) {
  const columns = columnsOf(rows)
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select * from ${recordset(within, table, columns, rows)} as given`
}

/** Changes the rows with these ids. Missing columns stay unchanged. */
export async function updateRows(
  within: Within,
  table: string,
  rows: readonly (Row & { id: number })[],
): Promise<void> {
  for (const lot of bySameColumns(rows).flatMap(lotsOf)) {
    const columns = columnsOf(lot)
    const set = columns
      .filter((column) => column !== 'id')
      .map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`)
    await sql`update ${sql.table(table)} set ${sql.join(set)}
      from ${recordset(within, table, columns, lot)} as given
      where given.id = ${sql.ref(`${table}.id`)}`.execute(within)
  }
}

function bySameColumns(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    const group = groups.get(columns)
    if (group) group.push(row)
    else groups.set(columns, [row])
  }
  return [...groups.values()]
}

/** All columns of any row. */
function columnsOf(rows: readonly Row[]): string[] {
  const columns = new Set<string>()
  for (const row of rows) for (const column of Object.keys(row)) columns.add(column)
  return [...columns]
}

/** Whether any column of `row` differs from the stored row. */
export function isOther(row: Row, before: Row): boolean {
  return Object.keys(row).some((column) => before[column] !== row[column])
}

/** The same of rows in their order. */
export function areOther(rows: readonly Row[], before: readonly Row[]): boolean {
  return rows.length !== before.length || rows.some((row, index) => isOther(row, before[index] ?? {}))
}
