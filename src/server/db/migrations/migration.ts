import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** One change of the tables. What has been applied stays as it is. */
export interface Migration {
  name: string
  up(db: Kysely<Database>): Promise<void>
}
