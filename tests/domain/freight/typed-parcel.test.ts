import { expect, test } from 'vitest'
import { readTypedParcel } from '../../../src/domain/freight/parcel-rows.ts'

test.each([
  ['22x60x30 11.4', ['1', '22', '60', '30', '11.4']],
  [' 2*10 x 20,5 X 30  1,5 kg ', ['2', '10', '20,5', '30', '1,5']],
  ['22×60×30 11', ['1', '22', '60', '30', '11']],
  ['22x60x30', null],
  ['22x60 11', null],
  ['22x60x30 11 12', null],
  ['104823', null],
  ['', null],
])('%j is %j', (text, parcel) => {
  const [quantity, height, length, width, weight] = parcel ?? []
  expect(readTypedParcel(text)).toEqual(parcel && { quantity, height, length, width, weight })
})
