import { sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
import type { Migration, MigrationConnection } from '../frozen/migration.ts'

interface Numbered {
  id: number
  code_number: string
}

const LOT = 2000

const FRONT = /^(\P{N}{1,12})(\p{N}.*)$/u

/** The number in the code of an order that has a sign or letters in front, by which the order is found without them. */
export const indexCodeNumbers: Migration = {
  name: '0035-code-numbers',
  async up(db) {
    await db.schema.alterTable('orders').addColumn('code_number', 'text').execute()
    for (let last = 0; ; ) {
      const { rows } = await sql<{ id: number; code: string }>`select id, code from orders
        where id > ${last} and substr(code, 1, 1) not in ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
        order by id limit ${LOT}`.execute(db)
      await update(db, rows.flatMap(numbered))
      if (rows.length < LOT) break
      last = Number(rows.at(-1)?.id)
    }
    await sql`create index orders_code_number on orders (code_number) where code_number is not null`.execute(
      db,
    )
  },
}

function numbered({ id, code }: { id: number; code: string }): Numbered[] {
  const folded = code
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .trim()
  const [, , code_number] = FRONT.exec(folded) ?? []
  return code_number === undefined ? [] : [{ id, code_number }]
}

async function update(db: MigrationConnection, rows: readonly Numbered[]): Promise<void> {
  if (rows.length === 0) return
  const json = JSON.stringify(rows)
  const given = isPostgres(db)
    ? sql`(select id, code_number from json_populate_recordset(null::orders, ${json}))`
    : sql`(select value ->> 'id' as id, value ->> 'code_number' as code_number from json_each(${json}))`
  await sql`update orders set code_number = given.code_number from ${given} as given
    where given.id = orders.id`.execute(db)
}
