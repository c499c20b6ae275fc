import { expect, test } from 'vitest'
import { paymentDayFault } from '../../../src/domain/orders/payment.ts'

test.each([
  ['2026-11-20', null],
  ['2026-11-19', null],
  ['2000-01-01', null],
  ['1999-12-31', 'The payment may not be before the year 2000.'],
  ['0030-10-20', 'The payment may not be before the year 2000.'],
  ['2026-11-21', 'The payment may not be in the future.'],
  ['', 'Enter the date of the payment.'],
  ['32/11', 'Enter a date such as 22/11/2026.'],
  ['20/11/2026', 'Enter a date such as 22/11/2026.'],
])('a payment of %j on 20 November 2026: %j', (day, fault) => {
  expect(paymentDayFault(day, '2026-11-20')).toBe(fault)
})
