import { sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
import { type Migration, real } from '../frozen/migration.ts'

/** Lets items have decimal quantities, such as 2.5 metres. SQLite stores them in the existing column. */
export const allowDecimalQuantities: Migration = {
  name: '0018-decimal-quantities',
  async up(db) {
    if (!isPostgres(db)) return
    await sql`alter table order_items alter column quantity type ${real}`.execute(db)
  },
}
