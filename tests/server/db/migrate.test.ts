import { describe, expect, it, vi } from 'vitest'
import { seedDemoData } from '../../../src/server/db/demo/seed.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { onEachDatabase } from '../sign-in/databases.ts'

onEachDatabase((database) => {
  const applied = async () => {
    const rows = await database.db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
    return rows.map((row) => row.name)
  }

  it('applies every migration once, however often it runs', async () => {
    const before = await applied()
    await migrate(database.db)
    await Promise.all([migrate(database.db), migrate(database.db)])
    expect(await applied()).toEqual(before)
    expect(before).toEqual(['0001-orders', '0002-sign-in', '0006-rate-cards'])
  })

  it('applies a new one once where several start at the same time', async () => {
    const up = vi.fn(async () => undefined)
    const migration = { name: '9999-test', up }
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.db, [migration])))
    expect(up).toHaveBeenCalledOnce()
  })

  it('leaves nothing behind of one that fails', async () => {
    const failing = {
      name: '9998-broken',
      up: async (db: typeof database.db) => {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('broken')
      },
    }
    await expect(migrate(database.db, [failing])).rejects.toThrow('broken')
    expect(await applied()).not.toContain('9998-broken')
    const tables = await database.db.introspection.getTables()
    expect(tables.map((table) => table.name)).not.toContain('half')
  })

  describe('demo data', () => {
    const NOW = Date.parse('2026-11-20T01:23:45.678Z')
    const count = async (where: 'auckland' | 'christchurch') => {
      const rows = await database.db.selectFrom('orders').select('id').where('branch', '=', where).execute()
      return rows.length
    }

    it('is made once, where several start at the same time', async () => {
      await Promise.all([seedDemoData(database.db, NOW), seedDemoData(database.db, NOW)])
      await seedDemoData(database.db, NOW)
      expect((await count('auckland')) + (await count('christchurch'))).toBe(4000)
    })

    it('is a believable business', async () => {
      const { db } = database
      const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute()
      const items = await db.selectFrom('order_items').selectAll().execute()
      const sums = new Map<number, number>()
      for (const item of items) {
        expect(item.subtotal_cents).toBe(item.price_cents * item.quantity)
        sums.set(item.order_id, (sums.get(item.order_id) ?? 0) + item.subtotal_cents)
      }
      for (const order of orders) {
        expect(order.subtotal_cents).toBe((sums.get(order.id) ?? 0) + order.freight_cents)
        expect(order.total_cents).toBe(order.subtotal_cents + order.tax_cents)
        expect(order.freight_cents).toBe(order.is_pickup ? 0 : order.is_rural ? 1086 : 695)
        const dates = [order.ordered_at, order.paid_at, order.ready_at, order.shipped_at].filter(Boolean)
        expect(dates).toEqual([...dates].sort())
        expect(dates.every((date) => date !== null && date <= new Date(NOW).toISOString())).toBe(true)
      }
      expect(orders.map((order) => order.ordered_at)).toEqual(orders.map((order) => order.ordered_at).sort())
      expect(orders.some((order) => order.code === '104823')).toBe(true)
      expect(orders.slice(-5).every(({ status }) => ['Ordered', 'Paid'].includes(status))).toBe(true)
      const yearAgo = new Date(NOW - 365 * 86_400_000).toISOString()
      expect(orders.filter((order) => !order.paid_at && order.ordered_at > yearAgo).length).toBeGreaterThan(
        1000,
      )
      expect(new Set(orders.map((order) => order.status))).toEqual(
        new Set(['Ordered', 'Paid', 'Ready To Collect', 'Ready To Ship', 'Shipped', 'Collected', 'On hold']),
      )
      expect(orders.filter((order) => order.status === 'Shipped').every((order) => order.tracking_code)).toBe(
        true,
      )
      const customers = await db.selectFrom('customers').selectAll().execute()
      expect(customers).toHaveLength(1200)
      expect(Math.max(...customers.map((customer) => customer.company?.length ?? 0))).toBe(60)
      expect(new Set(customers.map((customer) => customer.pricing))).toEqual(
        new Set(['stop', 'drip', 'wholesale', 'retail', 'staff']),
      )
      const products = await db.selectFrom('products').select('code').execute()
      expect(products).toHaveLength(450)
      for (const mark of ['/', ' ', '#']) expect(products.some(({ code }) => code.includes(mark))).toBe(true)
    })

    it.each([
      ['rangitoto', 200],
      ['kauri', 400],
    ])('has orders of %s that fill their pages: %i', async (word, size) => {
      const rows = await database.db
        .selectFrom('orders')
        .select('id')
        .where('search_text', 'like', `%${word}%`)
        .execute()
      expect(rows).toHaveLength(size)
    })
  })
})
