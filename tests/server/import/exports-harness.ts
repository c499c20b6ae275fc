import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { signedInApp } from '../orders/harness.ts'
import { openNew } from '../templates.ts'
import { importFolder } from './harness.ts'

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
  let db: Connections
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
    async load(files: Parameters<typeof folder.write>[0], options?: Parameters<typeof folder.run>[1]) {
      folder.write(files)
      return folder.run(db, options)
    },
    /** Removes the files of earlier calls. */
    clear: () => folder.clear(),
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
