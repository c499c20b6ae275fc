import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../../../src/server/db/schema.ts'
import { signedInApp } from '../orders/harness.ts'
import { openNew } from '../templates.ts'
import { CUSTOMER, importFolder } from './harness.ts'

/** A customer whom exports know by e-mail address or company. */
export const AROHA = { ...CUSTOMER, email: 'aroha@example.com' }

/** An export in the documented shape of its program. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
}

export function fixtureText(name: string): string {
  return fixture(name).toString('utf8')
}

/** An embedded database without customers, products and orders before each test, and a folder of files to import. */
export function exportsOnTest() {
  const folder = importFolder()
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await openNew(folder.root)
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    for (const table of ['order_items', 'orders', 'order_days', 'customers', 'products'] as const) {
      await db.deleteFrom(table).execute()
    }
  })
  return {
    /** Imports these files, and those of earlier calls in the test. */
    async load(files: Parameters<typeof folder.write>[0]) {
      folder.write(files)
      return folder.run(db)
    },
    async order(code: string) {
      return (await signedInApp(db).get(`/api/v1/orders/${encodeURIComponent(code)}`)).json()
    },
    customer: (code: string) =>
      db.selectFrom('customers').selectAll().where('code', '=', code).executeTakeFirst(),
    get db() {
      return db
    },
  }
}
