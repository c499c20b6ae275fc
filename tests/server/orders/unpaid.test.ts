import { expect, it } from 'vitest'
import { orderCan } from '../../../src/domain/orders/order-can.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, type OrderParts, putCustomer, putOrders, signedInApp } from './harness.ts'
import { now, orderOnTest, PAYMENT } from './order-on-test.ts'

const LEFT = { shipped_at: hoursAgo(1) }
const COLLECTED = { ...LEFT, is_pickup: 1, status: 'Collected' }
const SHIPPED = { ...LEFT, tracking_code: 'AX1', status: 'Shipped' }

onEachDatabase((database) => {
  const { put, post, order } = orderOnTest(database)

  it.each([
    ['Collected', COLLECTED],
    ['Shipped', SHIPPED],
  ])('records the payment of an order that is and stays %s', async (status, parts) => {
    await put(parts)
    expect((await post('payment', PAYMENT)).status).toBe(200)
    expect(await order()).toMatchObject({ status, dates: { paid_at: now, shipped_at: LEFT.shipped_at } })
    const again = await post('payment', PAYMENT)
    expect([again.status, await again.json()]).toMatchObject([409, { message: 'The order is already paid.' }])
  })

  it('lists as unpaid just the orders whose payment can be recorded', async () => {
    const customer = await putCustomer(database.db, { code: 'unpaid' })
    const [no, yes] = [null, hoursAgo(2)]
    const steps: Partial<OrderParts>[] = [no, yes].flatMap((paid_at) =>
      [no, yes].flatMap((ready_at) =>
        [no, yes].flatMap((shipped_at) =>
          [0, 1].map((is_pickup) => ({ paid_at, ready_at, shipped_at, is_pickup })),
        ),
      ),
    )
    await putOrders(
      database.db,
      customer,
      steps.map((step, index) => ({ ...step, code: `U${index}` })),
    )
    const { list } = signedInApp(database.db)
    const all = await list('?customer=unpaid')
    expect(all).toHaveLength(steps.length)
    const payable = all.filter((one) => orderCan('record-payment', one).offered)
    expect(await list('?customer=unpaid&status=unpaid')).toEqual(payable)
    expect(payable).toHaveLength(steps.length / 2)
    expect(payable.every(({ dates }) => dates.paid_at === null)).toBe(true)
  })
})
