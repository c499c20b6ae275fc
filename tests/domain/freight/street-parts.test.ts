import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { streetParts } from '../../../src/domain/freight/street-parts.ts'

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
