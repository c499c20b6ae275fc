import { expect, test } from 'vitest'
import { nextReference, shownReference } from '../../../src/domain/freight/consignment-reference.ts'

test.each([
  ['104823', [], '104823-2'],
  ['104823', ['104823-2'], '104823-3'],
  ['104823', ['104823-4', '104823-2'], '104823-5'],
  ['104823', ['1048231-7', '204823-9', 'Pipe'], '104823-2'],
  ['104823', ['104823-', '104823-2b', '104823--3'], '104823-2'],
  ['W-1', ['W-1-2'], 'W-1-3'],
  ['104823', ['104823-9', '104823-10'], '104823-11'],
])('after order %s with %j comes %s', (order, taken, next) => {
  expect(nextReference(order, taken)).toBe(next)
})

test.each([
  [{ order_code: '104823', reference: '104823-2' }, '104823-2'],
  [{ order_code: '104823', reference: null }, '104823'],
  [{ order_code: '104823', reference: ' ' }, '104823'],
  [{ order_code: null, reference: null }, null],
])('%j is shown as %s', (consignment, shown) => {
  expect(shownReference(consignment)).toBe(shown)
})
