import { describe, expect, test } from 'vitest'
import {
  COURIER_CHOICES,
  consignmentParameters,
  courierChoiceLabel,
  readConsignmentFilter,
  whyNoConsignments,
} from '../../../src/domain/lists/consignment-filter.ts'

const TODAY = '2026-11-21'

describe('an address is read', () => {
  test.each([
    ['', { date: TODAY, query: '', provider: '' }],
    ['date=2026-11-20', { date: '2026-11-20', query: '', provider: '' }],
    ['date=2026-02-30', { date: TODAY, query: '', provider: '' }],
    ['date=yesterday', { date: TODAY, query: '', provider: '' }],
    ['query=%20pex%20&provider=nzpost', { date: TODAY, query: 'pex', provider: 'nzpost' }],
    ['provider=dhl', { date: TODAY, query: '', provider: '' }],
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
])('%j: %s', (filter, words) => expect(whyNoConsignments({ date: TODAY, ...filter })).toBe(words))
