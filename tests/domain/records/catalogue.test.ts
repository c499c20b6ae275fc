import { expect, test } from 'vitest'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'

/** All messages in the order of the specification (MSG-2, MSG-3). */
const SPECIFIED = [
  'Something went wrong.',
  'Failed to login.',
  'Please try again later.',
  'Failed to load orders, try refreshing the page.',
  'No orders found',
  'Failed to get suppliers, try again.',
  'Failed to get supplier orders, try again.',
  'Failed to get freight options for order, please try again.',
  'Failed to create consignment, please try again.',
  'Failed to verify address, please try again.',
  'Failed to get address details, please try again.',
  'Failed to mark the order as collected, please try again.',
  'Failed to update order shipping information, please try again.',
  'Failed to mark the order as ready for collection, please try again.',
  'Failed to mark order as paid, please try again.',
  'Failed to find the order, check the order ID and try again.',
  'Failed to search for consignments, please try again later.',
  'Failed to find the consignment, check the consignment ID and try again.',
  'Failed to delete the consignment, refresh the page and try again.',
  'Failed to get the consignment labels, please try again.',
  'Unexpected Application Error!',
  'Failed to find order details',
  'Failed to find product details',
  'Failed to find customer details',
  'Failed to find consignment details',
  'Failed to find supplier order',
  'Failed to get labels for consignment.',
  'Feature not available',
]

// MSG-2
test('the catalogue is the specification’s, word for word and whole', () => {
  expect(Object.values(MESSAGES).toSorted()).toEqual(SPECIFIED.toSorted())
})
