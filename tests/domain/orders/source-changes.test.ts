import { expect, test } from 'vitest'
import { canKeepSourceChanges, canTakeSourceChanges } from '../../../src/domain/orders/order-actions.ts'
import { sourceLines, sourceMark, sourceSentence } from '../../../src/domain/orders/source-changes.ts'
import { exampleOrder } from '../example-records.ts'

const quantity = { field: 'quantity', product: 'PEX-20', here: '5', wanted: '3' }

// ORD-81
test.each([
  [[], null, ''],
  [[quantity], 'Shop: 3 × PEX-20, here 5', '3 × PEX-20, here 5'],
  [
    [quantity, { field: 'address', product: null, here: '4 Port Road', wanted: '9 Kauri Street' }],
    'Shop: 3 × PEX-20, here 5, and 1 more change',
    '3 × PEX-20, here 5; Delivery address 9 Kauri Street, here 4 Port Road',
  ],
  [
    [{ field: 'price', product: 'PEX-20', here: '1000', wanted: '1250' }],
    'Shop: Price PEX-20 $12.50, here $10.00',
    'Price PEX-20 $12.50, here $10.00',
  ],
  [
    [{ field: 'paid', product: null, here: null, wanted: '2026-11-19T22:10:00Z' }],
    'Shop: Paid 20/11/2026 11:10, here —',
    'Paid 20/11/2026 11:10, here —',
  ],
  [
    [{ field: 'pickup', product: null, here: '1', wanted: '0' }],
    'Shop: Click & collect No, here Yes',
    'Click & collect No, here Yes',
  ],
  [
    [{ field: 'branch', product: null, here: 'auckland', wanted: 'christchurch' }],
    'Shop: Branch Christchurch, here Auckland',
    'Branch Christchurch, here Auckland',
  ],
  // A field of a newer server.
  [
    [{ field: 'colour', product: null, here: 'red', wanted: 'blue' }],
    'Shop: colour blue, here red',
    'colour blue, here red',
  ],
])('the mark of %j', (source_changes, mark, sentence) => {
  expect([sourceMark({ source_changes }), sourceSentence({ source_changes })]).toEqual([mark, sentence])
})

test('both sides are shown line by line', () => {
  const total = { field: 'total', product: null, here: '11500', wanted: '9200' }
  expect(sourceLines({ source_changes: [quantity, total] })).toEqual([
    { label: 'Quantity PEX-20', shop: '3', here: '5' },
    { label: 'Total', shop: '$92.00', here: '$115.00' },
  ])
  expect([sourceLines({}), sourceMark({})]).toEqual([[], null])
})

// ORD-82
test('a change is taken or left only if there is one, and taken only on an order that is not stopped', () => {
  const none = 'The shop has not changed the order'
  const offers = (order: ReturnType<typeof exampleOrder>) => [
    canTakeSourceChanges(order).reason,
    canKeepSourceChanges(order).reason,
  ]
  expect(offers(exampleOrder())).toEqual([none, none])
  expect(offers({ ...exampleOrder(), source_changes: [quantity] })).toEqual([null, null])
  expect(offers({ ...exampleOrder({ status: 'Cancelled' }), source_changes: [quantity] })).toEqual([
    'Cancelled in the shop',
    null,
  ])
})
