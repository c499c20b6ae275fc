import { beforeAll, describe, expect, it } from 'vitest'
import type { Board } from '../../../src/contract/end-of-day.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { payloadFor } from '../consignments/payload-for.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'

/** 15:30 on Friday 20 November in Auckland. */
const CUT_OFF = '2026-11-20T02:30:00.000Z'

onEachDatabase((database) => {
  const swift = fakeCourier('swift', 'SWB')
  const at = (now: number) =>
    signedInApp(database.db, undefined, undefined, { couriers: [swift], clock: () => now })
  const board = async (now = NOW): Promise<Board> => {
    const answer = await at(now).get('/api/v1/board')
    expect(answer.status).toBe(200)
    return answer.json()
  }

  beforeAll(async () => {
    const customer = await putCustomer(database.db, { code: '1' })
    const stopped = await putCustomer(database.db, { code: '2', pricing: 'stop' })
    const paid = { paid_at: hoursAgo(30) }
    await putOrders(database.db, customer, [
      { code: 'LATER', ...paid, ready_at: hoursAgo(2) },
      { code: 'FIRST', ...paid, ready_at: hoursAgo(20) },
      { code: 'HELD', ...paid, ready_at: hoursAgo(25), is_held: 1 },
      { code: 'GONE', ...paid, ready_at: hoursAgo(25), cancelled_at: hoursAgo(1) },
      { code: 'SENT', ...paid, ready_at: hoursAgo(25), shipped_at: hoursAgo(1) },
      { code: 'DESK', ...paid, ready_at: hoursAgo(25), is_pickup: 1 },
      { code: 'SKIP', ...paid, ready_at: hoursAgo(25), skipped_until: hoursAgo(-9) },
      { code: 'UNPACKED', ...paid },
    ])
    await putOrders(database.db, stopped, [{ code: 'CREDIT', ...paid, ready_at: hoursAgo(25) }])
  })

  it('counts the orders to ship and to wait for, and names the next and the oldest (SHIP-6)', async () => {
    expect(await board()).toEqual({
      to_ship: 2,
      held: 2,
      late: 0,
      sent: 0,
      oldest: { code: 'FIRST', since: hoursAgo(20) },
      next: { code: 'LATER', since: hoursAgo(2) },
      couriers: [],
    })
  })

  it('counts again when a skip ends', async () => {
    const tomorrow = await board(NOW + 24 * 3_600_000)
    expect(tomorrow).toMatchObject({ to_ship: 3, oldest: { code: 'SKIP' } })
  })

  describe('with a booking', () => {
    beforeAll(async () => {
      const app = at(NOW)
      const [price] = await (await app.post('/api/v1/consignments/pricing', payloadFor(''))).json()
      await app.post('/api/v1/consignments', { ...payloadFor(''), quote_id: price.id })
    })

    it('says what each courier collects until when, and what was booked today', async () => {
      expect(await board()).toMatchObject({
        sent: 1,
        couriers: [
          {
            courier: 'swift',
            provider: 'swift',
            provider_name: 'Swift',
            branch: 'auckland',
            consignments: 1,
            cut_off: CUT_OFF,
          },
        ],
      })
    })

    it.each([
      // Daylight saving began at 2:00 on Sunday 27 September 2026, and ended at 3:00 on 5 April 2026.
      ['before midnight', '2026-11-20T10:59:59.000Z', '2026-11-19T11:00:00.000Z', 1],
      ['after midnight', '2026-11-20T11:00:00.000Z', '2026-11-20T10:59:59.000Z', 0],
      ['on the short day', '2026-09-27T10:59:59.000Z', '2026-09-26T12:00:00.000Z', 1],
      ['after the short day', '2026-09-27T11:00:00.000Z', '2026-09-27T10:59:59.000Z', 0],
      ['on the long day', '2026-04-05T11:59:59.000Z', '2026-04-04T11:00:00.000Z', 1],
      ['after the long day', '2026-04-05T12:00:00.000Z', '2026-04-05T11:59:59.000Z', 0],
    ])('counts a booking of the day in Auckland %s', async (_, now, bookedAt, sent) => {
      await database.db.updateTable('consignments').set({ created_at: bookedAt }).execute()
      expect(await board(Date.parse(now))).toMatchObject({ sent })
    })

    it('counts what is late', async () => {
      await database.db
        .updateTable('consignments')
        .set({ created_at: hoursAgo(49) })
        .execute()
      expect(await board()).toMatchObject({ late: 1, sent: 0 })
    })
  })
})
