import { beforeEach, describe, expect, test, vi } from 'vitest'
import { consignmentRecord } from '../../../src/web/api/consignments.ts'
import { customerRecord } from '../../../src/web/api/customers.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { standardRecord } from '../../../src/web/api/standard-records.ts'
import { supplierOrderRecord, supplierRecord } from '../../../src/web/api/suppliers.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import {
  exampleConsignment,
  exampleCustomer,
  exampleCustomerRow,
  exampleOrder,
  exampleProduct,
  exampleSupplier,
  exampleSupplierOrder,
} from '../../domain/example-records.ts'

let index = new RecordIndex()
beforeEach(() => {
  index = new RecordIndex()
})
const found = (text: string) => index.search(text).map(({ record }) => `${record.kind} ${record.code}`)

describe('a customer', () => {
  test.each(['10482', 'ruth', 'pemberley', '09 555 0123', '095550123'])(
    'of a list is found by %s',
    (text) => {
      index.add([customerRecord(exampleCustomerRow({ name: 'Ruth Pemberley', phone: '09 555 0123' }))])
      expect(found(text)).toEqual(['customer 10482'])
    },
  )

  test.each(['tidewrack', 'ruth', '021 555 0188', '0215550188', 'ruth.p@example.com'])(
    'of its own answer is found by %s',
    (text) => {
      const parts = {
        name: 'Ruth',
        company: 'Tidewrack',
        mobile: '021 555 0188',
        email: 'Ruth.P@example.com',
      }
      index.add([customerRecord(exampleCustomer(parts))])
      expect(found(text)).toEqual(['customer 10482'])
    },
  )

  test('of a list is found by its address, of its own answer by both', () => {
    const address = { street: '12 Queen Street', suburb: 'Ōtara', city: 'Auckland', postcode: '0610' }
    index.add([customerRecord(exampleCustomerRow({ address }))])
    for (const text of ['queen st', 'otara', '0610']) expect(found(text)).toEqual(['customer 10482'])
    index.add([customerRecord(exampleCustomer({ address, delivery_address: { street: '4 Port Road' } }))])
    for (const text of ['otara', 'port']) expect(found(text)).toEqual(['customer 10482'])
  })

  const tidewrack = { code: '10482', company: 'Tidewrack', name: 'Ruth', mobile: '+64 (0)21 555 0188' }

  test('is indexed from one of their orders, and comes before it', () => {
    index.add([orderRecord(exampleOrder({ customer: tidewrack }))])
    for (const text of ['tidewrack', '021 555 0188', '5550188']) {
      expect(found(text)).toEqual(['customer 10482', 'order 104823'])
    }
    expect(index.exact('104823')[0]).not.toHaveProperty('customer')
  })

  test('keeps pricing and name from the list, and the phone numbers of all responses', () => {
    index.add([customerRecord(exampleCustomerRow({ name: 'Ruth', pricing: 'stop', phone: '09 555 0123' }))])
    const told = vi.fn()
    index.onChange(told)
    told.mockClear()
    const order = orderRecord(exampleOrder({ customer: { ...tidewrack, email: 'ruth@example.com' } }))
    expect([index.add([order]), index.add([order])]).toEqual([2, 0])
    expect(told).toHaveBeenCalledOnce()
    index.add([customerRecord(exampleCustomerRow({ name: 'Ruth', pricing: 'drip', phone: '03 555 0372' }))])
    expect(index.byCode('10482')).toMatchObject({ name: 'Ruth', status: 'drip' })
    for (const text of ['09 555 0123', '0215550188', 'ruth@example.com', '03 555 0372']) {
      expect(found(text)[0]).toBe('customer 10482')
    }
  })

  test('of a list has a pricing, retail where it says none; its own answer says nothing of it', () => {
    expect(customerRecord(exampleCustomerRow({ pricing: 'stop' })).status).toBe('stop')
    expect(customerRecord(exampleCustomerRow()).status).toBe('retail')
    expect(customerRecord(exampleCustomer()).status).toBeNull()
  })
})

test('orders and consignments are found by where they go, not by where their customer is', () => {
  const address = { street: '12 Queen Street', suburb: 'Ōtara', city: 'Auckland', postcode: '0610' }
  const destination = { street: '4 Port Road', suburb: 'Ōtara', region: 'Auckland', postcode: '0610' }
  index.add([
    orderRecord(exampleOrder({ delivery_address: address, customer_address: { suburb: 'Kumeū' } })),
    consignmentRecord(exampleConsignment({ tracking_code: 'COC1', destination })),
  ])
  expect(found('otara 0610').sort()).toEqual(['consignment COC1', 'order 104823'])
  expect(found('port road')).toEqual(['consignment COC1'])
  expect(found('kumeu')).toEqual([])
})

test('orders are found by their reference and by their number, however it is named', () => {
  index.add([
    orderRecord(exampleOrder({ code: '104823', reference: 'PO 4160' })),
    orderRecord(exampleOrder({ code: '104824', reference: '8915' })),
    customerRecord(exampleCustomer({ code: '10097' })),
    supplierOrderRecord(exampleSupplierOrder({ po_number: '4160' })),
  ])
  for (const text of ['8915', 'ref 8915', 'PO 8915', 'reference: 8915'])
    expect(found(text)).toEqual(['order 104824'])
  expect(found('PO 4160')).toEqual(['supplier-order 4160', 'order 104823'])
  for (const text of ['customer 10097', 'c 10097']) expect(found(text)).toEqual(['customer 10097'])
  expect(found('order #104823')).toEqual(['order 104823'])
  expect(found('customer 104823')).toEqual([])
  expect(index.search('c 10097', ['order'])).toEqual([])
})

test('consignments are found by the city and by how the receiver is reached', () => {
  const destination = { region: 'Invercargill', postcode: '9810', contact_phone: '+64 27 555 0858' }
  index.add([consignmentRecord(exampleConsignment({ tracking_code: 'COC1', destination }))])
  for (const text of ['invercargill', '9810', '0275550858']) expect(found(text)).toEqual(['consignment COC1'])
})

test('products, suppliers and their orders are found by code and name; two kinds may share a code', () => {
  index.add([
    standardRecord('product', exampleProduct({ name: 'Ball valve' })),
    supplierRecord(exampleSupplier({ name_legal: 'Kererū Pipe' })),
    supplierOrderRecord(
      exampleSupplierOrder({ po_number: 'S0012', supplier: { name_legal: 'Kererū Pipe' } }),
    ),
  ])
  expect(found('vlv 20/fb#1')).toEqual(['product VLV 20/FB#1'])
  expect(found('kereru').sort()).toEqual(['supplier S0012', 'supplier-order S0012'])
  expect(index.exact('s0012', ['supplier']).map(({ id }) => id)).toEqual(['7'])
  expect(index.search('kereru', ['supplier-order'])).toHaveLength(1)
})
