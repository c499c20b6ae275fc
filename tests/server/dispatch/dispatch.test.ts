import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getNextToShip, Packing } from '../../../src/contract/dispatch.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { PARCEL } from '../consignments/payload-for.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW, type OrderParts, putCustomer, putOrders } from '../orders/harness.ts'
import { ready } from '../orders/order-on-test.ts'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const packing = async (code = target.code): Promise<Packing> => {
    const answer = await target.app().get(`/api/v1/orders/${code}/packing`)
    expect(answer.status).toBe(200)
    return Packing.parse(await answer.json())
  }

  /** Gives the order an item of each weight in kilograms, twice; null is a product without a weight. */
  async function putItems(weights: readonly (number | null)[]): Promise<void> {
    await target.putOrder()
    const { id } = await database.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', target.code)
      .executeTakeFirstOrThrow()
    for (const weight of weights) {
      const product_code = randomUUID()
      const at = hoursAgo(1)
      const texts = { name: 'Clip', description: '', search_text: '' }
      const product = {
        code: product_code,
        ...texts,
        price_cents: 100,
        weight,
        created_at: at,
        updated_at: at,
      }
      await database.db.insertInto('products').values(product).execute()
      const costs = { price_cents: 100, subtotal_cents: 200 }
      const item = { order_id: id, product_code, product_name: 'Clip', quantity: 2, ...costs }
      await database.db.insertInto('order_items').values(item).execute()
    }
  }

  describe('the weight of an order', () => {
    it.each([
      ['the sum of its items', [1.2, 0.055], 2.51],
      ['unknown if that of one product is', [1.2, null], null],
      ['unknown if one product weighs nothing', [1.2, 0], null],
      ['unknown without items', [], null],
    ])('is %s', async (_, weights, expected) => {
      await putItems(weights)
      expect((await packing()).weight).toBe(expected)
    })

    it('is unknown if a product is no longer listed', async () => {
      await putItems([1])
      await database.db.updateTable('order_items').set({ product_code: randomUUID() }).execute()
      expect((await packing()).weight).toBeNull()
    })
  })

  describe('the last parcels of its customer', () => {
    beforeEach(() =>
      database.db
        .updateTable('consignments')
        .set({ deleted_at: hoursAgo(1) })
        .execute(),
    )
    const piece = { package_type: null, height: 10, length: 20, width: 30, weight: 1.5 }
    const book = async (parcels: object[] = [PARCEL]) => {
      await target.putOrder()
      const payload = target.payload(Object({ parcels }))
      const { status, body } = await target.book(await target.quote(payload), payload)
      expect(status).toBe(200)
      return body.data.consignment_id
    }

    it('are none before its first consignment', async () => {
      await target.putOrder()
      expect((await packing()).last).toEqual([])
    })

    it('are the pieces that were booked last', async () => {
      await book([{ ...PARCEL, package_type: 'a5', quantity: 1 }, PARCEL])
      expect((await packing()).last).toEqual([{ ...piece, package_type: 'a5' }, piece, piece])
    })

    it('are not those of a deleted consignment', async () => {
      const code = await book()
      expect((await target.remove(code)).status).toBe(200)
      expect((await packing()).last).toEqual([])
    })
  })

  it('responds 404 for an unknown order', async () => {
    const answer = await target.app().get('/api/v1/orders/none/packing')
    expect([answer.status, await answer.json()]).toMatchObject([404, { success: false }])
  })

  describe('the next order to ship', () => {
    const next = async (after: string) => {
      const answer = await target.app().get(`/api/v1/next-to-ship?after=${after}`)
      expect(answer.status).toBe(200)
      return getNextToShip.answer.parse(await answer.json()).code
    }
    let prefix = ''
    beforeEach(async () => {
      prefix = randomUUID()
      await database.db
        .updateTable('orders')
        .set({ shipped_at: hoursAgo(1) })
        .execute()
      const customer = await putCustomer(database.db, { code: prefix })
      const named = (name: string, parts: Partial<OrderParts>): OrderParts => ({
        code: prefix + name,
        ...ready,
        ...parts,
      })
      await putOrders(database.db, customer, [
        named('-shipped', { shipped_at: new Date(NOW).toISOString() }),
        named('-pickup', { is_pickup: 1 }),
        named('-unpacked', { ready_at: null }),
        named('-south', { branch: 'christchurch' }),
        named('-oldest', {}),
        named('-newer', {}),
      ])
    })

    it.each([
      ['is the oldest that is ready, of the same branch', '-shipped', '-oldest'],
      ['is not the order before', '-oldest', '-newer'],
      ['is of any branch after an unknown order', '-unknown', '-south'],
    ])('%s', async (_, after, expected) => {
      expect(await next(prefix + after)).toBe(prefix + expected)
    })

    it('is none if no order is ready', async () => {
      await database.db
        .updateTable('orders')
        .set({ shipped_at: hoursAgo(1) })
        .execute()
      expect(await next('')).toBeNull()
    })
  })
})
