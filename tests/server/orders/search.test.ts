import { beforeAll, describe, expect, it } from 'vitest'
import { listCustomers } from '../../../src/contract/customers.ts'
import { splitCodes } from '../../../src/contract/orders.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, ORDER } from '../import/harness.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { codesOf, hoursAgo, putCustomer, putOrders, signedInApp } from './harness.ts'
import { PAYMENT } from './order-on-test.ts'

onEachDatabase((database) => {
  const app = () => signedInApp(database.db)
  const orders = async (query: string, more = '') =>
    codesOf(await app().list(`?query=${encodeURIComponent(query)}${more}`))
  const customers = async (query: string) => {
    const answer = await app().get(`/api/v1/customers?query=${encodeURIComponent(query)}`)
    return listCustomers.answer.parse(await answer.json()).rows.map(({ code }) => code)
  }

  beforeAll(async () => {
    const { db } = database
    const tamaki = await putCustomer(db, {
      code: '10097',
      company: 'Tāmaki Gas',
      phone: '(03) 555-0372',
      mobile: '+64 (0)27 555 0858 a/h',
      email: 'Ruth.P@example.com',
    })
    const other = await putCustomer(db, { code: '10098', company: 'Port Tiles', phone: '03 555 0373' })
    await putOrders(db, tamaki, [
      { code: 'W104150', reference: 'PO 4160', total_cents: 292_724 },
      { code: '104151', reference: '8915', total_cents: 1708, ordered_at: hoursAgo(999) },
    ])
    await putOrders(db, other, [{ code: '108915', reference: 'MCA-2291', total_cents: 292_724 }])
    await putOrders(db, other, [
      { code: '200001', freight_cents: 1086 },
      { code: '200002', freight_cents: 0, is_pickup: 1 },
      { code: '200003', status: 'On hold', tracking_code: 'LH4471209NZ' },
      { code: '200004', status: 'Canceled', street: '1 Holdsworth Road', suburb: 'Onehunga' },
    ])
  })

  // ORD-9
  it.each(['LH4471209NZ', 'lh-4471209-nz', '4471209'])(
    'the tracking code %j finds its order',
    async (query) => {
      expect(await orders(query)).toEqual(['200003'])
    },
  )

  describe('phone numbers and e-mail addresses in any form', () => {
    it.each([
      '035550372',
      '03 555 0372',
      '+64 3 555 0372',
      '0064 3 555 0372',
      '5550372',
      '555 0372',
      '0275550858',
      '027 555 0858',
      '027-555-0858',
      '+64 27 555 0858',
      '+64 (0)27 555 0858',
      '64275550858',
      '02755508',
      'ruth.p@example.com',
      'RUTH.P@EXAMPLE.COM',
    ])('%j finds the customer and the orders', async (query) => {
      expect(await customers(query)).toEqual(['10097'])
      expect(await orders(query)).toEqual(['104151', 'W104150'])
    })

    it('that are unknown find nothing', async () => {
      expect(await customers('+64 3 555 0371')).toEqual([])
      expect(await orders('+64 3 555 0371')).toEqual([])
    })
  })

  it.each([
    ['2927.24', ['108915', 'W104150']],
    ['$2,927.24', ['108915', 'W104150']],
    ['$ 2,927.24', ['108915', 'W104150']],
    ['17.08', ['104151']],
    ['tamaki 2927.24', ['W104150']],
    ['tamaki $2,927.24 gas', ['W104150']],
    ['port 17.08', []],
    ['2927.24 17.08', []],
    ['2927.25', []],
    // More cents than an order's total can have.
    ['$21,474,836.48', []],
    ['999,999,999,999.99', []],
    ['-$999999999999', []],
    // Without its decimals it is a part of a code or a number.
    ['8915', ['108915', '104151']],
  ])('the amount %j finds the orders of that total', async (query, codes) => {
    expect(await orders(query)).toEqual(codes)
  })

  it.each([
    ['rural', ['200001']],
    ['port rural', ['200001']],
    ['click and collect', ['200002']],
    ['Click & Collect', ['200002']],
    ['pickup', ['200002']],
  ])('%j finds the orders with this mark', async (query, codes) => {
    expect(await orders(query)).toEqual(codes)
  })

  // ORD-8
  it.each([
    ['on hold', ['200003']],
    ['On-Hold', ['200003']],
    ['port on hold', ['200003']],
    ['cancelled', ['200004']],
    ['canceled', ['200004']],
    ['cancelled holdsworth', ['200004']],
    ['cancelled tamaki', []],
    ['refunded', []],
    // Without its first word it is a part of names, too.
    ['hold', ['200004', '200003']],
  ])('%j finds the orders with this status', async (query, codes) => {
    expect(await orders(query)).toEqual(codes)
  })

  it('a status is found until the order is released', async () => {
    const refused = await app().post('/api/v1/orders/200003/payment', PAYMENT)
    expect(refused.status).toBe(409)
    const released = await app().post('/api/v1/orders/200003/release', { reason: 'checked' })
    expect(released.status).toBe(200)
    const paid = await app().post('/api/v1/orders/200003/payment', PAYMENT)
    expect(paid.status).toBe(200)
    expect(await orders('on hold')).toEqual([])
    expect(await orders('port', '&status=paid')).toEqual(['200003'])
  })

  it('an amount is narrowed by the filters', async () => {
    expect(await orders('17.08', '&daterange=30days')).toEqual([])
    expect(await orders('17.08', '&daterange=90days&status=unpaid')).toEqual(['104151'])
    expect(await orders('tamaki 17.08', '&daterange=30days')).toEqual([])
  })

  it.each([
    ['PO 4160', ['W104150']],
    ['po 8915', ['104151']],
    ['ref 8915', ['104151']],
    ['Reference: 8915', ['104151']],
    ['ref MCA-2291', ['108915']],
    ['po 2291', []],
    ['mca-2291', ['108915']],
    ['order 104150', ['W104150']],
    ['order #W104150', ['W104150']],
    ['104150', ['W104150']],
  ])('%j finds the orders of that number', async (query, codes) => {
    expect(await orders(query)).toEqual(codes)
  })

  it.each([
    ['W104150,108915', ['108915', 'W104150']],
    ['w104150, 104151 ,nowhere', ['104151', 'W104150']],
    ['104151&status=paid&page=2', ['104151']],
    ['nowhere', []],
    ['', []],
  ])('the codes %j have these orders', async (codes, expected) => {
    expect(codesOf(await app().list(`?codes=${codes}`))).toEqual(expected)
  })

  it('more than 500 codes are refused', async () => {
    const answer = await app().get(`/api/v1/orders?codes=${Array.from({ length: 501 }, (_, index) => index)}`)
    expect([answer.status, (await answer.json()).field]).toEqual([400, 'codes'])
  })

  it.each(['customer 10097', 'c 10097', 'Cust# 10097', '10097'])('%j finds the customer', async (query) => {
    expect(await customers(query)).toEqual(['10097'])
  })
})

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

onEachDatabase((database) => {
  const get = (path: string) => signedInApp(database.db).get(`/api/v1/${path}`)
  const opened = async (code: string) => {
    const answer = await get(`orders/${encodeURIComponent(code)}`)
    const body = await answer.json()
    return answer.status === 200 ? body.code : `${answer.status} ${body.message}`
  }
  const NOT_FOUND = '404 Failed to find the order, check the order ID and try again.'

  beforeAll(async () => {
    const { put } = await intakeOnTest(database.db)
    await put('customers', CUSTOMER)
    const codes = ['#1001', '1002', '#1002', 'INV-1003', '#1004', 'INV-1004', 'W1005', '1006']
    await put(
      'orders',
      codes.map((code) => ({ ...ORDER, code })),
    )
  })

  // ORD-70
  it.each([
    ['#1001', '#1001'],
    ['1001', '#1001'],
    ['order 1001', '#1001'],
    ['1002', '1002'],
    ['#1002', '#1002'],
    ['1003', 'INV-1003'],
    ['#1003', 'INV-1003'],
    ['1005', 'W1005'],
    ['#1006', '1006'],
    ['INV-1006', '1006'],
    ['S-1001', NOT_FOUND],
    ['100', NOT_FOUND],
    ['W1001', NOT_FOUND],
  ])('the code %j opens %s', async (code, expected) => {
    expect(await opened(code)).toBe(expected)
  })

  // ORD-71
  it('a number that several orders have opens none of them, and names them', async () => {
    expect(await opened('1004')).toBe('409 Several orders have the number 1004: INV-1004, #1004.')
    expect(await opened('#1004')).toBe('#1004')
    const listed = await signedInApp(database.db).list('?query=1004')
    expect(codesOf(listed)).toEqual(['INV-1004', '#1004'])
  })

  it('a list of codes has the orders that they mean, each once', async () => {
    const list = (codes: string) =>
      signedInApp(database.db).list(`?codes=${encodeURIComponent(splitCodes(codes).join())}`)
    expect(codesOf(await list('1001,#1001,1002,inv-1003,9999')).sort()).toEqual(['#1001', '1002', 'INV-1003'])
    expect(codesOf(await list('1004')).sort()).toEqual(['#1004', 'INV-1004'])
    expect(codesOf(await list('1004,INV-1004')).sort()).toEqual(['#1004', 'INV-1004'])
  })

  it('the history and the consignments of an order are found in the same way', async () => {
    const answers = ['history', 'consignments', 'packing'].map((part) => get(`orders/1001/${part}`))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    const consignments = await (await get('orders/1001/consignments')).json()
    expect(consignments.next_reference).toBe('#1001-2')
  })

  describe('an action', () => {
    it('takes exactly the code of its order, so that none is changed by mistake', async () => {
      const { post } = signedInApp(database.db)
      const answer = await post('/api/v1/orders/1001/hold', { reason: 'Short' })
      expect(answer.status).toBe(404)
    })
  })
})
