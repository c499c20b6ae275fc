import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Board } from '../../../src/contract/end-of-day.ts'
import { sharing } from '../../../src/server/end-of-day/board.ts'
import { GENEROUS } from '../../time-outs.ts'
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
  const board = async (now = NOW, query = ''): Promise<Board> => {
    const answer = await at(now).get(`/api/v1/board${query}`)
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
      { code: 'SOUTH', ...paid, ready_at: hoursAgo(3), branch: 'christchurch' },
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
      to_ship: 3,
      held: 1,
      late: 0,
      sent: 0,
      oldest: { code: 'LATER', since: hoursAgo(2) },
      next: { code: 'LATER', since: hoursAgo(2) },
      // Before the first booking, too, the bench sees how long each courier can still be reached.
      couriers: (['auckland', 'christchurch'] as const).map((branch) => ({
        ...{ courier: 'swift', provider: 'swift', provider_name: 'Swift', branch },
        ...{ consignments: 0, cut_off: CUT_OFF },
      })),
    })
  })

  it('counts as held what the search for held orders finds', async () => {
    const found = await (await at(NOW).get('/api/v1/orders?query=held')).json()
    expect(await board()).toMatchObject({ held: found.length })
  })

  it('names the next order of the branch of a bench', async () => {
    expect(await board(NOW, '?branch=christchurch')).toMatchObject({ next: { code: 'SOUTH' } })
    expect(await board(NOW, '?branch=auckland')).toMatchObject({ next: { code: 'LATER' } })
    const other = await at(NOW).get('/api/v1/board?branch=dunedin')
    expect(other.status).toBe(400)
  })

  it('counts again when a skip ends', async () => {
    const tomorrow = await board(NOW + 24 * 3_600_000)
    expect(tomorrow).toMatchObject({ to_ship: 4 })
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
          { courier: 'swift', branch: 'christchurch', consignments: 0 },
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

describe('calls that share an answer', () => {
  it('are answered by one run that begins after them, and runs do not overlap', async () => {
    const ends: (() => void)[] = []
    const starts: number[] = []
    const answer = sharing(() => {
      starts.push(performance.now())
      return new Promise<number>((resolve) => ends.push(() => resolve(ends.length)))
    }, 50)
    const begun = async (runs: number) =>
      vi.waitFor(() => expect(ends).toHaveLength(runs), { ...GENEROUS, interval: 1 })
    const first = answer()
    await begun(1)
    // The first run may have read what a change has made stale.
    const later = [answer(), answer()]
    ends[0]?.()
    expect(await first).toBe(1)
    await begun(2)
    const [one = 0, next = 0] = starts
    expect(next - one).toBeGreaterThan(40)
    ends[1]?.()
    expect(await Promise.all(later)).toEqual([2, 2])
  })

  it('go on after a failure', async () => {
    const run = vi.fn(async () => 'read').mockRejectedValueOnce(new Error('locked'))
    const answer = sharing(run, 0)
    await expect(answer()).rejects.toThrow('locked')
    expect(await answer()).toBe('read')
  })
})
