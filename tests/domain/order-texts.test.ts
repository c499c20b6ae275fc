import { expect, test } from 'vitest'
import { branchLabel } from '../../src/domain/branch.ts'
import { courierLabel } from '../../src/domain/couriers.ts'
import { readyMessage } from '../../src/domain/order-message.ts'
import { paymentMethodLabel } from '../../src/domain/payment-method.ts'
import { exampleOrder } from './example-order.ts'

test.each([
  ['Mere', true, 'Hi Mere,\n\nYour order #104823 is ready to collect.'],
  ['Mere', false, 'Hi Mere,\n\nYour order #104823 is packed and ready to ship.'],
  ['  Tāne ', true, 'Hi Tāne,\n\nYour order #104823 is ready to collect.'],
  ['', false, 'Hi there,\n\nYour order #104823 is packed and ready to ship.'],
  [null, true, 'Hi there,\n\nYour order #104823 is ready to collect.'],
])('the message to %j, pick-up %s', (first_name, isPickup, message) => {
  expect(readyMessage(exampleOrder({ customer: { first_name } }), isPickup)).toBe(message)
})

test.each([
  ['egate3p', 'Credit Card'],
  ['bank', 'Bank Transfer'],
  ['cash', 'Bank Transfer'],
  ['card', 'Bank Transfer'],
  ['EGATE3P', 'Bank Transfer'],
  [null, 'Bank Transfer'],
])('payment method %j is shown as %s', (method, label) => {
  expect(paymentMethodLabel(method)).toBe(label)
})

test.each([
  ['aramex', 'Aramex'],
  ['castleparcels', 'Castle Parcels'],
  ['dhl', 'DHL'],
  ['fedex', 'FedEx'],
  ['nzcouriers', 'NZ Couriers'],
  ['nzpost', 'NZ Post'],
  ['posthaste', 'Post Haste'],
  ['titus', 'Titus'],
  ['TITUS', 'Titus'],
  ['Mainfreight', 'Mainfreight'],
  ['constructor', 'constructor'],
  ['', '—'],
  [null, '—'],
])('courier %j is %s', (slug, label) => {
  expect(courierLabel(slug)).toBe(label)
})

test.each([
  ['auckland', 'Auckland'],
  ['christchurch', 'Christchurch'],
  ['ōtautahi', 'Ōtautahi'],
  ['', '—'],
  [null, '—'],
])('branch %j is %s', (branch, label) => {
  expect(branchLabel(branch)).toBe(label)
})
