import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, ORDER } from '../import/harness.ts'
import { signedInApp } from '../orders/harness.ts'
import { intakeOnTest } from './intake-on-test.ts'

onEachDatabase((database) => {
  const intake = () => intakeOnTest(database.db)
  const order = async () => (await signedInApp(database.db).get(`/api/v1/orders/${ORDER.code}`)).json()
  const done = (code: string, outcome: string) => ({ code, outcome, faults: [] })

  beforeEach(async () => {
    for (const table of ['order_items', 'orders', 'customers'] as const)
      await database.db.deleteFrom(table).execute()
  })

  const costs = async () => (await order()).costs
  const line = async () => (await order()).items[0].costs.subtotal
  /** Two pipes at $10.00 with 10 % off, and freight of $6.95, of which $3.95 are taken off. */
  const DISCOUNTED = {
    ...ORDER,
    items: [{ ...ORDER.items[0], costs: { subtotal: 1800 } }],
    costs: { subtotal: 2100 },
  }
  it.each<[string, object, object, number]>([
    ['new freight', { freight: { subtotal: 1000 } }, { subtotal: 2405, tax: 361, total: 2766 }, 1800],
    [
      'another name of a product',
      { items: [{ quantity: 2, product: { code: 'P/1', name: 'Tube', price: 1000 } }] },
      { subtotal: 2100, tax: 315, total: 2415 },
      1800,
    ],
    [
      'another quantity',
      { items: [{ quantity: 3, product: { code: 'P/1' } }] },
      { subtotal: 3000, tax: 450, total: 3450 },
      2700,
    ],
    [
      'another quantity, and the sum without a discount',
      {
        items: [{ quantity: 3, product: { code: 'P/1' }, costs: { subtotal: 3000 } }],
        costs: { subtotal: 3695 },
      },
      { subtotal: 3695, tax: 554, total: 4249 },
      3000,
    ],
    [
      'another quantity, and no sum',
      {
        items: [{ quantity: 3, product: { code: 'P/1' }, costs: { subtotal: null } }],
        costs: { subtotal: null },
      },
      { subtotal: 3695, tax: 554, total: 4249 },
      3000,
    ],
  ])('an order with a discount is updated by %s', async (_, change, sums, lineSum) => {
    const { put } = await intake()
    await put('customers', CUSTOMER)
    await put('orders', DISCOUNTED)
    expect(await put('orders', { code: ORDER.code, ...change })).toEqual([done('104823', 'updated')])
    expect(await costs()).toEqual(sums)
    expect(await line()).toBe(lineSum)
    expect(await put('orders', { code: ORDER.code, ...change })).toEqual([done('104823', 'unchanged')])
  })

  it('an order that becomes smaller than its discount loses it', async () => {
    const { put } = await intake()
    await put('customers', CUSTOMER)
    await put('orders', DISCOUNTED)
    await put('orders', { code: ORDER.code, items: [], freight: { subtotal: 100 } })
    expect(await costs()).toEqual({ subtotal: 100, tax: 15, total: 115 })
  })

  it('an order without tax stays without', async () => {
    const { put } = await intake()
    await put('customers', CUSTOMER)
    await put('orders', { ...ORDER, costs: { tax: 0 } })
    await put('orders', { code: ORDER.code, freight: { subtotal: 1000 } })
    expect(await costs()).toEqual({ subtotal: 3000, tax: 0, total: 3000 })
  })
})
