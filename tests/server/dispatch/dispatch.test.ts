import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getNextToShip, Packing } from '../../../src/contract/dispatch.ts'
import { getOrderHistory } from '../../../src/contract/history.ts'
import { getOrder } from '../../../src/contract/orders.ts'
import { findNextToShip } from '../../../src/server/dispatch/next-to-ship.ts'
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

    it('is not unknown because of a line without pieces, such as a discount', async () => {
      await putItems([1, null])
      const discount = { quantity: 0, product_code: 'DISCOUNT' }
      const { product_code } = await database.db
        .selectFrom('order_items')
        .innerJoin('products', 'products.code', 'order_items.product_code')
        .select('order_items.product_code')
        .where('products.weight', 'is', null)
        .orderBy('order_items.id', 'desc')
        .executeTakeFirstOrThrow()
      await database.db
        .updateTable('order_items')
        .set(discount)
        .where('product_code', '=', product_code)
        .execute()
      expect((await packing()).weight).toBe(2)
    })

    it('is unknown if a product is no longer listed', async () => {
      await putItems([1])
      await database.db.updateTable('order_items').set({ product_code: randomUUID() }).execute()
      expect((await packing()).weight).toBeNull()
    })
  })

  // PACK-2, SHIP-3
  it('an item whose code is its name has no code for its parcels, unless it is a product', async () => {
    await putItems([1])
    const { id: order_id } = await database.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', target.code)
      .executeTakeFirstOrThrow()
    const line = { order_id, quantity: 1, price_cents: 100, subtotal_cents: 100 }
    const named = `Delivery ${randomUUID()}`
    await database.db
      .insertInto('order_items')
      .values([
        { ...line, product_code: named, product_name: named },
        { ...line, product_code: `${named} 2`, product_name: 'Another name' },
      ])
      .execute()
    const codes = async () => (await packing()).items.map(({ code }) => code)
    expect(await codes()).toEqual([expect.any(String), null, `${named} 2`])
    const [product] = await codes()
    await database.db
      .updateTable('products')
      .set({ code: named })
      .where('code', '=', product ?? '')
      .execute()
    expect((await codes())[1]).toBe(named)
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

  // PACK-3
  describe('what was booked for the same items', () => {
    const TAP = `TAP-${randomUUID()}`
    const PIPE = `PIPE-${randomUUID()}`
    type Lines = readonly (readonly [product: string, quantity: number, fulfilled?: number])[]

    /** An order of a customer of its own with these lines. */
    async function putOrderOf(lines: Lines): Promise<string> {
      const code = `S-${randomUUID()}`
      await putOrders(database.db, await putCustomer(database.db, { code: randomUUID() }), [{ code }])
      const { id } = await database.db
        .selectFrom('orders')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      const rows = lines.map(([product_code, quantity, fulfilled_quantity = null]) => ({
        ...{ order_id: id, product_code, product_name: product_code, quantity, fulfilled_quantity },
        ...{ price_cents: 100, subtotal_cents: 100 },
      }))
      await database.db.insertInto('order_items').values(rows).execute()
      return code
    }
    const bookFor = async (code: string, height: number): Promise<string> => {
      const payload = { ...target.payload({ order_id: code, parcels: [{ ...PARCEL, height, quantity: 1 }] }) }
      const { status, body } = await target.book(await target.quote(payload), payload)
      expect(status).toBe(200)
      return body.data.consignment_id
    }

    it('is the last consignment of the same quantities, in any order of lines and of any customer', async () => {
      const lines: Lines = [
        [TAP, 2],
        [PIPE, 1.5],
      ]
      const [first, second, third] = [
        await putOrderOf(lines),
        await putOrderOf([
          [PIPE, 1.5],
          [TAP, 1],
          [TAP, 1],
        ]),
        await putOrderOf([
          [PIPE, 1.5],
          [TAP, 5, 3],
        ]),
      ]
      expect((await packing(third)).again).toEqual({ order_code: null, pieces: [] })
      await bookFor(first, 11)
      expect((await packing(third)).again).toMatchObject({ order_code: first, pieces: [{ height: 11 }] })
      const last = await bookFor(second, 12)
      expect((await packing(third)).again).toMatchObject({ order_code: second, pieces: [{ height: 12 }] })
      expect((await target.remove(last)).status).toBe(200)
      expect((await packing(third)).again).toMatchObject({ order_code: first })
      expect((await packing(await putOrderOf([[TAP, 2]]))).again.order_code).toBeNull()
    })

    it('is nothing of an order that was sent in several consignments, each with a part of it', async () => {
      const lines: Lines = [[`SET-${randomUUID()}`, 6]]
      const first = await putOrderOf(lines)
      const id = await bookFor(first, 11)
      const again = await putOrderOf(lines)
      expect((await packing(again)).again.order_code).toBe(first)
      // The carton that was left behind.
      const other = await bookFor(await putOrderOf([[TAP, 77]]), 12)
      expect(other).not.toBe(id)
      await database.db
        .updateTable('consignments')
        .set({ order_code: first })
        .where('tracking_code', '=', other)
        .execute()
      expect((await packing(again)).again.order_code).toBeNull()
    })

    it('is nothing for an order without items', async () => {
      const empty = await putOrderOf([[TAP, 1, 1]])
      await bookFor(empty, 11)
      expect((await packing(await putOrderOf([[TAP, 1, 1]]))).again.order_code).toBeNull()
    })

    // PACK-2
    it('comes with the items that are still to be sent, and what is known of their products', async () => {
      await putItems([1.5, null])
      const code = await putOrderOf([
        [TAP, 5, 3],
        [PIPE, 1, 1],
      ])
      expect((await packing(code)).items).toMatchObject([
        { code: TAP, quantity: 2, weight: null, height: null },
      ])
      expect((await packing()).items).toMatchObject([
        { quantity: 2, weight: 1.5, height: null },
        { quantity: 2, weight: null },
      ])
    })
  })

  it('responds 404 for an unknown order', async () => {
    const answer = await target.app().get('/api/v1/orders/none/packing')
    expect([answer.status, await answer.json()]).toMatchObject([404, { success: false }])
  })

  describe('the next order to ship', () => {
    const next = async (after: string) => (await followed(after, null)).code
    /** The answer to a call with the filter of a list, as parameters. */
    const followed = async (after: string, list: Record<string, string> | null) => {
      const query = new URLSearchParams({ after, ...(list && { from: 'list', ...list }) })
      const answer = await target.app().get(`/api/v1/next-to-ship?${query}`)
      expect(answer.status).toBe(200)
      return getNextToShip.answer.parse(await answer.json())
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

    describe('from a list', () => {
      const BELOW = '-below'
      /** In the order of the list, newest first: newer, oldest, south, unpacked, pickup, shipped. */
      const nextOf = (name: string, list: Record<string, string>) => followed(prefix + name, list)
      const found = (name: string) => ({ code: prefix + name, followed: true })

      it.each<[string, string, Record<string, string>, string]>([
        ['the next below it', '-newer', {}, '-oldest'],
        ['of any branch, as in the list', '-oldest', {}, '-south'],
        ['the first one after the last', '-south', {}, '-newer'],
        ['only of the branch of the list', '-oldest', { branch: 'auckland' }, '-newer'],
        ['in the status of the list', '-newer', { status: 'paid' }, '-unpacked'],
        ['after an order that has left the list by being shipped', '-shipped', { status: 'ready' }, '-newer'],
      ])('is %s', async (_, name, list, expected) => {
        expect(await nextOf(name, { query: prefix.slice(0, 8), ...list })).toEqual(found(expected))
      })

      it('is that of a customer', async () => {
        const other = await putCustomer(database.db, { code: `${prefix}-other` })
        await putOrders(database.db, other, [{ code: prefix + BELOW, ...ready }])
        expect(await nextOf('-newer', { customer: prefix })).toEqual(found('-oldest'))
        expect(await nextOf('-newer', {})).toEqual(found('-oldest'))
        expect(await nextOf('-south', {})).toEqual(found(BELOW))
      })

      it('has the order of its codes', async () => {
        const codes = ['-oldest', '-south', '-shipped', '-newer'].map((name) => prefix + name).join()
        expect(await nextOf('-oldest', { codes })).toEqual(found('-south'))
        expect(await nextOf('-south', { codes })).toEqual(found('-newer'))
        expect(await nextOf('-newer', { codes })).toEqual(found('-oldest'))
      })

      it('is none if the list has no other, though there are others', async () => {
        const list = { branch: 'christchurch', query: prefix.slice(0, 8) }
        expect(await nextOf('-south', list)).toEqual({ code: null, followed: true })
      })

      it.each<[string, string, Record<string, string>]>([
        ['another filter', '-newer', { branch: 'christchurch' }],
        ['another search', '-newer', { query: 'nothing like this' }],
        ['only unpaid ones', '-newer', { status: 'unpaid' }],
        ['only shipped ones', '-newer', { status: 'shipped' }],
        ['other codes', '-newer', { codes: 'A,B' }],
      ])(
        'is the oldest if the order before is not in the list, or nothing of it can be shipped: %s',
        async (_, name, list) => {
          expect(await nextOf(name, list)).toEqual({ code: `${prefix}-oldest`, followed: false })
        },
      )
    })

    // ORD-62
    it('follows the queue of orders to pack, and leads there if none is packed', async () => {
      const account = await putCustomer(database.db, { code: `${prefix}-account`, terms: 'account' })
      const unpacked = { ready_at: null, status: 'Paid' }
      await putOrders(database.db, account, [
        { code: `${prefix}-first`, ...ready, ...unpacked, paid_at: null, status: 'Ordered' },
        { code: `${prefix}-second`, ...ready, ...unpacked },
      ])
      const queue = { query: 'to pack' }
      const codes = async (...names: string[]) => {
        for (const [index, name] of names.slice(1).entries()) {
          const after = prefix + names[index]
          expect(await followed(after, queue)).toEqual({ code: prefix + name, followed: true })
        }
      }
      await codes('-newer', '-first', '-second', '-unpacked', '-first')
      await database.db
        .updateTable('orders')
        .set({ shipped_at: hoursAgo(1) })
        .where('ready_at', 'is not', null)
        .execute()
      expect(await next(`${prefix}-oldest`)).toBe(`${prefix}-unpacked`)
    })

    describe('without an order that staff have skipped', () => {
      const skip = (name: string, reason = 'One carton is missing') =>
        target.app().post(`/api/v1/orders/${prefix}${name}/skip`, { reason })
      const unskip = (name: string) =>
        target.app().app.request(`/api/v1/orders/${prefix}${name}/skip`, { method: 'DELETE' })
      const skipped = async (name: string) =>
        getOrder.answer.parse(await (await target.app().get(`/api/v1/orders/${prefix}${name}`)).json())
          .skipped

      it('is the one after it, in a list and without', async () => {
        expect((await skip('-oldest')).status).toBe(200)
        expect(await next(`${prefix}-shipped`)).toBe(`${prefix}-newer`)
        expect((await followed(`${prefix}-newer`, {})).code).toBe(`${prefix}-south`)
        const codes = ['-newer', '-oldest', '-south'].map((name) => prefix + name).join()
        expect((await followed(`${prefix}-newer`, { codes })).code).toBe(`${prefix}-south`)
      })

      it('is that order again once it is no longer skipped', async () => {
        await skip('-oldest')
        expect((await unskip('-oldest')).status).toBe(200)
        expect(await next(`${prefix}-shipped`)).toBe(`${prefix}-oldest`)
        expect(await skipped('-oldest')).toBeUndefined()
      })

      it('is that order again tomorrow in Auckland', async () => {
        await skip('-oldest')
        // Noon in Auckland is 11 hours after midnight UTC, and the day there ends at 11:00 UTC.
        expect(await skipped('-oldest')).toEqual({
          until: '2026-11-20T11:00:00.000Z',
          reason: 'One carton is missing',
          by: 'Mere Parata',
        })
        const nextAt = async (now: number) =>
          (await findNextToShip(database.db, { after: `${prefix}-shipped` }, now, '')).code
        const midnight = Date.parse('2026-11-20T11:00:00.000Z')
        expect(await nextAt(midnight - 1)).toBe(`${prefix}-newer`)
        expect(await nextAt(midnight)).toBe(`${prefix}-oldest`)
      })

      it('is in the history, with the reason', async () => {
        await skip('-oldest', ' No stock ')
        await unskip('-oldest')
        const answer = await target.app().get(`/api/v1/orders/${prefix}-oldest/history`)
        const { data } = getOrderHistory.answer.parse(await answer.json())
        expect(
          data.rows.map(({ type, staff_name, details: { reason, until } }) => [
            type,
            staff_name,
            reason,
            until,
          ]),
        ).toEqual([
          ['unskip', 'Mere Parata', null, null],
          ['skip', 'Mere Parata', 'No stock', '2026-11-21'],
        ])
      })

      it.each([
        ['without a reason', '-oldest', '  ', 422],
        ['with a reason that is too long', '-oldest', 'x'.repeat(501), 422],
        ['after it was shipped', '-shipped', 'No stock', 409],
        ['if it is collected', '-pickup', 'No stock', 409],
        ['without such an order', '-none', 'No stock', 404],
      ])('is not skipped %s', async (_, name, reason, status) => {
        expect((await skip(name, reason)).status).toBe(status)
      })
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
