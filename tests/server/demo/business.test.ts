import type { Selectable } from 'kysely'
import { describe, expect, it } from 'vitest'
import { todayInAuckland } from '../../../src/domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../../src/domain/calendar/nz-time.ts'
import { isPublicHoliday } from '../../../src/domain/calendar/working-days.ts'
import { RATE_CARDS } from '../../../src/server/couriers/rate-cards/cards.ts'
import { destinationArea, refusePieces } from '../../../src/server/couriers/rate-cards/refuse.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { sendSomeToday } from '../../../src/server/demo/consignments.ts'
import { demoFreight } from '../../../src/server/demo/couriers.ts'
import { COMPANY_PLACES, demoCustomers } from '../../../src/server/demo/customers.ts'
import { demoOrders } from '../../../src/server/demo/orders.ts'
import { demoProducts } from '../../../src/server/demo/products.ts'
import { createRandom } from '../../../src/server/demo/random.ts'
import { workingTime } from '../../../src/server/demo/working-time.ts'
import { onEmbeddedDemo } from '../databases.ts'
import { DEMO_NOW } from '../templates.ts'

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(DEMO_NOW - days * DAY).toISOString()

/** Weight of packaging relative to its content, including rounding. */
const PACKAGING = { least: -0.05, most: 0.35 }

onEmbeddedDemo((database) => {
  const ordersWithCustomers = () =>
    database.db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .selectAll('orders')
      .select(['customers.pricing', 'customers.terms', 'customers.credit_stop'])
      .execute()
  const sent = () =>
    database.db
      .selectFrom('consignments')
      .innerJoin('orders', 'orders.code', 'consignments.order_code')
      .selectAll('consignments')
      .select(['orders.id as order_id', 'orders.region'])
      .execute()

  describe('the goods', () => {
    const products = () => database.db.selectFrom('products').selectAll().execute()

    it('have only finishes that exist for their kind', async () => {
      const names = (await products()).map(({ name }) => name)
      expect(
        names.filter((name) => /copper|brass|steel/i.test(name) && /\b(blue|red|green)\b/.test(name)),
      ).toEqual([])
      expect(names.filter((name) => /mixer|tap,/.test(name) && /PVC|PN \d|galvanised/.test(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
    })

    it.each([
      ['ELB-', 0.01, 0.5],
      ['CPLG-', 0.01, 0.4],
      ['TAP-', 1, 2],
      ['PEX-', 4, 13],
      ['CU-50-', 8, 12],
      ['HWC-', 30, 80],
    ])('have plausible weights: %s between %d and %d kg', async (kind, least, most) => {
      const weights = (await products())
        .filter(({ code }) => code.startsWith(kind))
        .map(({ weight }) => weight)
      expect(weights.length).toBeGreaterThan(2)
      for (const weight of weights) {
        expect(weight).toBeGreaterThanOrEqual(least)
        expect(weight).toBeLessThanOrEqual(most)
      }
    })
  })

  it('has consignments that weigh what was ordered, by couriers whose cards take them', async () => {
    const { db } = database
    const goods = await db
      .selectFrom('order_items')
      .innerJoin('products', 'products.code', 'order_items.product_code')
      .select(['order_id', 'quantity', 'weight'])
      .execute()
    const ordered = new Map<number, number>()
    for (const { order_id, quantity, weight } of goods) {
      ordered.set(order_id, (ordered.get(order_id) ?? 0) + quantity * (weight ?? 0))
    }
    const parts = new Map<number, Selectable<Database['consignment_parts']>[]>()
    for (const part of await db.selectFrom('consignment_parts').selectAll().execute()) {
      parts.set(part.consignment_id, [...(parts.get(part.consignment_id) ?? []), part])
    }
    const consignments = await sent()
    expect(consignments).toHaveLength(1500)
    for (const { id, order_id, courier, branch, tracking_code, ...row } of consignments) {
      const own = parts.get(id) ?? []
      const packaging = own.reduce((sum, { weight }) => sum + weight, 0) - (ordered.get(order_id) ?? 0)
      expect(packaging, tracking_code).toBeGreaterThanOrEqual(own.length * PACKAGING.least)
      expect(packaging, tracking_code).toBeLessThanOrEqual(own.length * PACKAGING.most)
      const card = RATE_CARDS.find(({ slug }) => slug === courier)
      if (card === undefined) throw new Error(`${courier} has no card.`)
      const address = { ...row, region: '', country: '', is_rural: row.is_rural === 1 ? 1 : 0 } as const
      const pieces = own.map((part) => ({
        ...part,
        packageType: part.package_type === 'a5' ? ('a5' as const) : null,
        quantity: 1,
      }))
      const request = demoFreight(branch, address, pieces)
      expect(refusePieces(card, request), tracking_code).toBeNull()
      expect(destinationArea(card, request.destination)).not.toHaveProperty('reason')
    }
    const weights = Array.from(parts.values(), (own) =>
      own.reduce((sum, { weight }) => sum + weight, 0),
    ).sort((one, other) => one - other)
    expect(weights[weights.length / 2]).toBeGreaterThan(4)
    expect(weights[weights.length / 2]).toBeLessThan(12)
  })

  it('collects and delivers on working days only', async () => {
    const HOME: Record<string, string> = { auckland: 'Auckland', christchurch: 'Canterbury' }
    const isDayOff = (at: string | null, region: string | null) => {
      const day = todayInAuckland(parseInstant(at) ?? 0)
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
      return weekday === 0 || weekday === 6 || isPublicHoliday(day, region)
    }
    const moved = (await sent()).filter(({ picked_at }) => picked_at !== null)
    expect(moved.length).toBeGreaterThan(1400)
    expect(moved.filter((one) => isDayOff(one.picked_at, HOME[one.branch] ?? null))).toEqual([])
    expect(moved.filter((one) => one.delivered_at && isDayOff(one.delivered_at, one.region))).toEqual([])
  })

  it('sends nothing to customers on stop-credit, of whom few have ordered anything', async () => {
    const orders = (await ordersWithCustomers()).filter(({ pricing }) => pricing === 'stop')
    expect(orders.length).toBeGreaterThan(10)
    expect(orders.filter(({ paid_at, ready_at, shipped_at }) => paid_at ?? ready_at ?? shipped_at)).toEqual(
      [],
    )
  })

  it('has orders on account, some packed and some to be packed, and customers on stop', async () => {
    const orders = await ordersWithCustomers()
    const open = orders.filter(({ terms, shipped_at }) => terms === 'account' && shipped_at === null)
    const unpaid = open.filter(({ paid_at, credit_stop }) => paid_at === null && credit_stop === 0)
    expect(unpaid.filter(({ ready_at }) => ready_at !== null).length).toBeGreaterThan(5)
    expect(unpaid.filter(({ ready_at }) => ready_at === null).length).toBeGreaterThan(5)
    expect(open.filter(({ credit_stop }) => credit_stop === 1).length).toBeGreaterThan(3)
  })

  // ORD-80, ORD-90
  it('has orders that were partly sent elsewhere, and packed ones that the shop has changed', async () => {
    const orders = await database.db.selectFrom('orders').selectAll().execute()
    const changed = orders.filter(({ source_changes }) => source_changes !== null)
    expect(changed.length).toBeGreaterThan(2)
    expect(changed.filter(({ ready_at }) => ready_at === null)).toEqual([])
    expect(changed.filter(({ shipped_at }) => shipped_at === null).length).toBeGreaterThan(1)
    const items = await database.db.selectFrom('order_items').selectAll().execute()
    const partly = items.filter(({ fulfilled_quantity }) => (fulfilled_quantity ?? 0) > 0)
    expect(partly.length).toBeGreaterThan(5)
    const codes = [...changed, ...orders.filter(({ id }) => partly.some(({ order_id }) => order_id === id))]
    expect(codes.map(({ code }) => code)).not.toContain('104823')
  })

  it('stops orders and puts them on hold after their last step, and not in the future', async () => {
    const orders = await database.db.selectFrom('orders').selectAll().execute()
    const stops = orders.flatMap(({ code, cancelled_at, refunded_at, held_at, ...steps }) => {
      const since = cancelled_at ?? refunded_at ?? held_at
      const done = [steps.ordered_at, steps.paid_at, steps.ready_at, steps.shipped_at]
      return since === null ? [] : [{ code, since, done: done.filter((at) => at !== null) }]
    })
    expect(stops.length).toBeGreaterThan(20)
    expect(stops.filter(({ since, done }) => done.some((at) => at >= since))).toEqual([])
    expect(stops.filter(({ since }) => since > daysAgo(0))).toEqual([])
  })

  it('has few old orders that are not paid, of little each', async () => {
    const orders = await ordersWithCustomers()
    const unpaid = orders.filter(({ paid_at, ordered_at }) => paid_at === null && ordered_at > daysAgo(365))
    expect(unpaid.length).toBeGreaterThan(1000)
    const old = orders.filter(({ paid_at, ordered_at }) => paid_at === null && ordered_at < daysAgo(100))
    expect(old.length).toBeGreaterThan(5)
    expect(old.length).toBeLessThan(60)
    expect(old.filter(({ total_cents }) => total_cents > 20_000)).toEqual([])
  })

  it('has the example order of the specification, and not its invoice', async () => {
    const codes = (await ordersWithCustomers()).map(({ code }) => code)
    expect(codes).toContain('104823')
    expect(codes).not.toContain('48213')
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('takes cash only at the counter, and allows collection only of paid orders', async () => {
    const orders = await ordersWithCustomers()
    const cash = orders.filter(({ payment_method }) => payment_method === 'cash')
    expect(cash.length).toBeGreaterThan(50)
    expect(cash.filter(({ is_pickup }) => is_pickup === 0)).toEqual([])
    expect(orders.filter(({ status, paid_at }) => status === 'Collected' && paid_at === null)).toEqual([])
  })

  it('has customers with local phone numbers and names', async () => {
    const AREAS: Record<string, string> = {
      Auckland: '9',
      Northland: '9',
      Waikato: '7',
      'Bay of Plenty': '7',
      Gisborne: '6',
      "Hawke's Bay": '6',
      Taranaki: '6',
      Wellington: '4',
      Nelson: '3',
      Canterbury: '3',
      Otago: '3',
      Southland: '3',
    }
    const places = Object.entries(COMPANY_PLACES).flatMap(([region, names]) =>
      names.map((name) => ({ name, region })),
    )
    const seen = new Set<string>()
    for (const { code, company, phone, region } of await database.db
      .selectFrom('customers')
      .select(['code', 'company', 'phone', 'region'])
      .execute()) {
      const [, area] = /^(?:0|\+64 )([34679]) 555/.exec(phone ?? '') ?? []
      if (area !== undefined) {
        expect(area, code).toBe(AREAS[region ?? ''])
        seen.add(area)
      }
      const at = places.filter(({ name }) => company?.startsWith(`${name} `))
      if (at.length > 0)
        expect(
          at.map((one) => one.region),
          company ?? '',
        ).toContain(region)
    }
    expect(seen).toEqual(new Set(['3', '4', '6', '7', '9']))
  })
})

const MIDNIGHT = '2026-11-19T11:00:00.000Z'

onEmbeddedDemo((database) => {
  it('belong to the shipped orders, and some are of today', async () => {
    const { db } = database
    const consignments = await db.selectFrom('consignments').selectAll().orderBy('id').execute()
    expect(consignments).toHaveLength(1500)
    const orders = await db.selectFrom('orders').select(['code', 'tracking_code', 'shipped_at']).execute()
    const byCode = new Map(orders.map((order) => [order.code, order]))
    const now = new Date(DEMO_NOW).toISOString()
    for (const { order_code, tracking_code, ...row } of consignments) {
      expect(byCode.get(order_code ?? '')).toMatchObject({ tracking_code, shipped_at: row.created_at })
      const dates = [row.created_at, row.manifested_at, row.picked_at, row.delivered_at].filter(Boolean)
      expect(dates).toEqual([...dates].sort())
      expect(dates.every((date) => date !== null && date <= now)).toBe(true)
    }
    const couriers = ['aramex', 'castleparcels', 'nzcouriers', 'nzpost', 'posthaste', 'titus']
    expect(new Set(consignments.map(({ provider_slug }) => provider_slug))).toEqual(new Set(couriers))
    const today = consignments.filter(({ created_at }) => created_at >= MIDNIGHT)
    expect(today.filter(({ picked_at }) => picked_at === null).length).toBeGreaterThan(5)
    expect(consignments.filter((one) => one.picked_at && !one.delivered_at).length).toBeGreaterThan(5)
  })

  it('have parts that add up to their cost, and events or none', async () => {
    const { db } = database
    const parts = await db.selectFrom('consignment_parts').selectAll().execute()
    const events = await db.selectFrom('consignment_events').selectAll().execute()
    const costs = new Map<number, number>()
    const sumOf = (services: string) => {
      const charged: { totalCents: number }[] = JSON.parse(services)
      return charged.reduce((sum, { totalCents }) => sum + totalCents, 0)
    }
    for (const { consignment_id, cost_cents, services } of parts) {
      costs.set(consignment_id, (costs.get(consignment_id) ?? 0) + cost_cents + sumOf(services))
    }
    for (const { id, cost_cents, services } of await db.selectFrom('consignments').selectAll().execute()) {
      expect((costs.get(id) ?? 0) + sumOf(services)).toBe(cost_cents)
    }
    const told = new Set(events.map((event) => event.consignment_id))
    expect(told.size).toBeGreaterThan(1300)
    expect(told.size).toBeLessThan(1490)
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['created', 'collected', 'updated', 'delivered', 'exception']),
    )
  })
})

const MORNING = Date.parse('2026-11-19T21:00:00.000Z')

it('are booked in the morning only after the branches open', () => {
  const random = createRandom(1)
  const customers = demoCustomers(random, () => MIDNIGHT)
  const sold = demoOrders(random, MORNING, customers, demoProducts(random, MIDNIGHT))
  const orders = sendSomeToday(random, MORNING, sold)
  const today = orders.map(({ row }) => row.shipped_at ?? '').filter((at) => at >= MIDNIGHT)
  expect(today.filter((at) => at >= '2026-11-19T18:30:00.000Z').length).toBeGreaterThan(5)
  expect(today.filter((at) => at < '2026-11-19T18:30:00.000Z').length).toBeLessThan(3)
})

describe('the working time of the demo', () => {
  const HOUR = 3_600_000
  const inAuckland = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Pacific/Auckland',
  })

  // Clock changes in spring and autumn, a Saturday night, and the middle of a working day.
  const MOMENTS = [
    '2026-04-06T03:00:00Z',
    '2026-09-28T03:00:00Z',
    '2026-11-21T11:17:00Z',
    '2026-11-19T23:00:00Z',
  ]

  it.each(MOMENTS)('starts at now and keeps the order of times, at %s', (moment) => {
    const now = Date.parse(moment)
    const workedAt = workingTime(now, 30)
    const times = Array.from({ length: 30 * 24 + 1 }, (_, hours) => workedAt(now - hours * HOUR))
    expect(times[0]).toBe(now)
    expect(times.at(-1)).toBeCloseTo(now - 30 * 24 * HOUR, 0)
    for (const [index, time] of times.slice(1).entries()) expect(time).toBeLessThan(times[index] ?? 0)
  })

  it.each(MOMENTS)('fills working days, at %s', (moment) => {
    const now = Date.parse(moment)
    const workedAt = workingTime(now, 60)
    const shares = { busy: 0, night: 0 }
    for (let even = now - 60 * 24 * HOUR; even < now; even += HOUR) {
      const parts = inAuckland.formatToParts(workedAt(even))
      const hour = Number(parts.find(({ type }) => type === 'hour')?.value)
      const weekday = parts.find(({ type }) => type === 'weekday')?.value ?? ''
      if (hour >= 7 && hour < 17 && !weekday.startsWith('S')) shares.busy += 1
      if (hour < 7 || hour >= 22) shares.night += 1
    }
    expect(shares.busy).toBeGreaterThan(0.75 * 60 * 24)
    expect(shares.night).toBeLessThan(0.05 * 60 * 24)
  })
})
