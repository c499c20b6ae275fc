import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { priceConsignment } from '../../../src/server/consignments/price.ts'
import { findOrder } from '../../../src/server/orders/store.ts'
import { connectEndpoints } from '../../../src/server/webhooks/endpoints.ts'
import { programFile } from '../../programs.ts'
import type { TestDatabase } from '../databases.ts'
import { type CustomerRow, putCustomer, putOrders } from '../orders/harness.ts'
import { fileCourier } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

export const MERE = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

/** Orders, a courier whose memory is a file, and processes that book or delete until they are killed. */
export function crashOnTest(database: TestDatabase) {
  const folder = mkdtempSync(join(tmpdir(), 'console-killed-'))
  const file = join(folder, 'courier')
  let customer: CustomerRow | undefined
  let ahead = 0
  beforeAll(async () => {
    customer = await putCustomer(database.db, { code: '1' })
    await connectEndpoints(database.db, ['https://shop.example/hooks'], Date.now())
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const deps = () => ({
    db: database.db,
    clock: () => Date.now() + ahead,
    couriers: [fileCourier(file)],
    timeOuts: TIME_OUTS,
  })
  return {
    file,
    deps,
    later(milliseconds: number) {
      ahead += milliseconds
    },
    /** The id of a price for a new order. */
    priced: async (code: string): Promise<string> => {
      if (customer) await putOrders(database.db, customer, [{ code }])
      const options = await priceConsignment(deps(), payloadFor(code), new AbortController().signal)
      return options[0]?.id ?? ''
    },
    /** How the process ended, and its output, which contains the number of its steps. */
    run: async (work: 'book' | 'delete', subject: string, code: string, crashAt: number) => {
      const { databaseUrl, dataDir } = database.place
      const args = [databaseUrl ?? '', dataDir, file, work, subject, code, String(crashAt)]
      const child = spawn(process.execPath, [programFile('booking'), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.on('data', (text) => {
        output += text
      })
      // Waits for 'close' and not 'exit', because output may arrive after the exit.
      const [, signal] = await once(child, 'close')
      return { signal, output }
    },
    /** The stored data of an order. */
    stored: async (code: string) => {
      const { db } = database
      const consignments = await db
        .selectFrom('consignments')
        .selectAll()
        .where('order_code', '=', code)
        .execute()
      const found = await findOrder(db, code)
      const events = await db
        .selectFrom('order_events')
        .select('action')
        .where('order_id', '=', found?.record.id ?? 0)
        .execute()
      const claims = await db.selectFrom('claims').select('quote_id').where('order_code', '=', code).execute()
      const webhooks = await db
        .selectFrom('webhook_events')
        .select('type')
        .where('subject', '=', code)
        .orderBy('id')
        .execute()
      return {
        consignments,
        status: found?.record.status,
        events: events.length,
        claims: claims.length,
        webhooks: webhooks.map(({ type }) => type),
      }
    },
  }
}
