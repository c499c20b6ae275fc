import { expect, test } from 'vitest'
import { addressQuery, isOwnAddress } from '../../../src/domain/freight/own-address.ts'

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
