import { beforeEach, describe, expect, it } from 'vitest'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { trackAlone } from '../../../src/server/consignments/upkeep.ts'
import { holdLease, releaseLease } from '../../../src/server/db/lease.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { bookingOnTest } from './booking-on-test.ts'

const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  let code = ''
  beforeEach(async () => {
    code = await target.bookAlone()
  })
  const track = async (after = 0) => {
    target.later(after)
    await trackConsignments(target.deps)
  }
  /** A copy of a consignment, without an order. */
  const copyOf = async (trackingCode: string) => {
    const { id: _, ...row } = await database.db
      .selectFrom('consignments')
      .selectAll()
      .where('tracking_code', '=', trackingCode)
      .executeTakeFirstOrThrow()
    return { ...row, quote_id: null, order_code: null }
  }
  const labels = async () => (await target.get(code)).parts.map(({ label }) => label)

  describe('tracking', () => {
    it('records when a consignment was manifested, after which it cannot be deleted', async () => {
      target.swift.reports = { manifestedAt: '2026-11-19T22:00:00Z' }
      await track()
      expect((await target.get(code)).dates).toMatchObject({
        manifested_at: '2026-11-20 11:00:00',
        picked_at: null,
        delivered_at: null,
      })
      expect((await target.remove(code)).status).toBe(409)
      expect(target.swift.cancelled.size).toBe(0)
    })

    it('prefers the dates of the courier to those of its events, and keeps the first', async () => {
      const event = { code: 'C', description: '', location: '' } as const
      target.swift.events = [{ ...event, type: 'collected', at: '2026-11-19T21:00:00Z' }]
      target.swift.reports = { pickedAt: '2026-11-19T21:30:00Z' }
      await track()
      expect((await target.get(code)).dates.picked_at).toBe('2026-11-20 10:30:00')
      target.swift.reports = { pickedAt: '2026-11-19T22:30:00Z', deliveredAt: '2026-11-19T22:45:00Z' }
      await track(10 * MINUTE + 1)
      expect(await target.get(code)).toMatchObject({
        status: 'Delivered',
        dates: { picked_at: '2026-11-20 10:30:00', delivered_at: '2026-11-20 11:45:00' },
      })
    })

    it('uses the time of delivery if no collection was reported', async () => {
      target.swift.reports = { deliveredAt: '2026-11-19T22:45:00Z' }
      await track()
      const { dates } = await target.get(code)
      expect([dates.picked_at, dates.delivered_at]).toEqual(['2026-11-20 11:45:00', '2026-11-20 11:45:00'])
    })

    it('stores the barcode of a piece, which then finds the consignment', async () => {
      expect(await labels()).toEqual([`${code}001`, `${code}002`])
      target.swift.reports = { partCodes: [`${code}01`] }
      await track()
      expect(await labels()).toEqual([`${code}01`, `${code}002`])
      expect((await target.get(`${code}01XYZ`)).tracking_code).toBe(code)
    })

    it('ignores unreadable times, and tracks again only when due', async () => {
      target.swift.reports = { pickedAt: 'soon' }
      await track()
      await track(9 * MINUTE)
      expect(target.swift.tracked).toEqual([code])
      expect((await target.get(code)).dates.picked_at).toBeNull()
      await track(2 * MINUTE)
      expect(target.swift.tracked).toEqual([code, code])
    })

    it('tracks with the other couriers if one is down', async () => {
      const log = spyOnLog()
      target.swift.track = async () => {
        throw new Error('socket hang up')
      }
      await database.db
        .insertInto('consignments')
        .values({ ...(await copyOf(code)), tracking_code: 'SURE1', courier: 'sure' })
        .execute()
      await track()
      expect(log.entries()).toMatchObject([{ message: 'Courier gave no tracking', consignments: 1 }])
      log.restore()
      expect(target.sure.tracked).toEqual(['SURE1'])
      expect((await target.get(code)).status).toBe('Awaiting pick-up')
    })

    it('tracks at most as many consignments in a call as the courier accepts', async () => {
      target.swift.tracking = { most: 2, everyMs: 10 * MINUTE }
      const copy = await copyOf(code)
      const others = ['X1', 'X2'].map((tracking_code) => ({ ...copy, tracking_code }))
      await database.db.insertInto('consignments').values(others).execute()
      await track()
      expect(target.swift.tracked).toHaveLength(2)
      await track(MINUTE)
      expect(new Set(target.swift.tracked)).toEqual(new Set([code, 'X1', 'X2']))
      expect(target.swift.tracked).toHaveLength(3)
    })
  })

  it('is done by one process at a time', async () => {
    const { db } = database
    const lease = { name: 'tracking', holder: 'this process', length: 3 * MINUTE }
    const other = { ...lease, holder: 'another process' }
    const { signal } = new AbortController()
    expect(await holdLease(db, other, NOW)).toBe(true)
    await trackAlone(target.deps, lease, signal)
    expect(target.swift.tracked).toEqual([])
    await releaseLease(db, other)
    await trackAlone(target.deps, lease, signal)
    expect(target.swift.tracked).toEqual([code])
    expect(await holdLease(db, other, NOW)).toBe(false)
    await releaseLease(db, lease)
  })
})
