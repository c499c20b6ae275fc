import { describe, expect, it } from 'vitest'
import { applyDue } from '../../../src/server/feeds/apply.ts'
import { casesOf, fc, MODEL } from '../../properties.ts'
import { arrivalsOf } from '../arrivals/harness.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { feedsOnTest, shopifyLine, shopifyOrder, woocommerceOrder } from './feeds-on-test.ts'

/** A version of an order: what its source says, at a second and a moment of it. */
interface Version {
  second: number
  moment: number
  quantity: number
  isPaid: boolean
  isStopped: boolean
}

const version = fc.record<Version>({
  second: fc.integer({ min: 0, max: 3 }),
  moment: fc.integer({ min: 0, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  isPaid: fc.boolean(),
  isStopped: fc.boolean(),
})

const versions = fc.uniqueArray(version, {
  minLength: 1,
  maxLength: 5,
  selector: ({ second, moment }) => `${second} ${moment}`,
})

/** Messages by their indexes, in any order and with any repetition, and after which of them the worker runs. */
const arrival = fc.record({
  order: fc.array(fc.nat(), { minLength: 3, maxLength: 8 }),
  pauses: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
})

function at(second: number): string {
  return `2026-11-20T09:00:0${second}+13:00`
}

onEachDatabase((database) => {
  const feeds = feedsOnTest(database)
  const order = (id: number) => feeds.order(String(id))
  let number = 0

  /** Sends each message at least once, in the given order and with its repetitions, and applies them in between. */
  async function play(
    send: ((again: number) => Promise<unknown>)[],
    { order, pauses }: { order: number[]; pauses: boolean[] },
  ): Promise<void> {
    const drawn = order.map((index) => index % send.length)
    const missing = send.map((_, index) => index).filter((index) => !drawn.includes(index))
    for (const [place, index] of [...drawn, ...missing].entries()) {
      await send[index]?.(place)
      if (pauses[place % pauses.length]) await applyDue(feeds.deps())
    }
    await feeds.applyAll()
  }

  // FEED-5
  it(
    'any order of arrival and any repetition of Shopify’s versions ends with the newest',
    MODEL,
    async () => {
      await fc.assert(
        fc.asyncProperty(versions, arrival, async (sent, arrival) => {
          number += 1
          const [id, name] = [number, `#${number}`]
          const newest = sent.toSorted((one, two) => two.second - one.second || two.moment - one.moment)[0]
          await play(
            sent.map((one) => async (again) => {
              const body = shopifyOrder({
                ...{ id, name, updated_at: at(one.second), note: `${one.second}.${one.moment}` },
                financial_status: one.isPaid ? 'paid' : 'pending',
                cancelled_at: one.isStopped ? at(9) : null,
                line_items: [shopifyLine({ quantity: one.quantity, current_quantity: one.quantity })],
                subtotal_price: (57.5 * one.quantity).toFixed(2),
                total_tax: (7.5 * one.quantity + 0.9).toFixed(2),
                total_price: (57.5 * one.quantity + 6.9).toFixed(2),
              })
              const triggered = `2026-11-19T20:00:0${one.second}.${String(one.moment).padStart(6, '0')}Z`
              const headers = { 'x-shopify-triggered-at': triggered }
              // A repetition has the id of the first delivery, or as a replay an id of its own.
              const isReplay = again % 2 === 0
              await feeds.shopify('orders/updated', body, {
                ...headers,
                ...(!isReplay && { 'x-shopify-webhook-id': `once ${id} ${triggered}` }),
              })
            }),
            arrival,
          )
          expect(await feeds.order(name)).toMatchObject({
            notes: `${newest?.second}.${newest?.moment}`,
            is_stopped: newest?.isStopped ? 1 : 0,
            paid_at: newest?.isPaid ? '2026-11-19T20:00:00.000Z' : null,
            total_cents: 5750 * (newest?.quantity ?? 0) + 690,
            items: [{ quantity: newest?.quantity }],
          })
        }),
        { numRuns: casesOf(12, 300) },
      )
    },
  )

  // FEED-5
  it(
    'any order of arrival of WooCommerce’s versions and a deletion ends with the newest, deleted',
    MODEL,
    async () => {
      await fc.assert(
        fc.asyncProperty(versions, arrival, fc.boolean(), async (drawn, arrival, isDeleted) => {
          number += 1
          const id = number
          const sent = [...new Map(drawn.map((one) => [one.second, one])).values()]
          const newest = sent.toSorted((one, two) => two.second - one.second)[0]
          const sendVersion = (one: Version) => () =>
            feeds.woocommerce(
              'order.updated',
              woocommerceOrder({
                ...{ id, number: String(id), date_modified_gmt: `2026-11-19T20:00:0${one.second}` },
                ...{ customer_note: String(one.second), status: one.isStopped ? 'cancelled' : 'processing' },
                date_paid_gmt: one.isPaid ? '2026-11-19T20:00:03' : null,
              }),
            )
          const sendDeletion = () => feeds.woocommerce('order.deleted', { id })
          await play([...sent.map(sendVersion), ...(isDeleted ? [sendDeletion] : [])], arrival)
          expect(await feeds.order(String(id))).toMatchObject({
            notes: String(newest?.second),
            is_stopped: isDeleted || newest?.isStopped ? 1 : 0,
          })
        }),
        { numRuns: casesOf(8, 200) },
      )
    },
  )

  // FEED-5
  it('of two versions of one second, the order that is further on counts', async () => {
    const open = woocommerceOrder({ id: 900_001, number: '900001', status: 'pending', date_paid_gmt: null })
    const paid = woocommerceOrder({ id: 900_001, number: '900001' })
    for (const body of [paid, open]) await feeds.woocommerce('order.updated', body)
    await feeds.applyAll()
    expect(await feeds.order('900001')).toMatchObject({ status: 'Paid' })
  })

  // FEED-5, FEED-10
  it('an order that staff took counts as applied: its shop goes on with it, and no other shop', async () => {
    const [one, two] = ['one.example.nz', 'two.example.nz']
    const send = (shop: string, parts: object) =>
      feeds.woocommerce('order.updated', woocommerceOrder({ id: 900_002, number: '900002', ...parts }), {
        'x-wc-webhook-source': shop,
      })
    await send(one, { shipping: { ...woocommerceOrder().shipping, postcode: '12' }, customer_note: 'first' })
    await feeds.applyAll()
    const desk = arrivalsOf(database.db)
    const waiting = (await desk.list()).find(({ code }) => code === '900002')
    const taken = await desk.take(waiting?.id ?? '', { 'delivery_address.postcode': '0112' })
    expect(taken).toMatchObject({ success: true, code: '900002' })
    await send(two, { customer_note: 'second' })
    await feeds.applyAll()
    expect(await feeds.order('900002')).toMatchObject({ notes: 'first', postcode: '0112' })
    expect(await desk.list('?query=900002')).toMatchObject([{ source: two, code: '900002' }])
    // In the trash, an order that is here is withdrawn.
    await send(one, { status: 'trash', date_modified_gmt: '2026-11-19T21:00:00' })
    await feeds.applyAll()
    expect(await feeds.order('900002')).toMatchObject({ is_stopped: 1 })
  })

  describe('two shops of one program without prefixes', () => {
    const [one, two] = ['one.example.nz', 'two.example.nz']
    const send = (shop: string, id: number, parts: object) =>
      feeds.woocommerce('order.updated', woocommerceOrder({ id, number: String(id), ...parts }), {
        'x-wc-webhook-source': shop,
      })
    const faulty = { shipping: { ...woocommerceOrder().shipping, postcode: '12' } }
    const LATER = '2026-11-19T21:00:00'
    const waiting = async (id: number) =>
      (await arrivalsOf(database.db).list(`?query=${id}`)).map(({ source }) => source).sort()

    // FEED-10
    it.each([
      ['after', 900_003, true],
      ['together with', 900_004, false],
    ])('keep two refused orders of one number, of which one comes %s the other', async (_, id, isApplied) => {
      await send(one, id, faulty)
      if (isApplied) await feeds.applyAll()
      await send(two, id, faulty)
      await feeds.applyAll()
      expect(await waiting(id)).toEqual(['WooCommerce', two])
      await send(one, id, { customer_note: 'first', date_modified_gmt: LATER })
      await feeds.applyAll()
      expect(await order(id)).toMatchObject({ notes: 'first' })
      expect(await waiting(id)).toEqual([two])
    })

    // FEED-10
    it.each([
      ['after', 900_005, true],
      ['together with', 900_006, false],
    ])('never end an order that waits by one that comes %s it', async (_, id, isApplied) => {
      await send(one, id, faulty)
      if (isApplied) await feeds.applyAll()
      await send(two, id, { customer_note: 'second' })
      await feeds.applyAll()
      expect([await order(id), await waiting(id)]).toEqual([null, ['WooCommerce', two]])
      await send(two, id, { customer_note: 'third', date_modified_gmt: LATER })
      await feeds.applyAll()
      expect([await order(id), await waiting(id)]).toEqual([null, ['WooCommerce', two]])
    })

    // FEED-10
    it('take no order whose number another shop has by now', async () => {
      const id = 900_007
      await send(one, id, faulty)
      await feeds.applyAll()
      const desk = arrivalsOf(database.db)
      const [kept] = await desk.list(`?query=${id}`)
      await database.db
        .insertInto('feed_orders')
        .values({ key: `woocommerce/${two}/1`, code: String(id), version: 'applied' })
        .execute()
      const taken = await desk.take(kept?.id ?? '', { 'delivery_address.postcode': '0112' })
      expect(taken).toMatchObject({
        status: 409,
        message: `${id} is also the code of an order of ${two}: give each shop a prefix in ORDER_CODE_PREFIXES.`,
      })
      expect(await order(id)).toBeNull()
    })
  })

  // ARR-3, FEED-5
  it('an order that staff left out is not taken over a newer version', async () => {
    const id = 900_008
    const send = (parts: object) =>
      feeds.woocommerce('order.updated', woocommerceOrder({ id, number: String(id), ...parts }))
    const desk = arrivalsOf(database.db)
    await send({ shipping: { ...woocommerceOrder().shipping, postcode: '12' } })
    await feeds.applyAll()
    const [kept] = await desk.list(`?query=${id}`)
    await desk.leaveOut(kept?.id ?? '', 'A test')
    await send({ status: 'cancelled', date_modified_gmt: '2026-11-19T21:00:00' })
    await feeds.applyAll()
    // As left-out rows were before they came right, too.
    const older = { state: 'left-out', settled_by: 'Mere Parata' } as const
    await database.db.updateTable('arrivals').set(older).where('code', '=', String(id)).execute()
    expect(await desk.take(kept?.id ?? '', { 'delivery_address.postcode': '0112' })).toMatchObject({
      status: 409,
      message: 'Its source has sent it again without faults, and it was loaded.',
    })
    expect(await order(id)).toMatchObject({ is_stopped: 1 })
  })

  // ARR-2
  it.each([
    ['its code', 900_009, 'rua@example.com'],
    ['a code of ours', 900_010, 'C-77'],
  ])('a customer who was refused ends when the order is loaded with one of %s', async (_, id, code) => {
    const email = `${id}@example.com`
    const billing = { ...woocommerceOrder().billing, email, postcode: '12' }
    const send = (date_modified_gmt: string) =>
      feeds.woocommerce(
        'order.updated',
        woocommerceOrder({ id, number: String(id), billing, date_modified_gmt }),
      )
    const kinds = async () =>
      (await arrivalsOf(database.db).list('?state=waiting')).flatMap((one) =>
        [email, String(id)].includes(one.code ?? '') ? one.kind : [],
      )
    await send('2026-11-19T20:00:05')
    await feeds.applyAll()
    expect((await kinds()).sort()).toEqual(['customers', 'orders'])
    const own = code === 'C-77' ? code : email
    const { put } = await intakeOnTest(database.db)
    await put('customers', { code: own, name: 'Rua Hohepa', email })
    await send('2026-11-19T21:00:00')
    await feeds.applyAll()
    expect(await order(id)).toMatchObject({ customer: own })
    expect(await kinds()).toEqual([])
  })
})
