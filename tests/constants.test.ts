// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { DATA_BASE, PAGE_SIZE } from '../src/contract/call.ts'
import {
  BRANCHES,
  DATE_RANGES,
  PAYMENT_METHODS,
  SHIPPING_COMPANIES,
  STATUS_FILTERS,
} from '../src/contract/orders.ts'
import { exchangeCode, signOut, startSignIn, validateToken } from '../src/contract/sign-in.ts'
import { formatConsignmentDate } from '../src/domain/calendar/nz-calendar.ts'
import { formatDateTime, NZ_ZONE } from '../src/domain/calendar/nz-time.ts'
import { formatCents } from '../src/domain/format/money.ts'
import { DEFAULT_COUNTRY } from '../src/domain/freight/address.ts'
import { knownOrderCode } from '../src/domain/freight/consignment.ts'
import { detailVolume } from '../src/domain/freight/consignment-details.ts'
import { EMPTY_FORM } from '../src/domain/freight/consignment-payload.ts'
import { CONSIGNMENT_COURIERS, DEFAULT_COURIER } from '../src/domain/freight/couriers.ts'
import { isSearchable } from '../src/domain/freight/form-address.ts'
import { cubicMetres, firstRows, formatVolume, formatWeight } from '../src/domain/freight/parcels.ts'
import { DEFAULT_ORDER_FILTER, ORDER_FILTERS } from '../src/domain/lists/order-filter.ts'
import { pageWindow } from '../src/domain/lists/paging.ts'
import { RURAL_BADGE_CENTS } from '../src/domain/orders/order-status.ts'
import { paymentMethodLabel } from '../src/domain/orders/payment.ts'
import { MESSAGES } from '../src/domain/records/catalogue.ts'
import { tiersOf } from '../src/domain/records/product.ts'
import { STAFF_NAMES } from '../src/web/screens/placeholders/new-job-screen.tsx'
import { TOKEN_KEY } from '../src/web/state/session.ts'

const product = tiersOf(10_000)

/** The constants of the product, line by line. Other tests use the age thresholds, the delay after an address and the city of a job. */
test.each([
  ['the key of the session token', TOKEN_KEY, 'session-token'],
  ['the base path of data', DATA_BASE, '/api/v1'],
  [
    'the paths of authentication',
    [startSignIn, validateToken, exchangeCode, signOut].map(({ path }) => path),
    ['/auth', '/auth/validate', '/microsoft', '/logout'],
  ],
  ['the page size', PAGE_SIZE, 200],
  ['the window of page numbers', pageWindow(1, 6), [1, 2, 3, 4, 5, 6]],
  ['the ends outside the window', pageWindow(9, 20), [1, 'gap', 7, 8, 9, 10, 11, 12, 'gap', 20]],
  ['the date ranges', DATE_RANGES, ['30days', '90days', '12months']],
  [
    'the words of the date ranges',
    Object.values(ORDER_FILTERS.daterange.values).map(({ label }) => label),
    ['30 days', '90 days', '12 months', 'All'],
  ],
  ['the default date range', DEFAULT_ORDER_FILTER.daterange, '30days'],
  ['the statuses of the filter', STATUS_FILTERS, ['paid', 'ready', 'shipped', 'unpaid']],
  ['the branches', BRANCHES, ['auckland', 'christchurch']],
  ['the freight that is rural', RURAL_BADGE_CENTS, 1086],
  ['the word for cards', paymentMethodLabel('egate3p'), 'Credit Card'],
  ['the word for transfers', paymentMethodLabel('card'), 'Bank Transfer'],
  ['the methods that can be recorded', PAYMENT_METHODS, ['bank', 'cash', 'card']],
  ['the tier Drip', product.drip, 7524],
  ['the tier Wholesale', product.wholesale, 8262],
  ['the tier Retail', product.retail, 11_500],
  ['the cost of the list', product.cost, 5000],
  ['the form of money', formatCents(176_302), '$1,763.02'],
  ['the form of dates', formatDateTime('2026-11-20T01:02:03Z'), '20/11/2026 14:02'],
  ['the form of consignment dates', formatConsignmentDate('2026-11-20 14:05:00'), '20/11/2026 14:05 PM'],
  ['the time zone', NZ_ZONE, 'Pacific/Auckland'],
  ['the divisor of volumes', cubicMetres({ height: 100, length: 100, width: 100 }), 1],
  ['the divisor of the consignment detail', detailVolume({ height: 100, length: 100, width: 10 }), 1],
  ['the decimals of weights', formatWeight(1), '1.000'],
  ['the decimals of volumes', formatVolume(1), '1.0000'],
  ['the least volume shown', formatVolume(0.000_01), '0.0001'],
  ['the characters of an address search', ['12 Qu', '12 Que'].map(isSearchable), [false, true]],
  ['the default quantity', firstRows('104823').map(({ quantity }) => quantity), ['1']],
  ['the default of tracking e-mails', EMPTY_FORM.send_tracking, true],
  ['the default country', DEFAULT_COUNTRY, 'New Zealand'],
  ['the default courier of tracking', DEFAULT_COURIER, 'aramex'],
  [
    'the longest code without an order',
    ['48213', '104823'].map((order_code) => knownOrderCode({ order_code })),
    [null, '104823'],
  ],
  ['the staff of jobs', STAFF_NAMES.length, 7],
  [
    'the couriers of the filter',
    CONSIGNMENT_COURIERS,
    ['aramex', 'castleparcels', 'nzcouriers', 'nzpost', 'posthaste', 'titus'],
  ],
  [
    'the shipping companies',
    SHIPPING_COMPANIES,
    ['aramex', 'castleparcels', 'dhl', 'fedex', 'nzcouriers', 'nzpost', 'posthaste', 'titus'],
  ],
])('%s', (_, constant, specified) => expect(constant).toEqual(specified))

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
