import { expect, it } from 'vitest'
import { ORDER_CRITERIA, readCriteria } from '../../../src/domain/lists/order-criteria.ts'

const TODAY = '2026-11-20'

// LIST-10
it.each([
  ['over 999999k', 'over-999999000'],
  ['over 1000000k', null],
  ['up to 9,999,999,999', null],
  ['500k-1000000k', null],
])('reads the total in “%s” only if its list can be asked for it', (phrase, text) => {
  expect(ORDER_CRITERIA.total.named(phrase)).toBe(text)
  const asked = readCriteria(new URLSearchParams({ total: text ?? '' }), TODAY)
  expect(asked).toEqual(text === null ? {} : { total: text })
})
