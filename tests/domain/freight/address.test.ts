import { expect, it, test } from 'vitest'
import { Address } from '../../../src/contract/wire.ts'
import {
  addressLines,
  isRuralPostcode,
  locationLine,
  mapsLink,
  regionShown,
  streetParts,
} from '../../../src/domain/freight/address.ts'
import { fc } from '../../properties.ts'
import { exampleOrder } from '../example-records.ts'

const address = (parts: Record<string, string | null>) => Address.parse(parts)

// CUS-3
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

// ADR-5
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

// ORD-6
test.each([
  ['Waikato', 'auckland', 'Waikato'],
  [null, 'christchurch', 'Christchurch'],
  [' ', 'auckland', 'Auckland'],
  [null, null, '—'],
])('region %j of branch %j is shown as %s', (region, branch, shown) => {
  expect(regionShown(exampleOrder({ delivery_address: { region }, freight: { branch } }))).toBe(shown)
})

test.each([
  ['12 Hugo Johnston Drive, Unit 3', '12 Hugo Johnston Drive', 'Unit 3'],
  ['123 McGregor Road, RD 2', '123 McGregor Road', 'RD 2'],
  ['Level 2, 5 Tory Street', '5 Tory Street', 'Level 2'],
  ['12 Queen Street', '12 Queen Street', ''],
  ['Queen Street', 'Queen Street', ''],
  ['Harbour House, Quay Street', 'Quay Street', 'Harbour House'],
  ['Unit 3, Harbour House, 12A Quay Street', '12A Quay Street', 'Unit 3, Harbour House'],
  ['Unit 3, 12 Quay Street, Rear', '12 Quay Street', 'Unit 3, Rear'],
  ['1st Floor, 5 Tory Street', '5 Tory Street', '1st Floor'],
  ['5 Tory Street, 2nd Floor', '5 Tory Street', '2nd Floor'],
  ['Shop 4, 3/12 Queen Street', '3/12 Queen Street', 'Shop 4'],
  ['Unit 1, 12-14 Queen Street', '12-14 Queen Street', 'Unit 1'],
  ['Unit 1, 12 – 14 Queen Street', '12 – 14 Queen Street', 'Unit 1'],
  ['7 2nd Avenue, Gate B', '7 2nd Avenue', 'Gate B'],
  ['12, Queen Street', 'Queen Street', '12'],
  ['12 Queen Street, 14 Queen Street', '12 Queen Street', '14 Queen Street'],
  [' Level 2 ,, 5 Tory Street , ', '5 Tory Street', 'Level 2'],
  ['Ōtāhuhu Yard, 9 Kōwhai Road', '9 Kōwhai Road', 'Ōtāhuhu Yard'],
  ['', '', ''],
  [' , ', '', ''],
])('%j has the street %j and the building %j', (text, street, building) => {
  expect(streetParts(text)).toEqual({ street, building })
})

const part = fc.stringMatching(/^[A-Za-z0-9ā-ū /-]{0,12}$/)

it('drops nothing but commas and space around them', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const { street, building } = streetParts(parts.join(','))
      const kept = [street, ...building.split(', ')].filter((one) => one !== '').sort()
      const written = parts.map((one) => one.trim()).filter((one) => one !== '')
      expect(kept).toEqual(written.sort())
    }),
  )
})

it.each([
  ['0793', true],
  ['0891', true],
  ['2580', true],
  ['7671', true],
  ['9384', true],
  [' 7495 ', true],
  ['1061', false],
  ['1071', false],
  ['1072', false],
  ['2072', true],
  ['7614', false],
  ['9016', false],
  ['0069', false],
  ['', false],
  ['78', false],
  ['7O71', false],
  ['17671', false],
])('postcode %j is rural: %s', (postcode, isRural) => {
  expect(isRuralPostcode(postcode)).toBe(isRural)
})
