import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  COURIER_CHOICES,
  courierChoiceLabel,
  filterParameters,
  readFilter,
  whyEmpty,
} from '../../../src/web/screens/consignments/consignment-filter.ts'

/** Half past midnight in Auckland; in UTC it is still the day before. */
const NOW = Date.UTC(2026, 10, 20, 11, 30)
const TODAY = '2026-11-21'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

describe('an address is read', () => {
  test.each([
    ['', { date: TODAY, query: '', provider: '' }],
    ['date=2026-11-20', { date: '2026-11-20', query: '', provider: '' }],
    ['date=2026-02-30', { date: TODAY, query: '', provider: '' }],
    ['date=yesterday', { date: TODAY, query: '', provider: '' }],
    ['query=%20pex%20&provider=nzpost', { date: TODAY, query: 'pex', provider: 'nzpost' }],
    ['provider=dhl', { date: TODAY, query: '', provider: '' }],
  ])('%s', (search, filter) => expect(readFilter(new URLSearchParams(search))).toEqual(filter))
})

test.each([
  [{ date: TODAY, query: ' ', provider: '' }, {}],
  [{ date: '2026-11-20', query: '', provider: '' }, { date: '2026-11-20' }],
  [
    { date: TODAY, query: ' pex ', provider: 'titus' },
    { query: 'pex', provider: 'titus' },
  ],
])('the address of %j leaves out today and blanks', (filter, parameters) => {
  expect(filterParameters(filter)).toEqual(parameters)
})

test('the couriers are those of section 9, in its order, after All', () => {
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
])('%j: %s', (filter, words) => expect(whyEmpty({ date: TODAY, ...filter })).toBe(words))
