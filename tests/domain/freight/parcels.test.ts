import { describe, expect, test } from 'vitest'
import { PACKAGE_TYPES } from '../../../src/contract/consignments.ts'
import {
  formatVolume,
  formatWeight,
  isUnreadable,
  type ParcelRow,
  packageTypeLabel,
  packageTypeOf,
  readDecimal,
  readWhole,
  totalsOf,
  volumeOf,
} from '../../../src/domain/freight/parcels.ts'
import { exampleParcel } from '../example-parcel.ts'

describe('what is typed into a cell', () => {
  test.each<[string, number, number]>([
    ['', 0, 0],
    ['   ', 0, 0],
    ['.', 0, 0],
    ['1.5.2', 0, 0],
    ['٣', 0, 0],
    ['３', 0, 0],
    ['1e3', 0, 0],
    ['0x10', 0, 0],
    ['-1', 0, 0],
    ['+1', 0, 0],
    ['1,5', 1.5, 1],
    [',5', 0.5, 0],
    ['5,', 5, 5],
    [',', 0, 0],
    ['1,5,2', 0, 0],
    ['1.234,5', 0, 0],
    ['1,234.5', 0, 0],
    ['1 5', 0, 0],
    ['abc', 0, 0],
    ['12cm', 0, 0],
    ['Infinity', 0, 0],
    ['NaN', 0, 0],
    ['9'.repeat(400), 0, 0],
    ['0', 0, 0],
    ['00', 0, 0],
    ['0.0', 0, 0],
    [' 5 ', 5, 5],
    ['5.', 5, 5],
    ['.5', 0.5, 0],
    ['2.7', 2.7, 2],
    ['007', 7, 7],
    ['11.400', 11.4, 11],
    ['9007199254740993', 9007199254740992, 0],
  ])('%j is %d as a measure and %d as a quantity', (text, decimal, whole) => {
    expect(readDecimal(text)).toBe(decimal)
    expect(readWhole(text)).toBe(whole)
  })

  test.each([
    ['', false],
    ['  ', false],
    ['5', false],
    ['5.', false],
    ['1,5', false],
    ['.', true],
    [',', true],
    ['1.5.2', true],
    ['٣', true],
    ['1e3', true],
    ['-1', true],
  ])('%j is marked as no number: %s', (text, marked) => expect(isUnreadable(text)).toBe(marked))
})

describe('volume of a row', () => {
  test.each<[Partial<ParcelRow>, number]>([
    [{ quantity: '2', height: '22', length: '60', width: '60' }, 0.1584],
    [{ quantity: '1', height: '18', length: '42', width: '31' }, 0.023436],
    [{ quantity: '', height: '10', length: '10', width: '10' }, 0],
    [{ quantity: '0', height: '10', length: '10', width: '10' }, 0],
    [{ quantity: '1.9', height: '100', length: '100', width: '100' }, 1],
    [{ height: '10', length: '10', width: '' }, 0],
    [{ height: '10', length: '10', width: '1.5.2' }, 0],
  ])('%o is %d m3', (parts, expected) => expect(volumeOf(exampleParcel(parts))).toBeCloseTo(expected, 12))
})

describe('totals', () => {
  test('of the rows of the picture', () => {
    const totals = totalsOf([
      exampleParcel({ quantity: '2', height: '22', length: '60', width: '60', weight: '11.4' }),
      exampleParcel({ height: '18', length: '42', width: '31', weight: '6.25' }),
      exampleParcel({ package_type: 'a5', height: '2', length: '21', width: '15', weight: '.38' }),
    ])
    expect(totals.parcels).toBe(4)
    expect(formatWeight(totals.weight)).toBe('29.430')
    expect(formatVolume(totals.volume)).toBe('0.1825')
  })

  test('of nothing', () => {
    expect(totalsOf([])).toEqual({ parcels: 0, weight: 0, volume: 0 })
    expect(totalsOf([exampleParcel({ weight: '.' })])).toEqual({ parcels: 1, weight: 0, volume: 0 })
  })
})

describe('how they are shown', () => {
  test.each([
    [0, '0.000'],
    [11.4, '11.400'],
    [1.0005, '1.001'],
    [0.0004, '0.000'],
    [0.1 + 0.2, '0.300'],
    [1234.5, '1234.500'],
  ])('%d kg is %s', (weight, shown) => expect(formatWeight(weight)).toBe(shown))

  test.each([
    [0, '0.0000'],
    [0.1584, '0.1584'],
    [1e-12, '0.0001'],
    [0.00004, '0.0001'],
    [0.00005, '0.0001'],
    [0.00015, '0.0002'],
    [0.0006301, '0.0006'],
    [12, '12.0000'],
  ])('%d m3 is %s', (volume, shown) => expect(formatVolume(volume)).toBe(shown))
})

describe('package types', () => {
  test('GSS A5 is called so, and every type has a name', () => {
    expect(PACKAGE_TYPES).toEqual(['custom', 'a5', 'bug_bronze', 'bug_silver', 'bug_plat', 'bug_tim'])
    expect(packageTypeLabel('a5')).toBe('GSS A5')
    expect(new Set(PACKAGE_TYPES.map(packageTypeLabel)).size).toBe(PACKAGE_TYPES.length)
  })

  test.each([
    ['custom', 'custom'],
    ['Custom', 'custom'],
    [' gss a5 ', 'a5'],
    ['A5', 'a5'],
    ['bug_tim', 'bug_tim'],
    ['pallet', null],
    ['', null],
  ])('%j is %s', (text, type) => expect(packageTypeOf(text)).toBe(type))
})
