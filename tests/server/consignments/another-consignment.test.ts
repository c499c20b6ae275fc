import { expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { bookingOnTest } from './booking-on-test.ts'
import { booksThen, fails, refuses } from './fake-courier.ts'

const MINUTE = 60_000

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, order, consignments } = target
  const path = () => `/api/v1/orders/${target.code}/consignments`
  const another = async (
    quoteId: string,
    number = 2,
    payload: object = target.payload(),
    reference = `${target.code}-${number}`,
  ) => {
    const answer = await target.app().post(path(), { ...payload, quote_id: quoteId, reference })
    return { status: answer.status, body: await answer.json() }
  }
  const ofOrder = async () => (await target.app().get(path())).json()
  const codeOf = ({ body }: { body: { data: { consignment_id: string } } }) => body.data.consignment_id
  /** An order with its own consignment; returns the code of that. */
  const shipped = async () => {
    await putOrder()
    return codeOf(await book(await quote()))
  }

  it('books another consignment of a shipped order, which keeps its tracking code', async () => {
    const first = await shipped()
    const before = await order()
    expect((await ofOrder()).next_reference).toBe(`${target.code}-2`)
    const second = codeOf(await another(await quote()))
    expect(second).not.toBe(first)
    expect(await order()).toEqual(before)
    expect(await target.get(second)).toMatchObject({
      order_code: target.code,
      reference: `${target.code}-2`,
      tracking_code: second,
    })
    expect(await target.get(first)).toMatchObject({ order_code: target.code, reference: null })
    const listed = await ofOrder()
    expect(listed.next_reference).toBe(`${target.code}-3`)
    expect(listed.consignments.map(({ tracking_code }: { tracking_code: string }) => tracking_code)).toEqual([
      first,
      second,
    ])
    expect(target.swift.made.map(({ request }) => request.orderCode)).toEqual([
      target.code,
      `${target.code}-2`,
    ])
  })

  it('finds it by its reference, in the list of its day and in the history of the order', async () => {
    await shipped()
    const second = codeOf(await another(await quote()))
    expect((await target.get(`${target.code}-2`)).tracking_code).toBe(second)
    const found = await target.list(`date=2026-11-20&query=${target.code}-2&provider=`)
    expect(found.map(({ tracking_code }) => tracking_code)).toEqual([second])
    const history = await (await target.app().get(`/api/v1/orders/${target.code}/history`)).json()
    const booked = history.data.filter(({ type }: { type: string }) => type === 'create-consignment')
    expect(booked.map(({ details }: { details: { reference: string | null } }) => details.reference)).toEqual(
      [`${target.code}-2`, null],
    )
  })

  it('leaves the order shipped when it is deleted, and does not use its number again', async () => {
    const first = await shipped()
    const second = codeOf(await another(await quote()))
    expect((await remove(second)).status).toBe(200)
    expect((await order()).freight.tracking_code).toBe(first)
    expect((await order()).status).toBe('Shipped')
    expect((await ofOrder()).next_reference).toBe(`${target.code}-3`)
    expect((await another(await quote(), 2)).status).toBe(409)
    expect((await another(await quote(), 3)).status).toBe(200)
  })

  it('lets the order be booked again after its own consignment is deleted', async () => {
    const first = await shipped()
    const second = codeOf(await another(await quote()))
    expect((await remove(first)).status).toBe(200)
    expect((await order()).status).not.toBe('Shipped')
    expect((await another(await quote(), 3)).status).toBe(409)
    const again = codeOf(await book(await quote()))
    expect((await order()).freight.tracking_code).toBe(again)
    expect((await consignments()).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(2)
    expect((await target.get(second)).reference).toBe(`${target.code}-2`)
  })

  // FRT-19
  it('refuses a plain second booking of a shipped order, as before', async () => {
    await shipped()
    await another(await quote())
    expect(await book(await quote())).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already has consignment') },
    })
    expect(target.swift.made).toHaveLength(2)
  })

  it('refuses an order that is not shipped, was collected, or does not exist', async () => {
    await putOrder()
    expect(await another(await quote())).toMatchObject({
      status: 409,
      body: { message: 'The order is not shipped yet.' },
    })
    expect((await another(await quote(), 2, target.payload({ order_id: 'other' }))).body.field).toBe(
      'order_id',
    )
    const nowhere = await target.app().get('/api/v1/orders/O-none/consignments')
    expect(nowhere.status).toBe(404)
    expect(target.swift.made).toEqual([])
  })

  it('books one consignment for two concurrent users', async () => {
    await shipped()
    const [one, two] = [await quote(), await quote(target.payload(), 1)]
    const answers = await Promise.all([another(one), another(two)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await consignments()).toHaveLength(2)
    expect(await target.claims()).toEqual([])
  })

  it('responds the same to a repeated request, and refuses the price for another reference', async () => {
    await shipped()
    const id = await quote()
    const first = await another(id)
    expect(await another(id)).toEqual(first)
    expect((await another(id, 3)).status).toBe(409)
    expect((await book(id)).status).toBe(409)
    expect(target.swift.made).toHaveLength(2)
  })

  it('records a booking whose response was lost with its reference', async () => {
    await shipped()
    const id = await quote()
    target.swift.behave({ book: booksThen(fails) })
    const second = codeOf(await another(id))
    expect(await target.get(second)).toMatchObject({ reference: `${target.code}-2` })
    expect((await order()).status).toBe('Shipped')
  })

  it('can be booked with the same reference after the courier refused', async () => {
    await shipped()
    target.swift.behave({ book: refuses })
    expect((await another(await quote())).body.message).toBe('The street does not exist.')
    target.swift.behave()
    target.later(MINUTE)
    expect((await another(await quote())).status).toBe(200)
  })

  it('leaves out a reference that is the code of an order', async () => {
    const first = await shipped()
    const { id: _, ...row } = await database.db
      .selectFrom('orders')
      .selectAll()
      .where('code', '=', target.code)
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('orders')
      .values({ ...row, code: `${target.code}-2`, tracking_code: first })
      .execute()
    expect((await ofOrder()).next_reference).toBe(`${target.code}-3`)
  })
})
