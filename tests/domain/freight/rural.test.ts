import { expect, it } from 'vitest'
import { isRuralPostcode } from '../../../src/domain/freight/rural.ts'

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
