import { sql } from 'kysely'
import type { Migration } from '../frozen/migration.ts'

/** Whether a price is with the receiver's signature; null for prices from before. */
export const keepQuotedSignature: Migration = {
  name: '0052-quoted-signature',
  async up(db) {
    await sql`alter table quotes add column is_signature_required integer`.execute(db)
  },
}
