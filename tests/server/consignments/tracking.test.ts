import { beforeEach, describe, expect, it, test } from 'vitest'
import { learnedLabels, trackConsignments } from '../../../src/server/consignments/track.ts'
import { trackAlone } from '../../../src/server/consignments/upkeep.ts'
import { holdLease, releaseLease } from '../../../src/server/db/lease.ts'
import { fc } from '../../properties.ts'
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

/** Pieces with the given barcodes, numbered from 1. */
const parts = (...labels: string[]) =>
  labels.map((label, index) => ({ id: index + 10, part_number: String(index + 1).padStart(3, '0'), label }))

test.each<[string, string[], string[], [number, string][]]>([
  [
    'two digits instead of three',
    ['ABC1001', 'ABC1002'],
    ['ABC101', 'ABC102'],
    [
      [10, 'ABC101'],
      [11, 'ABC102'],
    ],
  ],
  [
    'a number in any order',
    ['ABC1001', 'ABC1002'],
    ['ABC102', 'ABC101'],
    [
      [10, 'ABC101'],
      [11, 'ABC102'],
    ],
  ],
  ['only one of them', ['ABC1001', 'ABC1002'], ['ABC102'], [[11, 'ABC102']]],
  ['what is known already', ['ABC1001'], ['ABC1001'], []],
  ['the consignment itself', ['ABC1001'], ['ABC1'], []],
  ['another code for the only piece', ['ABC1001'], ['CL092594237NZ'], [[10, 'CL092594237NZ']]],
  [
    'other codes, one for each',
    ['A1001', 'A1002'],
    ['X', 'Y'],
    [
      [10, 'X'],
      [11, 'Y'],
    ],
  ],
  ['fewer other codes than pieces', ['A1001', 'A1002'], ['X'], []],
  ['more other codes than pieces', ['A1001'], ['X', 'Y'], []],
  ['the number of no piece', ['ABC1001'], ['ABC107'], []],
  ['nothing', ['ABC1001'], [], []],
  ['no piece', [], ['ABC101'], []],
])('stores %s', (_, labels, codes, expected) => {
  const trackingCode = labels[0]?.slice(0, -3) ?? 'ABC1'
  const learned = learnedLabels(trackingCode, parts(...labels), codes)
  expect(learned.map(({ id, label }) => [id, label])).toEqual(expected)
})

it('stores nothing new from stored codes', () => {
  const codes = fc.uniqueArray(fc.stringMatching(/^(ABC1\d{1,3}|[XYZ]\d{0,2})$/), { maxLength: 5 })
  fc.assert(
    fc.property(codes, fc.integer({ min: 1, max: 4 }), (seen, count) => {
      const before = parts(...Array.from({ length: count }, (_, index) => `ABC100${index + 1}`))
      const learned = new Map(learnedLabels('ABC1', before, seen).map(({ id, label }) => [id, label]))
      const after = before.map((part) => ({ ...part, label: learned.get(part.id) ?? part.label }))
      expect(learnedLabels('ABC1', after, seen)).toEqual([])
    }),
  )
})
