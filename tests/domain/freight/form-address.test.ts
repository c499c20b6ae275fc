import { describe, expect, it, test } from 'vitest'
import {
  addressBadge,
  addressQuery,
  editedAddress,
  type FormAddress,
  fieldLength,
  isAddressState,
  isLimited,
  isOwnAddress,
  isSearchable,
  pickedAddress,
  TYPED_ADDRESS_FIELDS,
  takesParcels,
  typedAddress,
  whyTooLong,
} from '../../../src/domain/freight/form-address.ts'
import { fc } from '../../properties.ts'

const PICKED: FormAddress = {
  street: '118 Pepperill Road',
  suburb: 'Lichfield',
  city: 'Putaruru',
  region: 'Waikato',
  postcode: '3482',
  is_rural: true,
  address_state: 'verified',
}

// FRT-3
test('a picked address is verified; what it lacks is blank', () => {
  const { address_state: _, ...detail } = PICKED
  expect(pickedAddress(detail)).toEqual(PICKED)
  expect(pickedAddress({ ...detail, city: null, region: null })).toEqual({ ...PICKED, city: '', region: '' })
})

test('a street that is used as it was typed is manual, and leaves the other fields', () => {
  expect(typedAddress(' 1234 Back Blocks Road ')).toEqual({
    street: '1234 Back Blocks Road',
    address_state: 'manual',
  })
})

describe('an edit', () => {
  // FRT-3
  test.each(TYPED_ADDRESS_FIELDS)('of the %s makes a verified address manual', (field) => {
    expect(editedAddress(PICKED, field, '')).toEqual({ [field]: '', address_state: 'manual' })
  })

  test.each([
    ['the same text', PICKED, 'Lichfield', { suburb: 'Lichfield' }],
    ['a manual address', { ...PICKED, address_state: 'manual' as const }, '', { suburb: '' }],
    ['one not verified', { ...PICKED, address_state: 'unverified' as const }, '', { suburb: '' }],
  ])('of %s changes no state', (_, address, text, expected) => {
    expect(editedAddress(address, 'suburb', text)).toEqual(expected)
  })
})

test.each([
  ['unverified', 'Not verified', 'grey', false],
  ['verified', 'Address verified', 'green', true],
  ['manual', 'Manual address', 'amber', true],
  ['outdated', 'The order’s address has changed', 'amber', false],
] as const)('%s reads %s, %s, takes parcels: %s', (state, label, tone, takes) => {
  expect(addressBadge(state)).toEqual({ label, tone })
  expect(takesParcels(state)).toBe(takes)
})

test.each([
  ['verified', true],
  ['', false],
  ['toString', false],
])('%j is a state: %s', (text, is) => expect(isAddressState(text)).toBe(is))

describe('a text can be searched for', () => {
  // ADR-2, FRT-3, FRT-8
  test.each([
    ['', false],
    ['Queen', false],
    ['Queen ', false],
    ['12', false],
    ['12 ', false],
    ['12 Qu', false],
    ['12   Qu', false],
    ['  12 Qu  ', false],
    ['12 Que', true],
    ['12 Qu e', true],
    ['  12  Que ', true],
    ['12 Ōre', true],
    ['1 a b', true],
    ['12\tQueen', true],
    ['12 😀😀', false],
  ])('%j: %s', (text, can) => expect(isSearchable(text)).toBe(can))
})

const OWN = { street: '12 Queen Street', suburb: 'Auckland Central', city: 'Auckland', postcode: '1010' }
const FOUND = { ...OWN, region: 'Auckland', is_rural: false }

test.each([
  ['12 Queen Street, Auckland Central, Auckland 1010', OWN],
  ['12 Queen Street', { street: '12 Queen Street', suburb: '', city: '', postcode: '' }],
  [null, { ...OWN, street: ' ' }],
  [null, { street: '12 Qu', suburb: '', city: '', postcode: '' }],
])('searches for %j', (text, address) => {
  expect(addressQuery(address)).toBe(text)
})

// FRT-5
test.each([
  [true, {}, {}],
  [true, { street: '12 QUEEN ST' }, {}],
  [true, { street: 'Unit 3, 12a Queen St' }, { street: '3/12A Queen Street' }],
  [true, { postcode: '' }, {}],
  [false, { postcode: '1011' }, {}],
  [false, { street: '112 Queen Street' }, {}],
  [false, { street: '12A Queen Street' }, {}],
  [false, { street: '3/12 Queen Street' }, {}],
  [false, {}, { street: null }],
])('is the own address: %j of %j and %j', (same, own, found) => {
  expect(isOwnAddress({ ...OWN, ...own }, { ...FOUND, ...found })).toBe(same)
})

describe('the length of a field', () => {
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
})
