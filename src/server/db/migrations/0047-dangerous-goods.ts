import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Whether products are dangerous goods, which courier rules ask for. */
export const addDangerousGoods: Migration = {
  name: '0050-dangerous-goods',
  async up(db) {
    await sql`alter table products add column dangerous_goods integer not null default 0`.execute(db)
  },
}
