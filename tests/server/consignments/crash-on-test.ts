import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { quotePrices } from '../../../src/server/consignments/price.ts'
import { findOrder } from '../../../src/server/orders/store.ts'
import { connectEndpoints } from '../../../src/server/webhooks/endpoints.ts'
import type { TestDatabase } from '../databases.ts'
import { type CustomerRow, putCustomer, putOrders } from '../orders/harness.ts'
import type { Task } from './booking-process.ts'
import { fileCourier } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

export const MERE = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

/** A database with orders, and a courier whose memory is a file, for processes that book or delete. */
export type CrashTarget = ReturnType<typeof crashOnTest>

/** Orders, a courier whose memory is a file, and tasks for processes that book or delete until they are killed. */
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
    creditStop: 'refuse' as const,
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
      const options = await quotePrices(deps(), payloadFor(code), new AbortController().signal)
      return options[0]?.id ?? ''
    },
    /** For a process. Without a step to be killed at, it runs to its end. */
    task: (work: Task['work'], subject: string, orderCode: string, killedAt = 0): Task => {
      return { place: database.place, file, work, subject, orderCode, killedAt }
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
