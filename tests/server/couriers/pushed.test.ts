import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, readPushed } from '../../../src/server/couriers/go-sweet-spot/pushed.ts'

const SECRET = '0123456789abcdef'
/** Its signature contains a plus sign. */
const BODY = '[{"ConsignmentNo":"ABC2"}]'
const signatureOf = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64')

test('the example has a signature with a plus sign', () => {
  expect(signatureOf(BODY)).toContain('+')
})

test.each<[string, string[], boolean]>([
  ['its signature', [signatureOf(BODY)], true],
  ['its signature, decoded as a form', [signatureOf(BODY).replaceAll('+', ' ')], true],
  ['its signature among others', ['v2', '', signatureOf(BODY)], true],
  ['no value', [], false],
  ['a blank value', [''], false],
  ['the signature of another body', [signatureOf(`${BODY} `)], false],
  ['the signature of another key', [signatureOf(BODY, 'another key')], false],
  ['a part of its signature', [signatureOf(BODY).slice(0, -1)], false],
  ['more than its signature', [`${signatureOf(BODY)}=`], false],
])('a body with %s is signed: %s', (_, values, expected) => {
  expect(isSigned(SECRET, BODY, values)).toBe(expected)
})

const SHIPMENT = { ConsignmentNo: 'ABC1', Status: 'Delivered to SAM', Delivered: '2026-04-07T11:07:58' }

test.each<[string, string, string[] | null]>([
  ['a list', JSON.stringify([SHIPMENT, { consignmentNo: 'ABC2' }]), ['ABC1', 'ABC2']],
  ['a list in a string', JSON.stringify(JSON.stringify([SHIPMENT])), ['ABC1']],
  ['some that are unreadable', JSON.stringify([7, null, { ConsignmentNo: '' }, SHIPMENT, {}]), ['ABC1']],
  ['an empty list', '[]', []],
  ['one shipment', JSON.stringify(SHIPMENT), null],
  ['text', 'hello', null],
  ['text in a string', '"hello"', null],
  ['nothing', '', null],
])('reads the codes of %s', (_, body, codes) => {
  expect(readPushed(body)).toEqual(codes)
})
