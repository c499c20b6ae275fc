import { describe, expect, test } from 'vitest'
import {
  changeFilter,
  DEFAULT_ORDER_FILTER,
  isFiltered,
  orderParameters,
  readOrderFilter,
  whyNoOrders,
} from '../../../src/domain/lists/order-filter.ts'
import { listQuery } from '../../../src/web/api/orders.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { ORDER_FILTER } from '../../../src/web/screens/orders/orders-list.tsx'

const read = (search: string) => readOrderFilter(new URLSearchParams(search))

// LIST-4
test('a list opens on page 1 of the last 30 days, whatever branch and status', () => {
  expect(DEFAULT_ORDER_FILTER).toEqual({
    page: 1,
    query: '',
    branch: 'all',
    daterange: '30days',
    status: 'all',
  })
})

describe('the address bar', () => {
  // API-4
  test.each([
    ['', DEFAULT_ORDER_FILTER],
    ['page=3', { ...DEFAULT_ORDER_FILTER, page: 3 }],
    ['page=500', { ...DEFAULT_ORDER_FILTER, page: 500 }],
    ['page=501', { ...DEFAULT_ORDER_FILTER, page: 500 }],
    ['page=4000', { ...DEFAULT_ORDER_FILTER, page: 500 }],
    ['daterange=all', { ...DEFAULT_ORDER_FILTER, daterange: 'all' }],
    [
      'branch=christchurch&status=unpaid',
      { ...DEFAULT_ORDER_FILTER, branch: 'christchurch', status: 'unpaid' },
    ],
    ['query=++tamaki+', { ...DEFAULT_ORDER_FILTER, query: 'tamaki' }],
    ['query=+++', DEFAULT_ORDER_FILTER],
    ['branch=mars&status=lost&daterange=never&page=x', DEFAULT_ORDER_FILTER],
    ['page=0', DEFAULT_ORDER_FILTER],
    ['page=-2', DEFAULT_ORDER_FILTER],
    ['page=1.5', DEFAULT_ORDER_FILTER],
    ['page=1e9', DEFAULT_ORDER_FILTER],
    ['branch=all&status=all', DEFAULT_ORDER_FILTER],
    [
      'codes=108856,+108846,108856',
      { ...DEFAULT_ORDER_FILTER, daterange: 'all', codes: ['108856', '108846'] },
    ],
    ['codes=108856&page=2&query=a', { ...DEFAULT_ORDER_FILTER, daterange: 'all', codes: ['108856'] }],
    ['codes=,+,&query=a', { ...DEFAULT_ORDER_FILTER, query: 'a' }],
  ])('%s is read', (search, filter) => expect(read(search)).toEqual(filter))

  test.each([
    '',
    'page=2',
    'daterange=all',
    'daterange=90days',
    'query=a+%26+b',
    'page=4&query=t%C4%81maki&branch=auckland&daterange=12months&status=ready',
  ])('%s is written as it was read', (search) => {
    expect(new URLSearchParams(orderParameters(read(search))).toString()).toBe(search)
  })
})

describe('the call', () => {
  test.each([
    ['', { daterange: '30days' }],
    ['daterange=all', {}],
    ['page=1&branch=all', { daterange: '30days' }],
    [
      'page=2&query=pex&branch=auckland&status=paid&daterange=90days',
      { page: 2, query: 'pex', branch: 'auckland', status: 'paid', daterange: '90days' },
    ],
  ])('%s', (search, query) => expect(listQuery(read(search))).toEqual(query))
})

test('the address of a list of codes can be read and shared', () => {
  const codes = ['108856', 'A/1 #2']
  const address = paths.listOfCodes(codes)
  expect(address).toBe('/orders?codes=108856,A%2F1+%232')
  expect(read(address.slice('/orders?'.length))).toEqual({ ...DEFAULT_ORDER_FILTER, daterange: 'all', codes })
  expect(ORDER_FILTER.address({ ...DEFAULT_ORDER_FILTER, codes })).toBe(address)
})

test('a list of codes has at most 500, on one page', () => {
  const filter = read(`codes=${Array.from({ length: 501 }, (_, index) => index).join(',')}`)
  expect(filter.codes).toHaveLength(500)
  expect(ORDER_FILTER.pages?.count?.(filter)).toBe(1)
  expect(ORDER_FILTER.pages?.count?.(DEFAULT_ORDER_FILTER)).toBeNull()
})

// LIST-3
test('a change returns to page 1, and from codes to all orders', () => {
  expect(changeFilter(read('codes=108856'), { status: 'paid' })).toEqual(read('status=paid&daterange=all'))
  expect(changeFilter(read('page=4&query=a'), { status: 'paid' })).toEqual(read('query=a&status=paid'))
})

test.each([
  ['', false],
  ['page=3', false],
  ['daterange=all', true],
  ['query=a', true],
  ['codes=108856', true],
])('%s counts as filtered: %s', (search, filtered) => expect(isFiltered(read(search))).toBe(filtered))

test.each([
  ['query=pex+104&branch=christchurch', 'Nothing matches “pex 104” in Christchurch in the last 30 days.'],
  ['query=pex&status=paid&daterange=all', 'Nothing matches “pex” among paid orders.'],
  ['codes=108856', 'No order has one of these codes.'],
  ['', 'There are no orders in the last 30 days.'],
  ['status=unpaid&daterange=12months', 'There are no unpaid orders in the last 12 months.'],
  ['branch=auckland&daterange=all', 'There are no orders in Auckland.'],
])('why %s is empty', (search, why) => expect(whyNoOrders(read(search))).toBe(why))
