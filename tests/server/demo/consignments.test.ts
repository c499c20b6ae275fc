import { expect, it } from 'vitest'
import { sendSomeToday } from '../../../src/server/demo/consignments.ts'
import { demoCustomers } from '../../../src/server/demo/customers.ts'
import { demoOrders } from '../../../src/server/demo/orders.ts'
import { demoProducts } from '../../../src/server/demo/products.ts'
import { createRandom } from '../../../src/server/demo/random.ts'
import { onEmbeddedDemo } from '../databases.ts'
import { DEMO_NOW } from '../templates.ts'

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
