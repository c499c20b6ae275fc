import { expect, test } from 'vitest'
import { HistoryEntry } from '../../../src/contract/history.ts'
import { historyLine } from '../../../src/domain/lists/history.ts'

const AT = '2026-11-20T01:02:00.000Z'

const lineOf = (type: string | null, details: object = {}, staff_name: string | null = 'Mere Parata') =>
  historyLine(HistoryEntry.parse({ id: 7, type, at: AT, staff_name, details }))

test('an entry has its member of staff and its time in Auckland', () => {
  expect(lineOf('pack')).toMatchObject({
    id: '7',
    type: 'pack',
    by: 'Mere Parata',
    at: '20/11/2026 14:02',
  })
})

test('an entry without a member of staff names nobody', () => {
  expect(lineOf('email', {}, null).by).toBeNull()
  expect(lineOf('email', {}, ' ').by).toBeNull()
})

const BOOKED = { shipping_company: 'posthaste', tracking_code: 'COC00014123' }

test.each<[string, object, string, string[]]>([
  [
    'record-payment',
    { payment_amount: 11_500, payment_method: 'card', date_paid: '2026-11-19', reference: 'till 2' },
    'Payment recorded',
    ['$115.00', 'Card', 'paid on 19/11/2026', 'reference till 2'],
  ],
  [
    'record-payment',
    { payment_amount: 11_500, payment_method: 'barter', reference: ' ' },
    'Payment recorded',
    ['$115.00', 'barter'],
  ],
  [
    'pack',
    { is_pickup: true, send_notification: true },
    'Order packed',
    ['for collection', 'customer notified by e-mail'],
  ],
  ['pack', {}, 'Order packed', ['for delivery', 'customer not notified']],
  [
    'record-collection',
    { collected_by: 'Tama', notes: 'Showed the invoice' },
    'Collection recorded',
    ['collected by Tama', 'Showed the invoice'],
  ],
  ['record-collection', { collected_by: '', notes: '' }, 'Collection recorded', []],
  ['add-tracking', { shipping_company: 'titus', tracking_code: 'T1' }, 'Tracking added', ['Titus', 'T1']],
  ['skip', { reason: 'No stock', until: '2026-11-21' }, 'Order skipped', ['until 21/11/2026', 'No stock']],
  ['unskip', {}, 'Order no longer skipped', []],
  ['create-consignment', BOOKED, 'Consignment created', ['Post Haste', 'COC00014123']],
  ['request-deletion', BOOKED, 'Deletion of the consignment requested', ['Post Haste', 'COC00014123']],
  ['delete-consignment', BOOKED, 'Consignment deleted', ['Post Haste', 'COC00014123']],
  ['print-labels', { tracking_code: 'COC00014123' }, 'Labels printed', ['COC00014123']],
  [
    'email',
    { status: 'soft-bounced', recipient: 'ruth@example.com', subject: 'Order 104823' },
    'E-mail soft-bounced',
    ['ruth@example.com', 'Order 104823'],
  ],
  [
    'event',
    { status: 'order.paid', delivered: 2, pending: 0 },
    'Event order.paid',
    ['received by 2 receivers'],
  ],
  [
    'event',
    { status: 'consignment.booked', tracking_code: 'COC1', delivered: 1, pending: 1, failed: 1 },
    'Event consignment.booked',
    ['COC1', 'received by 1 receiver', 'waiting for 1 receiver', 'given up for 1 receiver'],
  ],
  ['event', {}, 'Event —', []],
])('%s %j reads %s', (type, details, title, facts) => {
  expect(lineOf(type, details)).toMatchObject({ title, facts })
})

test.each([
  ['split-order', 'Split order'],
  [' ', 'Change'],
  [null, 'Change'],
])('of a type %j that the console does not know, it has the words', (type, title) => {
  expect(lineOf(type)).toMatchObject({ type: null, title, facts: [] })
})
