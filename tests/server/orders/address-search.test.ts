import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { codesOf, putCustomer, putOrders, signedInApp } from './harness.ts'

onEachDatabase((database) => {
  beforeAll(async () => {
    const customer = await putCustomer(database.db, { code: '10482', company: 'Tāmaki Gas', suburb: 'Kumeū' })
    const address = { street: '4 Port Road', suburb: 'Port Whangārei', city: 'Whangārei', postcode: '0110' }
    await putOrders(database.db, customer, [
      { code: 'NORTH', ...address, region: 'Northland' },
      { code: 'NOWHERE', is_pickup: 1 },
    ])
  })

  it.each([
    ['port road', ['NORTH']],
    ['4 port whangarei', ['NORTH']],
    ['Port Whangārei', ['NORTH']],
    ['0110', ['NORTH']],
    ['tamaki 0110', ['NORTH']],
    ['tamaki', ['NOWHERE', 'NORTH']],
    // The customer's own address, to which the order is not sent.
    ['kumeu', []],
    ['northland', []],
  ])('finds orders by the address that they go to: %j', async (query, codes) => {
    const found = await signedInApp(database.db).list(`?query=${encodeURIComponent(query)}`)
    expect(codesOf(found)).toEqual(codes)
  })
})
