import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
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

function record(code: string, parts: Partial<IndexedRecord> = {}): IndexedRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null, ...parts }
}

function indexOf(...codes: string[]): RecordIndex {
  const index = new RecordIndex()
  index.add(codes.map((code) => record(code)))
  return index
}

describe('by code', () => {
  test.each([
    ['104823', '104823'],
    [' 104823 ', '104823'],
    ['so-1045', 'SO-1045'],
    ['10482', null],
    ['1048233', null],
    ['', null],
  ])('%j is %s', (code, expected) => {
    expect(indexOf('104823', 'SO-1045').byCode(code)?.code ?? null).toBe(expected)
  })

  test('of two codes that differ in case, the one typed', () => {
    expect(indexOf('abc1', 'ABC1').byCode('ABC1')?.code).toBe('ABC1')
    expect(indexOf('abc1', 'ABC1').exact('Abc1')).toHaveLength(2)
  })

  test('of records of several kinds, the one that the format suggests, whichever was opened last', () => {
    const index = indexOf('104823')
    const customer = record('104823', { kind: 'customer', at: '2026-11-20T00:00:00Z' })
    index.add([customer])
    index.opened(customer, 1_000)
    expect(index.byCode('104823')?.kind).toBe('order')
  })

  test('a consignment is found by its reference as long as it has it, an order is not', () => {
    const index = indexOf('104823')
    index.add([
      record('104811', { reference: 'PO-7' }),
      record('LH1', { kind: 'consignment', reference: '104823-2' }),
    ])
    expect(index.byCode('104823-2')?.code).toBe('LH1')
    expect(index.exact('104823-2', ['order'])).toEqual([])
    expect(index.byCode('PO-7')).toBeNull()
    index.add([record('LH1', { kind: 'consignment' })])
    expect(index.byCode('104823-2')).toBeNull()
  })
})

describe('adding records', () => {
  test('newer data replaces older data, with one notification', () => {
    const index = indexOf('1')
    const told: string[][] = []
    index.onChange((changes) => told.push([...changes.values()].map((now) => String(now?.record.status))))
    index.add([record('1', { status: 'Paid' })])
    index.add([record('1', { status: 'Paid' })])
    expect(told).toEqual([['null'], ['Paid']])
    expect(index.byCode('1')?.status).toBe('Paid')
    expect(index.size).toBe(1)
  })

  test('stored data does not replace loaded data; data of another tab does', () => {
    const index = new RecordIndex()
    index.add([record('1', { status: 'Paid' })])
    const old = { record: record('1', { status: 'Ordered' }), openedAt: 7 }
    index.restore([old], 'older')
    expect(index.byCode('1')?.status).toBe('Paid')
    expect(index.recent(5).map(({ code }) => code)).toEqual(['1'])
    index.restore([{ ...old, record: record('1', { status: 'Shipped' }) }], 'newer')
    expect(index.byCode('1')?.status).toBe('Shipped')
  })

  test('restoring stored records notifies no listener', () => {
    const index = new RecordIndex()
    const told = vi.fn()
    index.onChange(told)
    index.restore([{ record: record('1'), openedAt: 0 }], 'older')
    expect(told).not.toHaveBeenCalled()
  })

  test('loading an opened record again keeps its time of opening', () => {
    const index = indexOf('1', '2')
    index.opened(record('2'), 5)
    index.add([record('2', { status: 'Paid' })])
    expect(index.recent(5).map(({ code }) => code)).toEqual(['2'])
  })

  test('a removed record is not found by code or name, with one notification', () => {
    const index = indexOf('104823', '104824')
    const told = vi.fn()
    index.onChange(told)
    told.mockClear()
    index.forget({ kind: 'order', code: '104823' })
    index.forget({ kind: 'order', code: '104823' })
    expect(index.search('10482').map(({ record: { code } }) => code)).toEqual(['104824'])
    expect([index.byCode('104823'), index.size]).toEqual([null, 1])
    expect(told.mock.calls).toEqual([[new Map([['order:104823', null]])]])
  })

  test('is empty after it is cleared', () => {
    const index = indexOf('104823')
    index.clear()
    expect([index.byCode('104823'), index.search('1048'), index.size]).toEqual([null, [], 0])
  })
})

test('at most 30 are found, the best ones', () => {
  const codes = Array.from({ length: 200 }, (_, count) => `10${String(count).padStart(4, '0')}`)
  const matches = indexOf(...codes, '10').search('10')
  expect(matches).toHaveLength(30)
  expect(matches[0]?.record.code).toBe('10')
})

describe('an order', () => {
  test('is named by its company, with the person as contact', () => {
    const order = exampleOrder({
      customer: { company: 'Tidewrack', name: 'Ruth' },
      dates: { ordered_at: 'x' },
    })
    expect(orderRecord(order)).toMatchObject({ name: 'Tidewrack', contact: 'Ruth', at: 'x' })
  })
  test.each([null, ''])('is named by the person if the company is %j', (company) => {
    expect(orderRecord(exampleOrder({ customer: { company, name: 'Ruth' } }))).toMatchObject({
      name: 'Ruth',
      contact: '',
    })
  })
})

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
