import { describe, expect, test } from 'vitest'
import {
  shownSupplierOrderStatus,
  supplierOrderStatus,
  supplierOrderTimeline,
} from '../../../src/domain/orders/supplier-order.ts'
import { supplierOrdersSummary } from '../../../src/domain/orders/supplier-orders-summary.ts'

const AT = '2026-11-19T20:04:00Z'
const LATER = '2026-11-25T20:04:00Z'
const NONE: Parameters<typeof supplierOrderTimeline>[0] = {
  created_at: null,
  ordered_at: null,
  paid_at: null,
  shipped_at: null,
  received_at: null,
  expected_at: null,
  devanned_at: null,
}

describe('the status of a supplier order follows its dates', () => {
  // SUP-4
  test.each([
    [{}, 'Draft'],
    [{ created_at: AT }, 'Draft'],
    [{ paid_at: AT }, 'Draft'],
    [{ ordered_at: '  ' }, 'Draft'],
    [{ ordered_at: AT }, 'Ordered'],
    [{ ordered_at: AT, shipped_at: AT }, 'Shipped'],
    [{ shipped_at: AT }, 'Shipped'],
    [{ ordered_at: AT, shipped_at: AT, received_at: AT }, 'Shipped'],
    [{ ordered_at: AT, shipped_at: AT, devanned_at: AT }, 'Received'],
    [{ devanned_at: AT }, 'Received'],
  ])('%o: %s', (dates, label) => expect(supplierOrderStatus({ ...NONE, ...dates })).toBe(label))
})

test.each([
  ['Draft', 'neutral'],
  ['Ordered', 'yellow'],
  ['Shipped', 'sky'],
  ['Received', 'lime'],
])('%s is %s', (status, tone) => expect(shownSupplierOrderStatus(status)).toEqual({ label: status, tone }))

describe('the timeline of a supplier order', () => {
  const shown = (dates: Partial<typeof NONE>) =>
    supplierOrderTimeline({ ...NONE, ...dates }).map(({ title, type, date }) => [title, type, date])

  test('with nothing but its creation', () => {
    expect(shown({ created_at: AT })).toEqual([
      ['Created', 'success', '20/11/2026 09:04'],
      ['Payment has not been made yet', 'pending', null],
      ['Order has not been shipped yet', 'pending', null],
      ['Order has not been received yet', 'pending', null],
      ['Order has not been devanned yet', 'pending', null],
    ])
  })

  // FMT-5
  test('expected until it is received, on the day in Auckland', () => {
    expect(shown({ expected_at: LATER })[3]).toEqual(['Expected', 'pending', '26/11/2026 09:04'])
    expect(shown({ expected_at: LATER, received_at: AT })[3]).toEqual([
      'Received',
      'success',
      '20/11/2026 09:04',
    ])
  })

  // SUP-4
  test('with everything', () => {
    const all = { created_at: AT, paid_at: AT, shipped_at: AT, received_at: AT, devanned_at: AT }
    expect(shown(all).map(([title, type]) => [title, type])).toEqual([
      ['Created', 'success'],
      ['Paid', 'success'],
      ['Shipped', 'success'],
      ['Received', 'success'],
      ['Devanned', 'success'],
    ])
  })

  test('a date that cannot be read is shown as it came', () => {
    expect(shown({ paid_at: 'soon' })[1]).toEqual(['Paid', 'success', 'soon'])
  })
})

describe('a supplier’s orders in sum', () => {
  const counted = (orders: readonly Partial<typeof NONE>[]) => {
    const whole = orders.map((order) => ({ ...NONE, ...order }))
    const { counts, ...rest } = supplierOrdersSummary(whole, Date.parse('2026-11-30T11:30:00Z'))
    return { counts: counts.map(({ count }) => count), ...rest }
  }

  test.each<[string, Partial<typeof NONE>[], ReturnType<typeof counted>]>([
    ['of none', [], { counts: [0, 0, 0, 0], lastOrdered: null, nextExpected: null, overdue: 0 }],
    [
      'has the latest day of ordering and the earliest delivery, compared as instants',
      [
        { ordered_at: AT, expected_at: '2026-12-02T00:00:00+13:00' },
        { ordered_at: LATER, shipped_at: LATER, expected_at: '2026-12-01T12:00:00Z' },
        { expected_at: '2026-11-30T00:00:00Z' },
        { ordered_at: AT, devanned_at: LATER, expected_at: '2026-11-20T00:00:00Z' },
      ],
      { counts: [1, 1, 1, 1], lastOrdered: LATER, nextExpected: '2026-12-02T00:00:00+13:00', overdue: 0 },
    ],
    [
      'leaves out unreadable dates',
      [{ ordered_at: 'soon', expected_at: 'later' }],
      { counts: [0, 1, 0, 0], lastOrdered: null, nextExpected: null, overdue: 0 },
    ],
    [
      'counts deliveries of days before today in Auckland as overdue, unless the goods were received',
      [
        { ordered_at: AT, expected_at: '2026-11-30T10:59:00Z' },
        { ordered_at: AT, expected_at: '2026-11-30T11:00:00Z' },
        { ordered_at: AT, received_at: LATER, expected_at: '2026-11-20T00:00:00Z' },
      ],
      { counts: [0, 3, 0, 0], lastOrdered: AT, nextExpected: '2026-11-30T11:00:00Z', overdue: 1 },
    ],
  ])('%s', (_, orders, summary) => expect(counted(orders)).toEqual(summary))
})
