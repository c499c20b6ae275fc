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
  DEFAULT_ORDER_FILTER,
  type OrderFilter,
  orderBelongsTo,
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
