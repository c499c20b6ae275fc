import { expect, test } from 'vitest'
import { Address } from '../../../src/contract/wire.ts'
import {
  addressLines,
  locationLine,
  mapsLink,
  regionShown,
} from '../../../src/domain/freight/address-line.ts'
import { exampleOrder } from '../example-order.ts'

const address = (parts: Record<string, string | null>) => Address.parse(parts)

test.each([
  [
    '12 Queen Street',
    'Auckland Central',
    'Auckland',
    '1010',
    '12 Queen Street, Auckland Central, Auckland 1010',
  ],
  [
    '12 Queen Street, Level 3',
    'Auckland Central',
    'Auckland',
    '1010',
    '12 Queen Street, Auckland Central, Auckland 1010',
  ],
  // The city equals the suburb, ignoring case and macrons.
  ['4 Izone Drive', 'Rolleston', 'Rolleston', '7614', '4 Izone Drive, Rolleston 7614'],
  ['88 Sales Road', 'Oxford', 'OXFORD', '7495', '88 Sales Road, Oxford 7495'],
  ['1 Marae Road', 'Ōtaki', 'Otaki', '5512', '1 Marae Road, Ōtaki 5512'],
  // The suburb repeats the street.
  [
    '12 Queen Street',
    '12 Queen Street, Te Aro',
    'Wellington',
    '6011',
    '12 Queen Street, Te Aro, Wellington 6011',
  ],
  [
    '12 Queen Street',
    'Te Aro, 12 queen street',
    'Wellington',
    '6011',
    '12 Queen Street, Te Aro, Wellington 6011',
  ],
  [
    'Unit 3, 12 Kent Street',
    'Unit 3, 12 Kent Street, Frankton',
    'Hamilton',
    '3204',
    'Unit 3, Frankton, Hamilton 3204',
  ],
  ['Unit 3, 12 Kent Street', 'Unit 3, Frankton', 'Hamilton', '3204', 'Unit 3, Frankton, Hamilton 3204'],
  [
    '12 Queen Street',
    'Te Aro, 12 Queen Street, Central',
    'Wellington',
    '6011',
    '12 Queen Street, Te Aro, Central, Wellington 6011',
  ],
  ['12 Queen Street', '12 Queen Street', 'Wellington', '6011', '12 Queen Street, Wellington 6011'],
  // The city is compared with the suburb after shortening.
  ['4 Izone Drive', '4 Izone Drive, Rolleston', 'Rolleston', '7614', '4 Izone Drive, Rolleston 7614'],
  // The street is removed only as whole words.
  ['Kent', 'Kentville', 'Hamilton', null, 'Kent, Kentville, Hamilton'],
  ['Kent', 'Ōkent', 'Hamilton', null, 'Kent, Ōkent, Hamilton'],
  [
    '1 (rear) A+B Road',
    '1 (rear) A+B Road, Penrose',
    'Auckland',
    '1061',
    '1 (rear) A+B Road, Penrose, Auckland 1061',
  ],
  [
    '118-120 Lunn/Apollo Ave',
    '118-120 Lunn/Apollo Ave - Penrose',
    null,
    null,
    '118-120 Lunn/Apollo Ave, Penrose',
  ],
  // Absent parts leave no separator.
  ['12 Queen Street', null, 'Wellington', '6011', '12 Queen Street, Wellington 6011'],
  [null, 'Te Aro', 'Wellington', null, 'Te Aro, Wellington'],
  [null, 'Te Aro', null, '6011', 'Te Aro 6011'],
  [' ', '', 'Wellington', ' 0110 ', 'Wellington 0110'],
  [', rear', 'Te Aro', null, null, 'Te Aro'],
  [null, null, null, '6011', '6011'],
  [null, null, null, null, '—'],
])('%j, %j, %j, %j lies at %s', (street, suburb, city, postcode, line) => {
  expect(locationLine(address({ street, suburb, city, postcode }))).toBe(line)
})

test.each([
  [
    {
      street: '118 Pepperill Road',
      suburb: 'Lichfield',
      city: 'Putaruru',
      postcode: '3482',
      region: 'Waikato',
      country: 'New Zealand',
    },
    ['118 Pepperill Road', 'Lichfield, Putaruru 3482', 'Waikato, New Zealand'],
  ],
  [
    { street: 'Level 3, 12 Queen Street', suburb: 'Rolleston', city: 'Rolleston', postcode: '7614' },
    ['Level 3, 12 Queen Street', 'Rolleston 7614'],
  ],
  [{ region: 'Waikato' }, ['Waikato']],
  [{ street: ' ', postcode: '0110' }, ['0110']],
  [{}, []],
])('%j line by line', (parts, lines) => {
  expect(addressLines(address(parts))).toEqual(lines)
})

test.each([
  [
    { street: '12 Queen Street & Co', suburb: 'Tāmaki', city: 'Auckland', postcode: '1010', country: null },
    '12 Queen Street & Co, Tāmaki, Auckland 1010, New Zealand',
  ],
  [{ city: 'Sydney', country: 'Australia' }, 'Sydney, Australia'],
])('the map of %j', (parts, query) => {
  const link = mapsLink(address(parts))
  expect(link).not.toBeNull()
  expect(new URL(link ?? '').searchParams.get('query')).toBe(query)
})

test.each([[{}], [{ country: 'New Zealand' }], [{ region: 'Otago' }], [{ street: ' ' }]])(
  'there is no map of %j',
  (parts) => {
    expect(mapsLink(address(parts))).toBeNull()
  },
)

test.each([
  ['Waikato', 'auckland', 'Waikato'],
  [null, 'christchurch', 'Christchurch'],
  [' ', 'auckland', 'Auckland'],
  [null, null, '—'],
])('region %j of branch %j is shown as %s', (region, branch, shown) => {
  expect(regionShown(exampleOrder({ delivery_address: { region }, freight: { branch } }))).toBe(shown)
})
