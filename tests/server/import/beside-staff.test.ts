import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onPostgres } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { PAYMENT } from '../orders/order-on-test.ts'
import { CUSTOMER, counts, importFolder, ORDER } from './harness.ts'

onPostgres((database) => {
  const folder = importFolder()

  /** The number of statements that wait for a lock of another transaction. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    return rows[0]?.count ?? 0
  }
  const untilWaiting = (count: number) => expect.poll(waiting).toBe(count)

  it('waits for a payment in progress, and keeps its result', async () => {
    const { db } = database
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
    await folder.run(db)
    folder.write({ 'orders.jsonl': [{ ...ORDER, payment_method: 'cash', notes: 'Ring first' }] })
    const [payment, outcome] = await db.transaction().execute(async (within) => {
      // The payment has then changed the order and waits before writing its history.
      await sql`lock table order_events in share mode`.execute(within)
      const body = { ...PAYMENT, payment_amount: 3099 }
      const payment = signedInApp(db).post(`/api/v1/orders/${ORDER.code}/payment`, body)
      await untilWaiting(1)
      const outcome = folder.run(db)
      await untilWaiting(2)
      return [payment, outcome]
    })
    expect((await payment).status).toBe(200)
    expect(counts(await outcome).orders).toEqual([0, 0, 0, 1])
    const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({ status: 'Paid', payment_method: 'card', notes: 'Ring first' })
    expect(order.paid_at).not.toBeNull()
  })
})
