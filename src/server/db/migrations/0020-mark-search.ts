import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/**
 * Adds to the search texts the words of the marks in lists: 'rural' and 'click and collect' to orders, 'stop credit' to
 * customers, and its event to an e-mail that was not delivered.
 */
export const makeMarksSearchable: Migration = {
  name: '0020-mark-search',
  async up(db) {
    await sql`update orders set search_text = search_text || '  click  and  collect  pickup'
      where is_pickup = 1`.execute(db)
    await sql`update orders set search_text = search_text || '  rural' where freight_cents = 1086`.execute(db)
    await sql`update customers set search_text = search_text || '  stop  credit' where pricing = 'stop'`.execute(
      db,
    )
    await sql`update email_events set search_text = search_text || '  ' || replace(event, '-', '')
      where event in ('rejected', 'soft-bounced', 'hard-bounced')`.execute(db)
  },
}
