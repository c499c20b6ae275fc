import { describe, expect, test } from 'vitest'
import { withNumberSign } from '../../src/domain/format/text.ts'
import { branchLabel } from '../../src/domain/freight/address.ts'
import { courierLabel } from '../../src/domain/freight/couriers.ts'
import { comparedNumber, numberOfCode, ordersMeant } from '../../src/domain/orders/order-code.ts'
import {
  filledMessage,
  PACKED_TEMPLATE,
  packedMessage,
  templateFault,
} from '../../src/domain/orders/order-message.ts'
import { paymentMethodLabel } from '../../src/domain/orders/payment.ts'
import { exampleOrder } from './example-records.ts'

// ORD-37
test.each([
  ['Mere', true, 'Hi Mere,\n\nYour order #104823 is ready to collect.'],
  ['Mere', false, 'Hi Mere,\n\nYour order #104823 is packed and ready to ship.'],
  ['  Tāne ', true, 'Hi Tāne,\n\nYour order #104823 is ready to collect.'],
  ['', false, 'Hi there,\n\nYour order #104823 is packed and ready to ship.'],
  [null, true, 'Hi there,\n\nYour order #104823 is ready to collect.'],
])('the message to %j, pick-up %s', (first_name, isPickup, message) => {
  expect(packedMessage(exampleOrder({ customer: { first_name } }), isPickup)).toBe(message)
})

// ORD-26
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

// BIZ-2
test.each([
  ['auckland', 'Auckland'],
  ['christchurch', 'Christchurch'],
  ['ōtautahi', 'Ōtautahi'],
  ['', '—'],
  [null, '—'],
])('branch %j is %s', (branch, label) => {
  expect(branchLabel(branch)).toBe(label)
})

test.each([
  ['{first name}: {order number} is {ready}', true, 'Aroha: 104823 is ready to collect'],
  ['{first name}: {order number} is {ready}', false, 'Aroha: 104823 is packed and ready to ship'],
  ['{order number} {order number}', true, '104823 104823'],
  ['{other} {} {', true, '{other} {} {'],
  ['', true, ''],
])('%j for pick-up %s is %j', (template, isPickup, message) => {
  const order = exampleOrder({ code: '104823', customer: { first_name: 'Aroha' } })
  expect(filledMessage(template, order, isPickup)).toBe(message)
})

test.each([
  [PACKED_TEMPLATE, null],
  ['Ready.', null],
  ['{ready', null],
  ['', 'is required for a notification'],
  ['x'.repeat(10_001), 'may have at most 10000 characters'],
  [' \n ', 'is required for a notification'],
  ['Hi {name}', 'has an unknown {name}: use {first name}, {order number}, {ready}'],
  ['{First name}', 'has an unknown {First name}: use {first name}, {order number}, {ready}'],
  ['{}', 'has an unknown {}: use {first name}, {order number}, {ready}'],
])('what is wrong with the message %j: %j', (template, fault) => {
  expect(templateFault(template)).toBe(fault)
})

const order = (code: string) => ({ code })

// ORD-70
describe('a code means', () => {
  test.each<[typed: string, stored: string[], meant: string[]]>([
    // A sign or letters in front.
    ['1001', ['#1001'], ['#1001']],
    ['#1001', ['#1001'], ['#1001']],
    ['#1001', ['1001'], ['1001']],
    ['1001', ['INV-1001'], ['INV-1001']],
    ['#1001', ['INV-1001'], ['INV-1001']],
    ['inv 1001', ['INV-1001'], ['INV-1001']],
    ['INV-1001', ['1001'], ['1001']],
    ['invoice 1001', ['#1001'], ['#1001']],
    ['104150', ['W104150'], ['W104150']],
    [' 1001 ', ['#1001'], ['#1001']],
    // The exact code always wins.
    ['1001', ['#1001', '1001'], ['1001']],
    ['#1001', ['#1001', '1001'], ['#1001']],
    ['W-1001', ['W-1001', 'w-1001', '#1001'], ['W-1001']],
    ['w-1001', ['W-1001', '#1001'], ['W-1001']],
    // Several have the number.
    ['1001', ['#1001', 'INV-1001'], ['#1001', 'INV-1001']],
    // Letters of another source, another number, a part of a number, or no number.
    ['S-1001', ['#1001', '1001', 'W-1001'], []],
    ['1001', ['#10010', '#1002', '1001-2'], []],
    ['#1001', ['#01001'], []],
    ['1001', ['A-B-longer-than-any-1001'], []],
    ['#', ['#1001'], []],
    ['', ['#1001'], []],
    ['sent', ['SENT'], ['SENT']],
    ['sent', ['#SENT'], []],
  ])('%j of %j: %j', (typed, stored, meant) => {
    expect(ordersMeant(typed, stored.map(order)).map(({ code }) => code)).toEqual(meant)
  })

  test.each([
    ['#1001', '1001', '1001'],
    ['INV-1001-A', '1001-a', '1001-a'],
    ['1001', null, '1001'],
    ['SENT', null, ''],
  ])('the number of %j, stored beside it and compared', (code, stored, compared) => {
    expect([numberOfCode(code), comparedNumber(code)]).toEqual([stored, compared])
  })
})

// ORD-72
test('a number sign is never written twice', () => {
  expect([withNumberSign('1001'), withNumberSign('#1001')]).toEqual(['#1001', '#1001'])
  const signed = { code: '#2020', customer: { first_name: null } }
  expect(packedMessage(signed, true)).toContain('Your order #2020 is ready to collect.')
  expect(packedMessage({ ...signed, code: '2020' }, true)).toContain('Your order #2020 is')
  expect(filledMessage('Order {order number}, #{order number}', signed, false)).toBe('Order #2020, #2020')
})
