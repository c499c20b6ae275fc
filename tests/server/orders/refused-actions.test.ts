import { describe, expect, it } from 'vitest'
import { onEmbedded } from '../databases.ts'
import { hoursAgo, type OrderParts } from './harness.ts'
import {
  COLLECTED,
  orderOnTest,
  PAYMENT,
  paid,
  pickup,
  READY,
  ready,
  SHIPPED,
  sent,
} from './order-on-test.ts'

onEmbedded((database) => {
  const target = orderOnTest(database)
  const { put, post, order, history, mails } = target

  it.each<[string, object, Partial<OrderParts>, string]>([
    ['payment', PAYMENT, paid, 'The order is already paid.'],
    ['ready', READY, {}, 'The order is not paid yet.'],
    ['ready', READY, ready, 'The order is already packed.'],
    ['ready', READY, sent, 'The order has already been shipped.'],
    ['collected', COLLECTED, paid, 'The order is not click & collect.'],
    ['collected', COLLECTED, pickup, 'The order is not paid yet.'],
    [
      'collected',
      COLLECTED,
      { ...ready, ...pickup, shipped_at: hoursAgo(1) },
      'The order has already been collected.',
    ],
    ['shipped', SHIPPED, sent, 'The order has already been shipped.'],
    ['shipped', SHIPPED, { ...paid, tracking_code: 'AX1' }, 'The order already has a tracking code.'],
    ['shipped', SHIPPED, { ...paid, ...pickup }, 'The order is click & collect.'],
  ])('refuses %s %j for an order that is %j and changes nothing', async (action, body, parts, message) => {
    await put(parts)
    const before = await order()
    const answer = await post(action, body)
    expect([answer.status, await answer.json()]).toEqual([409, { success: false, message }])
    expect(await order()).toEqual(before)
    expect(await history()).toEqual([])
    expect(await mails()).toEqual([])
  })

  it.each([
    ['payment', { ...PAYMENT, payment_amount: 11_499 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: '11500' }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: 115.5 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, payment_amount: -11_500 }, 422, 'payment_amount'],
    ['payment', { ...PAYMENT, date_paid: '2026-11-21' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, date_paid: '0206-11-19' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, date_paid: '2026-02-30' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, date_paid: '20/11/2026' }, 422, 'date_paid'],
    ['payment', { ...PAYMENT, payment_method: 'cheque' }, 422, 'payment_method'],
    ['payment', { ...PAYMENT, reference: 7 }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: 'a\0b' }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: 'x'.repeat(501) }, 422, 'reference'],
    ['payment', { ...PAYMENT, reference: undefined }, 422, 'reference'],
    ['ready', { ...READY, is_pickup: 'yes' }, 422, 'is_pickup'],
    ['ready', { ...READY, send_notification: null }, 422, 'send_notification'],
    ['ready', { ...READY, message: ' ' }, 422, 'message'],
    ['collected', { collected_by: 'Tama' }, 422, 'notes'],
    ['shipped', { ...SHIPPED, shipping_company: 'dove' }, 422, 'shipping_company'],
    ['shipped', { ...SHIPPED, tracking_code: '  ' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_code: '..' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_code: 'AX\u200b1' }, 422, 'tracking_code'],
    ['shipped', { ...SHIPPED, tracking_url: 'javascript:alert(1)' }, 422, 'tracking_url'],
    ['shipped', { ...SHIPPED, tracking_url: 'track me' }, 422, 'tracking_url'],
    ['payment', [], 422, undefined],
    ['payment', 'null', 422, undefined],
    ['payment', '{"date_paid":', 400, undefined],
    ['payment', '', 400, undefined],
  ])('refuses %s with %j as %i naming %s, and changes nothing', async (action, body, status, field) => {
    await put(action === 'payment' ? {} : action === 'collected' ? { ...paid, ...pickup } : paid)
    const before = await order()
    const answer = await post(action, body)
    const problem = await answer.json()
    expect(answer.status).toBe(status)
    expect(problem).toMatchObject({ success: false, message: expect.stringMatching(/\S/) })
    expect(problem.field).toBe(field)
    expect(await order()).toEqual(before)
    expect(await history()).toEqual([])
  })

  it.each([
    [{ date_paid: '2026-11-21' }, 'The payment may not be in the future.'],
    [{ date_paid: '0030-10-20' }, 'The payment may not be before the year 2000.'],
    [{ payment_amount: 11_499 }, 'Payment amount: must be the order total, $115.00.'],
    [{ reference: 'x'.repeat(501) }, 'Reference: may have at most 500 characters.'],
  ])('reports in plain words what is wrong with %j', async (wrong, message) => {
    await put({})
    expect(await (await post('payment', { ...PAYMENT, ...wrong })).json()).toMatchObject({ message })
  })

  describe('an order that does not exist', () => {
    it.each([
      ['payment', PAYMENT],
      ['ready', READY],
      ['collected', COLLECTED],
      ['shipped', SHIPPED],
    ])('is not found by %s', async (action, body) => {
      const answer = await post(action, body)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, message: 'Failed to find the order, check the order ID and try again.' },
      ])
    })
  })
})
