import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { fieldLength, isLimited, whyTooLong } from '../../../src/domain/freight/field-lengths.ts'

const SHORT = {
  contact: 'Aroha Ngata',
  company: 'Harbour Plumbing',
  phone: '09 555 0101',
  email: 'aroha@example.com',
  street: '12 Hugo Johnston Drive',
  suburb: 'Penrose',
  city: 'Auckland',
  instructions: '',
}

test.each([
  ['contact', 'Name', 50],
  ['company', 'Business name', 50],
  ['phone', 'Phone', 50],
  ['email', 'Email', 200],
  ['suburb', 'Suburb', 50],
  ['city', 'City', 50],
  ['instructions', 'Instructions or notes', 120],
] as const)('%s is called %s and may have %d characters', (field, label, limit) => {
  const most = 'x'.repeat(limit)
  expect(whyTooLong({ ...SHORT, [field]: ` ${most} ` })).toBeNull()
  expect(whyTooLong({ ...SHORT, [field]: `${most}x` })).toBe(
    `${label}: ${limit + 1} characters, the courier accepts ${limit}`,
  )
})

test.each([
  ['both parts at the limit', `${'B'.repeat(50)}, 5 ${'S'.repeat(48)}`, null],
  ['a long building', `${'B'.repeat(51)}, 5 Tory Street`, 'Street: 51 characters, the courier accepts 50'],
  ['a long street', `Level 2, 5 ${'S'.repeat(49)}`, 'Street: 51 characters, the courier accepts 50'],
  ['no comma', `5 ${'S'.repeat(49)}`, 'Street: 51 characters, the courier accepts 50'],
])('a street with %s', (_, street, expected) => {
  expect(whyTooLong({ ...SHORT, street })).toBe(expected)
})

test.each([
  [0, 'short'],
  [40, 'short'],
  [41, 'near'],
  [50, 'near'],
  [51, 'over'],
])('%d of 50 characters are %s', (length, state) => {
  expect(fieldLength('city', 'x'.repeat(length))).toEqual({ length, limit: 50, state })
})

test.each([
  ['street', true],
  ['postcode', false],
  ['toString', false],
])('%s is limited: %s', (field, expected) => {
  expect(isLimited(field)).toBe(expected)
})

it('names the first field of the form that is too long', () => {
  const long = 'x'.repeat(300)
  const all = Object.fromEntries(Object.keys(SHORT).map((field) => [field, long]))
  expect(whyTooLong({ ...SHORT, ...all })).toMatch(/^Name: 300 /)
})

it('never counts blank ends', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(fieldLength('city', ` ${text} `)).toEqual(fieldLength('city', text))
    }),
  )
})
