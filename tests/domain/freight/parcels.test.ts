import { describe, expect, test } from 'vitest'
import { PACKAGE_TYPES } from '../../../src/contract/consignments.ts'
import {
  firstEmptyCell,
  firstRows,
  formatVolume,
  formatWeight,
  isUnreadable,
  MOST_PARCEL_ROWS,
  type ParcelRow,
  packageTypeLabel,
  packageTypeOf,
  readableRows,
  readBlock,
  readDecimal,
  readTypedParcel,
  readWhole,
  totalsOf,
  volumeOf,
  withBlock,
  withCell,
  withOrderCode,
  withoutLetters,
  withoutRow,
  withRow,
} from '../../../src/domain/freight/parcels.ts'
import { exampleParcel } from '../example-records.ts'

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
  // FRT-9
  test('GSS A5 is called so, and every type has a name', () => {
    expect(PACKAGE_TYPES).toEqual(['custom', 'a5', 'bug_bronze', 'bug_silver', 'bug_plat', 'bug_tim'])
    expect(packageTypeLabel('a5')).toBe('GSS A5')
    expect(new Set(PACKAGE_TYPES.map(packageTypeLabel)).size).toBe(PACKAGE_TYPES.length)
  })

  // FRT-10, FRT-11
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

describe('rows', () => {
  // FRT-7, FRT-9
  test('a fresh form has one piece without measures', () => {
    expect(firstRows('104823')).toEqual([exampleParcel()])
    expect(firstRows('')).toEqual([exampleParcel({ reference: '' })])
  })

  test('one more has an id and a reference of its own', () => {
    const rows = withRow(withRow(firstRows('104823'), '104823'), '104823')
    expect(rows.map(({ id, reference }) => [id, reference])).toEqual([
      ['1', '104823-1'],
      ['2', '104823-2'],
      ['3', '104823-3'],
    ])
    const refilled = withRow(withoutRow(rows, '2'), '104823')
    expect(refilled.map(({ id, reference }) => [id, reference])).toEqual([
      ['1', '104823-1'],
      ['3', '104823-3'],
      ['4', '104823-4'],
    ])
  })

  test('there are never more than the most', () => {
    let rows = firstRows('')
    for (let count = 0; count <= MOST_PARCEL_ROWS; count += 1) rows = withRow(rows, '')
    expect(rows).toHaveLength(MOST_PARCEL_ROWS)
  })

  // FRT-7
  test('the last one stays', () => {
    const two = withRow(firstRows('A'), 'A')
    expect(withoutRow(two, '1').map(({ id }) => id)).toEqual(['2'])
    expect(withoutRow(firstRows('A'), '1')).toHaveLength(1)
  })

  test('a change of one cell leaves the other rows the same objects', () => {
    const rows = withRow(firstRows('A'), 'A')
    const changed = withCell(rows, '2', 'height', '18')
    expect(changed[0]).toBe(rows[0])
    expect(changed[1]).toEqual({ ...rows[1], height: '18' })
    expect(withCell(rows, '1', 'package_type', 'a5')[0]?.package_type).toBe('a5')
    expect(withCell(rows, '1', 'package_type', 'pallet')[0]?.package_type).toBe('custom')
  })
})

describe('the first empty cell', () => {
  const full = exampleParcel({ height: '1', length: '1', width: '1', weight: '1' })
  test.each([
    [[exampleParcel()], { row: '1', cell: 'height' }],
    [[exampleParcel({ reference: '', quantity: ' ' })], { row: '1', cell: 'quantity' }],
    [[full, exampleParcel({ id: '2', height: '5' })], { row: '2', cell: 'length' }],
    [[full], null],
    [[], null],
  ])('of %o is %o', (rows, expected) => expect(firstEmptyCell(rows)).toEqual(expected))
})

describe('a block from a spreadsheet', () => {
  test.each<[string, string[][] | null]>([
    ['', null],
    ['12', null],
    ['a line of words', null],
    ['12\n', null],
    ['1\t2', [['1', '2']]],
    ['1\n2', [['1'], ['2']]],
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [' 1 \t\t3', [['1', '', '3']]],
    ['1\n\n2', [['1'], [''], ['2']]],
  ])('%j', (text, block) => expect(readBlock(text)).toEqual(block))

  test('fills the cells from the one that has the cursor, and adds rows', () => {
    const rows = withBlock(
      firstRows('104823'),
      { id: '1', cell: 'height' },
      [
        ['22', '60', '60', '11.4', '0.0792', 'more'],
        ['18', '42'],
      ],
      '104823',
    )
    expect(rows).toEqual([
      exampleParcel({ height: '22', length: '60', width: '60', weight: '11.4' }),
      exampleParcel({ id: '2', reference: '104823-2', height: '18', length: '42' }),
    ])
  })

  test('knows package types by name and leaves those that nobody knows', () => {
    const rows = withBlock(
      firstRows('A'),
      { id: '1', cell: 'package_type' },
      [
        ['gss a5', '3'],
        ['Pallet', '4'],
      ],
      'A',
    )
    expect(rows.map(({ package_type, quantity }) => [package_type, quantity])).toEqual([
      ['a5', '3'],
      ['custom', '4'],
    ])
  })

  test('leaves the rows above as they are, and what is beyond the last row that fits', () => {
    const two = withRow(firstRows('A'), 'A')
    const block = Array.from({ length: MOST_PARCEL_ROWS }, (_, index) => [String(index)])
    const rows = withBlock(two, { id: '2', cell: 'weight' }, block, 'A')
    expect(rows).toHaveLength(MOST_PARCEL_ROWS)
    expect(rows[0]).toBe(two[0])
    expect(rows[1]?.weight).toBe('0')
    expect(rows.at(-1)?.weight).toBe(String(MOST_PARCEL_ROWS - 2))
    expect(withBlock(two, { id: 'gone', cell: 'weight' }, block, 'A')).toEqual(two)
  })
})

test.each<[unknown, number]>([
  [undefined, 0],
  ['x', 0],
  [[], 0],
  [[exampleParcel(), null, 5, {}, { ...exampleParcel(), weight: 5 }], 1],
  [[{ ...exampleParcel(), package_type: 'gone' }], 0],
])('of the stored %o %d can be read', (stored, count) => expect(readableRows(stored)).toHaveLength(count))

describe('another order number', () => {
  const rows = (...references: string[]) =>
    references.map((reference, index) => exampleParcel({ id: String(index + 1), reference }))

  test.each([
    ['typed late gives the references', ['', ''], '', '104', ['104-1', '104-2']],
    ['typed on is followed', ['10-1', '10-2'], '10', '104', ['104-1', '104-2']],
    ['is followed by number, whatever was removed', ['10-3'], '10', '104', ['104-3']],
    ['taken away takes them along', ['104-1'], '104', ' ', ['']],
    ['leaves what was typed', ['Box', '10-1b', '10', '10-2'], '10', '104', ['Box', '10-1b', '10', '104-2']],
    ['leaves what was emptied', ['', '10-2'], '10', '104', ['', '104-2']],
    ['leaves what was typed before it', ['Box', ''], '', '104', ['Box', '104-2']],
    ['but for spaces is the same', ['', '104-2'], '104', '104 ', ['', '104-2']],
  ])('%s', (_, before, old, code, after) => {
    expect(withOrderCode(rows(...before), old, code).map(({ reference }) => reference)).toEqual(after)
  })

  test('leaves other rows the same objects', () => {
    const typed = rows('Box')
    expect(withOrderCode(typed, '', '104')[0]).toBe(typed[0])
  })
})

test.each([
  ['22x60x30 11.4', ['1', '22', '60', '30', '11.4']],
  [' 2*10 x 20,5 X 30  1,5 kg ', ['2', '10', '20,5', '30', '1,5']],
  ['22×60×30 11', ['1', '22', '60', '30', '11']],
  ['22 x 60 x 30 cm, 11.4 kg', ['1', '22', '60', '30', '11.4']],
  ['22x60x30 .5', ['1', '22', '60', '30', '.5']],
  ['22x60x30 -5', null],
  ['-22x60x30 5', null],
  ['22x60x30', null],
  ['22x60 11', null],
  ['22x60x30 11 12', null],
  ['104823', null],
  ['', null],
])('%j is %j', (text, parcel) => {
  const [quantity, height, length, width, weight] = parcel ?? []
  expect(readTypedParcel(text)).toEqual(parcel && { quantity, height, length, width, weight })
})

test.each([
  ['a', ''],
  ['11.4kg', '11.4'],
  ['11.4 kg', '11.4'],
  ['1,5', '1,5'],
  ['22ā', '22'],
  ['x2', '2'],
  [' 2 ', ' 2 '],
])('of %j, a cell for a number takes %j', (typed, kept) => expect(withoutLetters(typed)).toBe(kept))
