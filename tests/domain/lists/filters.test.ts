import { describe, expect, test } from 'vitest'
import {
  COURIER_CHOICES,
  consignmentBelongsTo,
  consignmentParameters,
  courierChoiceLabel,
  readConsignmentFilter,
  whyNoConsignments,
} from '../../../src/domain/lists/consignment-filter.ts'
import { ORDER_CRITERIA, readCriteria } from '../../../src/domain/lists/order-criteria.ts'
import {
  changeFilter,
  DEFAULT_ORDER_FILTER,
  isFiltered,
  type OrderFilter,
  orderBelongsTo,
  orderParameters,
  readOrderFilter,
  whyNoOrders,
} from '../../../src/domain/lists/order-filter.ts'
import { exampleConsignment, exampleOrder } from '../example-records.ts'

const NOW = Date.parse('2026-11-19T23:00:00.000Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

describe('a new order', () => {
  const ordered = { ordered_at: daysAgo(1) }
  const paid = { ...ordered, paid_at: daysAgo(1) }
  const ready = { ...paid, ready_at: daysAgo(1) }

  test.each<[string, Partial<OrderFilter>, Record<string, string>, boolean]>([
    ['the default list', {}, ordered, true],
    ['a later page', { page: 2 }, ordered, false],
    ['a search', { query: 'pex' }, ordered, false],
    ['a list of codes', { codes: ['1'] }, ordered, false],
    ['its branch', { branch: 'christchurch' }, ordered, true],
    ['another branch', { branch: 'auckland' }, ordered, false],
    ['the unpaid', { status: 'unpaid' }, ordered, true],
    ['the unpaid when it is paid', { status: 'unpaid' }, paid, false],
    ['the paid', { status: 'paid' }, paid, true],
    ['the paid when it is ready', { status: 'paid' }, ready, false],
    ['the ready', { status: 'ready' }, ready, true],
    ['the shipped', { status: 'shipped' }, { ...ready, shipped_at: daysAgo(0) }, true],
    ['the shipped before it is', { status: 'shipped' }, ready, false],
    ['30 days when it is older', {}, { ordered_at: daysAgo(31) }, false],
    ['90 days', { daterange: '90days' }, { ordered_at: daysAgo(31) }, true],
    ['all dates', { daterange: 'all' }, { ordered_at: daysAgo(999) }, true],
    ['30 days without a date', {}, {}, false],
  ])('belongs to %s: %o', (_, filter, dates, expected) => {
    const order = exampleOrder({ freight: { branch: 'christchurch' }, status: null, dates })
    expect(orderBelongsTo({ ...DEFAULT_ORDER_FILTER, ...filter }, order, NOW)).toBe(expected)
  })
})

// ORD-62
test.each([
  ['to pack', { dates: { paid_at: daysAgo(1) } }, true],
  ['To-pack', { customer: { terms: 'account' } }, true],
  ['to pack', {}, false],
  ['to pack', { customer: { terms: 'account', credit_stop: true } }, false],
  ['to pack', { dates: { paid_at: daysAgo(1), ready_at: daysAgo(0) } }, false],
  ['to pack', { status: 'On hold', dates: { paid_at: daysAgo(1) } }, false],
  ['to pack hawkins', { dates: { paid_at: daysAgo(1) } }, false],
])('a new order belongs to the search of “%s” as %j: %o', (query, parts, expected) => {
  const order = exampleOrder({ status: 'Ordered', ...parts })
  expect(orderBelongsTo({ ...DEFAULT_ORDER_FILTER, daterange: 'all', query }, order, NOW)).toBe(expected)
})

test.each([
  ['on hold', 'On hold', true],
  ['on hold', 'on-hold', true],
  ['on hold', 'Hold', true],
  ['cancelled', 'Canceled', true],
  ['cancelled', 'On hold', false],
  ['cancelled', null, false],
  ['paid', 'Paid', false],
  ['port cancelled', 'Cancelled', false],
])('a new order belongs to the search of “%s” with the status %j: %o', (query, status, expected) => {
  const order = exampleOrder({ status, dates: { ordered_at: daysAgo(1) } })
  expect(orderBelongsTo({ ...DEFAULT_ORDER_FILTER, query }, order, NOW)).toBe(expected)
})

describe('a new consignment', () => {
  const consignment = exampleConsignment({
    shipping_company: 'posthaste',
    dates: { created_at: '2026-11-20 00:30:00' },
  })

  test.each([
    ['its day', { date: '2026-11-20', query: '', provider: '' }, true],
    ['another day', { date: '2026-11-19', query: '', provider: '' }, false],
    ['its courier', { date: '2026-11-20', query: '', provider: 'posthaste' }, true],
    ['another courier', { date: '2026-11-20', query: '', provider: 'aramex' }, false],
    ['a search', { date: '2026-11-20', query: 'kōwhai', provider: '' }, false],
  ])('belongs to %s: %o', (_, filter, expected) => {
    expect(consignmentBelongsTo(filter, consignment)).toBe(expected)
  })

  // CON-14
  test.each([
    [{ weight: 'over-20' }, false],
    [{ weight: 'from-20' }, true],
    [{ weight: 'under-20' }, false],
    [{ weight: '5-20' }, true],
    [{ weight: 'over-19.999' }, true],
    [{ service: 'overnight' }, false],
  ])('of two parcels of 10 kg belongs to %j: %o', (criteria, expected) => {
    const parts = [{ weight: 9.9 }, { weight: 10.1 }]
    const heavy = exampleConsignment({ parts, dates: { created_at: '2026-11-20 00:30:00' } })
    const filter = { date: '2026-11-20', query: '', provider: '', ...criteria }
    expect(consignmentBelongsTo(filter, heavy)).toBe(expected)
  })
})

describe('the filter of orders', () => {
  const read = (search: string) => readOrderFilter(new URLSearchParams(search), '2026-11-20')

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
  ])('why %s is empty', (search, why) => expect(whyNoOrders(read(search), '2026-11-20')).toBe(why))
})

describe('the filter of consignments', () => {
  const TODAY = '2026-11-21'

  describe('an address is read', () => {
    test.each([
      ['', { date: TODAY, query: '', provider: '' }],
      ['date=2026-11-20', { date: '2026-11-20', query: '', provider: '' }],
      ['date=2026-02-30', { date: TODAY, query: '', provider: '' }],
      ['date=yesterday', { date: TODAY, query: '', provider: '' }],
      ['query=%20pex%20&provider=nzpost', { date: TODAY, query: 'pex', provider: 'nzpost' }],
      ['provider=dhl', { date: TODAY, query: '', provider: '' }],
      [
        'weight=over-20&service=same day',
        { date: TODAY, query: '', provider: '', weight: 'over-20', service: 'same day' },
      ],
      ['weight=heavy&service=%25', { date: TODAY, query: '', provider: '' }],
    ])('%s', (search, filter) =>
      expect(readConsignmentFilter(new URLSearchParams(search), TODAY)).toEqual(filter),
    )
  })

  test.each([
    [{ date: TODAY, query: ' ', provider: '' }, {}],
    [{ date: '2026-11-20', query: '', provider: '' }, { date: '2026-11-20' }],
    [
      { date: TODAY, query: ' pex ', provider: 'titus' },
      { query: 'pex', provider: 'titus' },
    ],
  ])('the address of %j leaves out today and blanks', (filter, parameters) => {
    expect(consignmentParameters(filter, TODAY)).toEqual(parameters)
  })

  test('the couriers are those that can be booked, after All', () => {
    expect(COURIER_CHOICES.map(courierChoiceLabel)).toEqual([
      'All',
      'Aramex',
      'Castle Parcels',
      'NZ Couriers',
      'NZ Post',
      'Post Haste',
      'Titus',
    ])
  })

  test.each([
    [{ query: '', provider: '' }, 'Nothing was consigned on this day.'],
    [{ query: '', provider: 'nzpost' }, 'Nothing was consigned with NZ Post on this day.'],
    [{ query: 'pex', provider: '' }, 'Nothing matches “pex” on this day.'],
    [{ query: 'pex', provider: 'titus' }, 'Nothing matches “pex” with Titus on this day.'],
    [{ query: '', provider: '', weight: 'over-20' }, 'Nothing was consigned with over 20 kg on this day.'],
  ])('%j: %s', (filter, words) => expect(whyNoConsignments({ date: TODAY, ...filter })).toBe(words))
})

// LIST-10
test.each([
  ['over 999999k', 'over-999999000'],
  ['over 1000000k', null],
  ['up to 9,999,999,999', null],
  ['500k-1000000k', null],
])('reads the total in “%s” only if its list can be asked for it', (phrase, text) => {
  expect(ORDER_CRITERIA.total.named(phrase)).toBe(text)
  const asked = readCriteria(new URLSearchParams({ total: text ?? '' }), '2026-11-20')
  expect(asked).toEqual(text === null ? {} : { total: text })
})
