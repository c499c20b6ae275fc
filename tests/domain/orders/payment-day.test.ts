import { expect, test } from 'vitest'
import { paymentDayFault } from '../../../src/domain/orders/payment-day.ts'

test.each([
  ['2026-11-20', null],
  ['2026-11-19', null],
  ['2000-01-01', null],
  ['1999-12-31', 'may not be before the year 2000'],
  ['0030-10-20', 'may not be before the year 2000'],
  ['2026-11-21', 'may not be in the future'],
  ['', 'is required'],
  ['32/11', 'must be a date such as 22/11/2026'],
  ['20/11/2026', 'must be a date such as 22/11/2026'],
])('a payment of %j on 20 November 2026: %j', (day, fault) => {
  expect(paymentDayFault(day, '2026-11-20')).toBe(fault)
})
