import { describe, expect, test } from 'vitest'
import { withNumberSign } from '../../../src/domain/format/text.ts'
import { comparedNumber, numberOfCode, ordersMeant } from '../../../src/domain/orders/order-code.ts'
import { filledMessage, packedMessage } from '../../../src/domain/orders/order-message.ts'

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
