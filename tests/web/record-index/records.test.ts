import { beforeEach, describe, expect, test } from 'vitest'
import { customerRecord } from '../../../src/web/record-index/customer-record.ts'
import { productRecord } from '../../../src/web/record-index/product-record.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import { supplierOrderRecord, supplierRecord } from '../../../src/web/record-index/supplier-records.ts'
import {
  exampleCustomer,
  exampleCustomerRow,
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
      index.seen([customerRecord(exampleCustomerRow({ name: 'Ruth Pemberley', phone: '09 555 0123' }))])
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
      index.seen([customerRecord(exampleCustomer(parts))])
      expect(found(text)).toEqual(['customer 10482'])
    },
  )

  test('of a list has a pricing, retail where it says none; its own answer says nothing of it', () => {
    expect(customerRecord(exampleCustomerRow({ pricing: 'stop' })).status).toBe('stop')
    expect(customerRecord(exampleCustomerRow()).status).toBe('retail')
    expect(customerRecord(exampleCustomer()).status).toBeNull()
  })
})

test('products, suppliers and their orders are found by code and name; two kinds may share a code', () => {
  index.seen([
    productRecord(exampleProduct({ name: 'Ball valve' })),
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
