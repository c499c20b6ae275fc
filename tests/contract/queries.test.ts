import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { ConsignmentListQuery } from '../../src/contract/consignments.ts'
import { CustomerListQuery } from '../../src/contract/customers.ts'
import { EmailListQuery } from '../../src/contract/emails.ts'
import {
  CollectedBody,
  OrderListQuery,
  PaymentBody,
  ReadyBody,
  ShippedBody,
} from '../../src/contract/orders.ts'
import { ProductListQuery } from '../../src/contract/products.ts'

const SCHEMAS = {
  OrderListQuery,
  CustomerListQuery,
  ProductListQuery,
  EmailListQuery,
  ConsignmentListQuery,
  PaymentBody,
  ShippedBody,
  ReadyBody,
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
    ['ReadyBody', ready, []],
    ['ReadyBody', { ...ready, is_pickup: 'true' }, ['is_pickup']],
    ['ReadyBody', { ...ready, send_notification: 1 }, ['send_notification']],
    ['ReadyBody', { ...ready, message: undefined }, ['message']],
    ['CollectedBody', collected, []],
    ['CollectedBody', { collected_by: 'Mere' }, ['notes']],
    ['CollectedBody', null, ['']],
    ['CollectedBody', [], ['']],
  ])('%s of %j refuses %j', (name, body, fields) => {
    expect(refusedFields(name, body)).toEqual(fields)
  })
})
