import { describe, expect, test } from 'vitest'
import { canonicalPhone, localPart, phoneDigits, phonesIn } from '../../../src/domain/format/phone.ts'
import { fc } from '../../properties.ts'

describe('the canonical form', () => {
  test.each([
    ['035550372', '035550372'],
    ['03 555 0372', '035550372'],
    ['(03) 555-0372', '035550372'],
    ['03.555.0372', '035550372'],
    ['+64 3 555 0372', '035550372'],
    ['0275550858', '0275550858'],
    ['027 555 0858', '0275550858'],
    ['+64 27 555 0858', '0275550858'],
    ['+64275550858', '0275550858'],
    ['+64 (0)27 555 0858', '0275550858'],
    ['(+64) 27 555 0858', '0275550858'],
    ['+64 027 555 0858', '0275550858'],
    ['0064 27 555 0858', '0275550858'],
    ['64 27 555 0858', '0275550858'],
    ['027–555–0858', '0275550858'],
    [' 027\u00a0555\u00a00858 ', '0275550858'],
    ['0800 83 83 83', '0800838383'],
    ['5550372', '5550372'],
    ['555 0372', '5550372'],
    ['+61 2 5550 1234', '0061255501234'],
    ['0061 2 5550 1234', '0061255501234'],
  ])('of %j is %j', (text, canonical) => expect(canonicalPhone(text)).toBe(canonical))

  test.each([
    '',
    ' ',
    '+',
    '-',
    '108856',
    '1088560',
    '108 8560',
    '0372',
    '027 555',
    '108856 108846',
    '2,927.24',
    '292724',
    '027 555 0858 01',
    'COC00014123',
    '027 555 085x',
    '027+5550858',
  ])('%j is not a phone number', (text) => expect(canonicalPhone(text)).toBeNull())

  test('is its own canonical form', () => {
    const numbers = fc.stringMatching(/^(\+64 ?|0064|0)\(?[2-9]\d?\)?[ -]\d{3}[ .-]?\d{4}$/)
    fc.assert(
      fc.property(numbers, (text) => {
        const canonical = canonicalPhone(text) ?? ''
        expect(canonical).toMatch(/^0[2-9]\d{7,9}$/)
        expect(canonicalPhone(canonical)).toBe(canonical)
      }),
    )
  })

  test('does not depend on spaces and signs between the digits', () => {
    const signs = fc.constantFrom('', ' ', '-', '.', ' ', ') ')
    const parts = fc.tuple(fc.stringMatching(/^0[2-9]\d$/), signs, fc.stringMatching(/^\d{3}$/), signs)
    fc.assert(
      fc.property(parts, fc.stringMatching(/^\d{4}$/), ([area, one, middle, other], end) => {
        expect(canonicalPhone(area + one + middle + other + end)).toBe(area + middle + end)
      }),
    )
  })
})

test.each([
  ['+64 (0)27 55', '02755'],
  ['+64', '0'],
  ['027 5', '0275'],
  ['108856', '108856'],
  ['+61 2 99', '0061299'],
  ['ruth', null],
  ['', null],
])('while it is typed %j has the digits %j', (text, digits) => expect(phoneDigits(text)).toBe(digits))

test.each([
  ['Ph. 027 555 0858.', ['0275550858']],
  ['09 555 0123 / 021 555 0188', ['095550123', '0215550188']],
  ['(09) 555 0123 ext 4 (after 5)', ['095550123']],
  ['027 555 0858\n+64 27 555 0858', ['0275550858']],
  ['unlisted', []],
  ['', []],
])('the numbers in %j are %j', (text, numbers) => expect(phonesIn(text)).toEqual(numbers))

test.each([
  ['035550372', '5550372'],
  ['0275550858', '5550858'],
  ['5550372', null],
  ['0800838383', null],
  ['0061255501234', null],
])('the local part of %j is %j', (canonical, local) => expect(localPart(canonical)).toBe(local))
