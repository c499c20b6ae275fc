import { describe, expect, it, vi } from 'vitest'
import { nameOfDatabase, openDatabase } from '../../../src/server/db/connection.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { pageOfIds } from '../../../src/server/db/page-of-ids.ts'
import { searchTerms } from '../../../src/server/db/search-text.ts'
import { seedDemoData } from '../../../src/server/demo/seed.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachNewDatabase } from '../databases.ts'

onEachNewDatabase((database) => {
  const applied = async () => {
    const rows = await database.db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
    return rows.map((row) => row.name)
  }

  it('applies every migration once, however often it runs', async () => {
    const before = await applied()
    await migrate(database.db.patient)
    await Promise.all([migrate(database.db.patient), migrate(database.db.patient)])
    expect(await applied()).toEqual(before)
    expect(before).toEqual([
      '0001-orders',
      '0002-sign-in',
      '0003-consignments',
      '0004-records',
      '0005-mail',
      '0006-rate-cards',
      '0007-piece-codes',
      '0008-live-consignments',
      '0009-sessions',
      '0010-deletions',
      '0011-address-search',
      '0012-late-bookings',
      '0013-overdue-mail',
      '0014-phone-search',
      '0015-webhooks',
      '0016-intake',
      '0017-changes',
      '0018-decimal-quantities',
      '0019-history',
      '0020-mark-search',
      '0021-verified-addresses',
      '0022-another-consignment',
      '0023-saved-views',
      '0024-customer-consignments',
      '0026-print-jobs',
      '0027-export-tickets',
      '0030-manifests',
      '0031-status-search',
      '0032-skipped-orders',
      '0033-order-standing',
      '0034-taking-back',
      '0035-code-numbers',
      '0036-customer-terms',
      '0037-source-changes',
      '0038-arrivals',
      '0039-stored-changes',
      '0040-imports',
      '0041-feeds',
      '0042-companies',
      '0043-import-runs',
      '0044-account-customers',
      '0045-order-filters',
      '0046-live-lists',
      '0047-barcodes',
      '0048-duplicates',
      '0049-pick-runs',
      '0050-dangerous-goods',
      '0051-packing',
      '0052-quoted-signature',
    ])
  })

  it('applies a new one once where several start at the same time', async () => {
    const up = vi.fn(async () => undefined)
    const migration = { name: '9999-test', up }
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.db.patient, [migration])))
    expect(up).toHaveBeenCalledOnce()
    await database.db.deleteFrom('schema_migrations').where('name', '=', migration.name).execute()
  })

  it('refuses a database that a newer version has migrated, and leaves it as it is', async () => {
    await database.db
      .insertInto('schema_migrations')
      .values({ name: '9999-future', applied_at: '2031-01-01T00:00:00.000Z' })
      .execute()
    const before = await applied()
    for (const migrates of [true, false]) {
      const opening = openDatabase(database.place, { migrates })
      await expect(opening).rejects.toThrow(ConfigError)
      await expect(opening).rejects.toThrow(
        `A newer version has used ${nameOfDatabase(database.place)} (9999-future): start that version, or restore the backup from before its first start.`,
      )
    }
    expect(await applied()).toEqual(before)
    await database.db.deleteFrom('schema_migrations').where('name', '=', '9999-future').execute()
    await (await openDatabase(database.place)).destroy()
  })

  it('leaves nothing of a migration that fails', async () => {
    const failing = {
      name: '9998-broken',
      up: async (db: typeof database.db) => {
        await db.schema.createTable('half').addColumn('id', 'integer').execute()
        throw new Error('broken')
      },
    }
    await expect(migrate(database.db.patient, [failing])).rejects.toThrow('broken')
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

    it('is made once, where several start at the same time', PATIENT, async () => {
      await Promise.all([seedDemoData(database.db, NOW), seedDemoData(database.db, NOW)])
      await seedDemoData(database.db, NOW)
      expect((await count('auckland')) + (await count('christchurch'))).toBe(4000)
    })

    // BIZ-1
    it('is a believable business', async () => {
      const { db } = database
      const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute()
      const items = await db.selectFrom('order_items').selectAll().execute()
      const sums = new Map<number, number>()
      for (const item of items) {
        sums.set(item.order_id, (sums.get(item.order_id) ?? 0) + item.subtotal_cents)
      }
      expect(items.filter((item) => item.subtotal_cents !== item.price_cents * item.quantity)).toEqual([])
      // One expectation for all, because thousands of them take a second.
      const isSound = (order: (typeof orders)[number]) => {
        const freight = order.is_pickup ? 0 : order.is_rural ? 1086 : 695
        const dates = [order.ordered_at, order.paid_at, order.ready_at, order.shipped_at].filter(Boolean)
        return (
          order.subtotal_cents === (sums.get(order.id) ?? 0) + order.freight_cents &&
          order.total_cents === order.subtotal_cents + order.tax_cents &&
          order.freight_cents === freight &&
          dates.join() === [...dates].sort().join() &&
          dates.every((date) => date !== null && date <= new Date(NOW).toISOString())
        )
      }
      expect(orders.filter((order) => !isSound(order))).toEqual([])
      expect(orders.map((order) => order.ordered_at)).toEqual(orders.map((order) => order.ordered_at).sort())
      expect(orders.some((order) => order.code === '104823')).toBe(true)
      expect(orders.slice(-5).every(({ status }) => ['Ordered', 'Paid'].includes(status))).toBe(true)
      const yearAgo = new Date(NOW - 365 * 86_400_000).toISOString()
      expect(orders.filter((order) => !order.paid_at && order.ordered_at > yearAgo).length).toBeGreaterThan(
        1000,
      )
      expect(new Set(orders.map((order) => order.status))).toEqual(
        new Set([
          ...['Ordered', 'Paid', 'Ready To Collect', 'Ready To Ship', 'Shipped', 'Collected'],
          ...['On hold', 'Cancelled', 'Refunded'],
        ]),
      )
      const stopped = orders.filter(({ is_stopped }) => is_stopped === 1)
      expect(stopped.some(({ ready_at, shipped_at }) => ready_at !== null && shipped_at === null)).toBe(true)
      expect(stopped.some(({ paid_at, ready_at }) => paid_at !== null && ready_at === null)).toBe(true)
      expect(orders.some(({ held_by }) => held_by !== null)).toBe(true)
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

    it('has suppliers, and supplier orders in every status', async () => {
      const { db } = database
      const suppliers = await db.selectFrom('suppliers').selectAll().execute()
      const orders = await db.selectFrom('supplier_orders').selectAll().orderBy('id').execute()
      const items = await db.selectFrom('supplier_order_items').selectAll().execute()
      const products = await db.selectFrom('products').select('code').execute()
      expect([suppliers.length, orders.length]).toEqual([25, 60])
      expect(new Set(orders.map((order) => order.branch))).toEqual(new Set(['auckland', 'christchurch']))
      const stages = ['ordered_at', 'shipped_at', 'devanned_at'] as const
      const reached = orders.map((order) => stages.filter((stage) => order[stage] !== null).length)
      expect(new Set(reached)).toEqual(new Set([0, 1, 2, 3]))
      for (const order of orders) {
        const { created_at, ordered_at, paid_at, shipped_at, received_at, devanned_at } = order
        const done = [created_at, ordered_at, paid_at, shipped_at, received_at, devanned_at].filter(Boolean)
        expect(done).toEqual([...done].sort())
        expect(done.every((date) => date !== null && date <= new Date(NOW).toISOString())).toBe(true)
        expect(order.expected_at === null).toBe(ordered_at === null)
      }
      // Around the last two clock changes in Auckland.
      const created = orders.map((order) => order.created_at.slice(0, 16))
      expect(created).toEqual(expect.arrayContaining(['2026-04-04T12:30', '2026-04-04T14:30']))
      expect(created).toEqual(expect.arrayContaining(['2026-09-26T13:30', '2026-09-26T15:30']))
      const codes = new Set(products.map(({ code }) => code))
      expect(items.every((item) => codes.has(item.product_code ?? ''))).toBe(true)
      expect(items.some((item) => item.product_code === 'FIT/90-15')).toBe(true)
    })

    it('has sent e-mails with their events', async () => {
      const { db } = database
      const mails = await db.selectFrom('outbox').selectAll().execute()
      const events = await db.selectFrom('email_events').selectAll().orderBy('id').execute()
      expect(mails.every((mail) => mail.sent_at !== null)).toBe(true)
      expect(events).toHaveLength(3000)
      expect(events.map((event) => event.date)).toEqual(events.map((event) => event.date).sort())
      expect(new Set(events.map((event) => event.email_id))).toEqual(
        new Set(mails.map((mail) => String(mail.id))),
      )
      const last = new Map(events.map((event) => [event.email_id, event.event]))
      expect(new Set(last.values())).toEqual(
        new Set(['sent', 'delivered', 'opened', 'deferred', 'rejected', 'soft-bounced', 'hard-bounced']),
      )
      const pageOf = (at: number) => new Set(events.slice(at, at + 200).map((event) => event.email_id))
      const split = [...pageOf(2800)].filter((id) => pageOf(2600).has(id))
      expect(split.length).toBeGreaterThan(0)
    })

    it.each([
      ['trade.example', 200],
      ['build.example', 400],
    ])('has customers of %s that fill their pages: %i', async (host, size) => {
      const terms = searchTerms(host)
      const found = await pageOfIds(database.db.reads, { from: 'customers', terms, limit: 1000 })
      expect(found).toHaveLength(size)
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
