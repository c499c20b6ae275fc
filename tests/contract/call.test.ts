import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as addresses from '../../src/contract/addresses.ts'
import { type AnyCall, pathOf, rowsOf } from '../../src/contract/call.ts'
import * as consignments from '../../src/contract/consignments.ts'
import { ConsignmentListQuery } from '../../src/contract/consignments.ts'
import * as customers from '../../src/contract/customers.ts'
import { CustomerListQuery } from '../../src/contract/customers.ts'
import * as emails from '../../src/contract/emails.ts'
import { EmailListQuery } from '../../src/contract/emails.ts'
import * as orders from '../../src/contract/orders.ts'
import {
  CollectedBody,
  OrderListQuery,
  PackBody,
  PaymentBody,
  ShippedBody,
} from '../../src/contract/orders.ts'
import * as products from '../../src/contract/products.ts'
import { ProductListQuery } from '../../src/contract/products.ts'
import * as signIn from '../../src/contract/sign-in.ts'
import * as suppliers from '../../src/contract/suppliers.ts'
import { id, text } from '../../src/contract/wire.ts'
import { fc } from '../properties.ts'

describe('pathOf', () => {
  test.each([
    ['104823', '/orders/104823'],
    ['A/1', '/orders/A%2F1'],
    ['PEX#20', '/orders/PEX%2320'],
    ['VLV 20', '/orders/VLV%2020'],
    ['Tāmaki', '/orders/T%C4%81maki'],
    ['50%?a=b&c', '/orders/50%25%3Fa%3Db%26c'],
    [':code', '/orders/%3Acode'],
    ['$&', '/orders/%24%26'],
  ])('%j', (code, path) => {
    expect(pathOf('/orders/:code', { code })).toBe(path)
  })

  test('fills a parameter in the middle', () => {
    expect(pathOf('/consignments/:trackingCode/labels', { trackingCode: 'a/b' })).toBe(
      '/consignments/a%2Fb/labels',
    )
  })

  test('a path without parameters stays as it is', () => {
    expect(pathOf('/orders', {})).toBe('/orders')
  })

  test('every code comes back out of its path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (code) => {
        const [, noun, encoded, ...rest] = pathOf('/orders/:code', { code }).split('/')
        expect([noun, decodeURIComponent(encoded ?? ''), rest]).toEqual(['orders', code, []])
      }),
    )
  })
})

describe('rowsOf', () => {
  const schema = rowsOf(z.object({ id, name: text }))

  test('leaves out and counts what cannot be read', () => {
    const answer = [
      { id: 1, name: 'a' },
      { name: 'no id' },
      null,
      'row',
      [],
      { id: 'b' },
      { id: 2, name: {} },
    ]
    expect(schema.parse(answer)).toEqual({
      rows: [
        { id: '1', name: 'a' },
        { id: 'b', name: null },
      ],
      unreadable: 5,
    })
  })

  test('an empty list is a list', () => {
    expect(schema.parse([])).toEqual({ rows: [], unreadable: 0 })
  })

  test.each([[null], [{}], [{ data: [] }], ['[]'], [undefined]])('%j is no list', (answer) => {
    expect(schema.safeParse(answer).success).toBe(false)
  })
})

// API-3
describe('the core calls are declared as they are documented', () => {
  /** Host, method, path, whether the call sends the bearer header (API-3), and other data it sends (API-1). */
  test.each<[string, AnyCall]>([
    ['auth GET /auth', signIn.startSignIn],
    ['auth GET /auth/validate bearer', signIn.validateToken],
    ['auth POST /microsoft body', signIn.exchangeCode],
    ['auth POST /logout bearer', signIn.signOut],
    ['data GET /customers bearer query', customers.listCustomers],
    ['data GET /customers/:code bearer', customers.getCustomer],
    ['data GET /orders bearer query', orders.listOrders],
    ['data GET /orders/:code bearer', orders.getOrder],
    ['data POST /orders/:code/collected bearer body', orders.recordCollection],
    ['data POST /orders/:code/shipped bearer body', orders.addTracking],
    ['data POST /orders/:code/ready bearer body', orders.packOrder],
    ['data POST /orders/:code/payment bearer body', orders.recordPayment],
    ['data GET /products bearer query', products.listProducts],
    ['data GET /products/:id bearer', products.getProduct],
    ['data GET /suppliers bearer', suppliers.listSuppliers],
    ['data GET /suppliers/orders bearer', suppliers.listSupplierOrders],
    ['data GET /suppliers/orders/:id bearer', suppliers.getSupplierOrder],
    ['data GET /emails bearer query', emails.listEmails],
    ['data POST /address/search bearer body', addresses.searchAddresses],
    ['data GET /address/:id bearer', addresses.getAddress],
    ['data POST /consignments/pricing bearer body', consignments.priceConsignment],
    ['data POST /consignments bearer body', consignments.createConsignment],
    ['data GET /consignments bearer query', consignments.listConsignments],
    ['data GET /consignments/:id bearer', consignments.getConsignment],
    ['data DELETE /consignments/:id bearer', consignments.deleteConsignment],
    ['data GET /consignments/:trackingCode/labels bearer', consignments.getLabels],
  ])('%s', (said, call) => {
    const { host, method, path, bearer, query, body } = call
    const parts = [host, method, path, bearer && 'bearer', query && 'query', body && 'body']
    expect(parts.filter(Boolean).join(' ')).toBe(said)
  })
})

const SCHEMAS = {
  OrderListQuery,
  CustomerListQuery,
  ProductListQuery,
  EmailListQuery,
  ConsignmentListQuery,
  PaymentBody,
  ShippedBody,
  PackBody,
  CollectedBody,
} satisfies Record<string, z.ZodMiniType>
type SchemaName = keyof typeof SCHEMAS

/** The fields for which a schema rejects a value. */
function refusedFields(name: SchemaName, value: unknown): string[] {
  const read = SCHEMAS[name].safeParse(value)
  return read.success ? [] : [...new Set(read.error.issues.map((issue) => issue.path.join('.')))]
}

describe('queries', () => {
  test.each<[SchemaName, Record<string, string | number>, Record<string, unknown>]>([
    ['OrderListQuery', {}, {}],
    ['OrderListQuery', { page: '2' }, { page: 2 }],
    ['OrderListQuery', { page: 2 }, { page: 2 }],
    ['OrderListQuery', { page: '500' }, { page: 500 }],
    [
      'OrderListQuery',
      { page: '1', branch: 'christchurch', daterange: '12months', query: 'Tāmaki', status: 'ready' },
      { page: 1, branch: 'christchurch', daterange: '12months', query: 'Tāmaki', status: 'ready' },
    ],
    ['OrderListQuery', { customer: '10482' }, { customer: '10482' }],
    ['CustomerListQuery', { page: '3', query: 'a' }, { page: 3, query: 'a' }],
    ['ProductListQuery', {}, {}],
    ['EmailListQuery', { query: '', continue_token: '' }, { query: '', continue_token: '' }],
    [
      'ConsignmentListQuery',
      { date: '2026-11-20', query: '', provider: '' },
      { date: '2026-11-20', query: '', provider: '' },
    ],
  ])('%s reads %j', (name, query, read) => {
    expect(SCHEMAS[name].parse(query)).toEqual(read)
  })

  test.each<[SchemaName, Record<string, string | number | string[]>, string]>([
    ['OrderListQuery', { page: '0' }, 'page'],
    ['OrderListQuery', { page: '501' }, 'page'],
    ['CustomerListQuery', { page: 501 }, 'page'],
    ['OrderListQuery', { page: '-1' }, 'page'],
    ['OrderListQuery', { page: '1.5' }, 'page'],
    ['OrderListQuery', { page: 'two' }, 'page'],
    ['OrderListQuery', { page: '' }, 'page'],
    ['OrderListQuery', { page: 'Infinity' }, 'page'],
    ['OrderListQuery', { page: '99999999999999999999' }, 'page'],
    ['OrderListQuery', { page: '1e3' }, 'page'],
    ['OrderListQuery', { page: '0x10' }, 'page'],
    ['OrderListQuery', { page: ' 1' }, 'page'],
    ['OrderListQuery', { page: ['1'] }, 'page'],
    ['OrderListQuery', { page: '1000000000' }, 'page'],
    ['OrderListQuery', { page: 1.5 }, 'page'],
    ['OrderListQuery', { branch: 'wellington' }, 'branch'],
    ['OrderListQuery', { branch: 'Auckland' }, 'branch'],
    ['OrderListQuery', { branch: '' }, 'branch'],
    ['OrderListQuery', { daterange: 'all' }, 'daterange'],
    ['OrderListQuery', { daterange: '7days' }, 'daterange'],
    ['OrderListQuery', { status: 'all' }, 'status'],
    ['OrderListQuery', { status: 'collected' }, 'status'],
    ['OrderListQuery', { status: 'constructor' }, 'status'],
    ['OrderListQuery', { query: ['a', 'b'] }, 'query'],
    ['CustomerListQuery', { page: '0' }, 'page'],
    ['ProductListQuery', { page: 'x' }, 'page'],
    ['EmailListQuery', { query: '' }, 'continue_token'],
    ['ConsignmentListQuery', { date: '2026-02-30', query: '', provider: '' }, 'date'],
    ['ConsignmentListQuery', { date: '', query: '', provider: '' }, 'date'],
    ['ConsignmentListQuery', { date: '20/11/2026', query: '', provider: '' }, 'date'],
  ])('%s refuses %j and names %s', (name, query, field) => {
    expect(refusedFields(name, query)).toEqual([field])
  })
})

describe('bodies of the order actions', () => {
  const payment = { date_paid: '2026-11-20', payment_amount: 176302, payment_method: 'bank', reference: '' }
  const shipped = { shipping_company: 'titus', tracking_code: 'T1', tracking_url: '' }
  const ready = { is_pickup: true, send_notification: false, message: '' }
  const collected = { collected_by: 'Mere', notes: '' }

  test.each(['aramex', 'castleparcels', 'dhl', 'fedex', 'nzcouriers', 'nzpost', 'posthaste', 'titus'])(
    'ship with %s',
    (shipping_company) => expect(refusedFields('ShippedBody', { ...shipped, shipping_company })).toEqual([]),
  )

  // ORD-36
  test.each(['bank', 'cash', 'card'])('record a payment by %s', (payment_method) => {
    expect(refusedFields('PaymentBody', { ...payment, payment_method })).toEqual([])
  })

  test.each<[SchemaName, unknown, string[]]>([
    ['PaymentBody', payment, []],
    ['PaymentBody', {}, ['date_paid', 'payment_amount', 'payment_method', 'reference']],
    ['PaymentBody', { ...payment, date_paid: '2026-02-30' }, ['date_paid']],
    ['PaymentBody', { ...payment, date_paid: '2026-11-20T00:00:00Z' }, ['date_paid']],
    ['PaymentBody', { ...payment, payment_amount: '176302' }, ['payment_amount']],
    ['PaymentBody', { ...payment, payment_amount: 1763.02 }, ['payment_amount']],
    ['PaymentBody', { ...payment, payment_method: 'cheque' }, ['payment_method']],
    ['PaymentBody', { ...payment, reference: null }, ['reference']],
    ['ShippedBody', shipped, []],
    ['ShippedBody', { ...shipped, shipping_company: 'Aramex' }, ['shipping_company']],
    ['ShippedBody', { ...shipped, tracking_code: 1 }, ['tracking_code']],
    ['ShippedBody', { shipping_company: 'aramex', tracking_code: 'x' }, ['tracking_url']],
    ['PackBody', ready, []],
    ['PackBody', { ...ready, is_pickup: 'true' }, ['is_pickup']],
    ['PackBody', { ...ready, send_notification: 1 }, ['send_notification']],
    ['PackBody', { ...ready, message: undefined }, ['message']],
    ['CollectedBody', collected, []],
    ['CollectedBody', { collected_by: 'Mere' }, ['notes']],
    ['CollectedBody', null, ['']],
    ['CollectedBody', [], ['']],
  ])('%s of %j refuses %j', (name, body, fields) => {
    expect(refusedFields(name, body)).toEqual(fields)
  })
})
