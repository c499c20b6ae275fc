import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'

export const text = sql`text`
export const integer = sql`integer`
export const real = sql`double precision`

/** The columns of a postal address that may be empty. */
export const PLACE = ['street', 'suburb', 'city', 'region', 'postcode'] as const

/** Adds columns of one type: `columns(table, text, ['city', 'region'], false)`. */
export function columns<Name extends string>(
  table: CreateTableBuilder<Name>,
  type: RawBuilder<unknown>,
  names: readonly string[],
  required: boolean,
): CreateTableBuilder<Name> {
  return names.reduce(
    (built, name) => built.addColumn(name, type, (column) => (required ? column.notNull() : column)),
    table,
  )
}
