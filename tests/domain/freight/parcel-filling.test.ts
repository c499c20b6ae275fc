import { describe, expect, test } from 'vitest'
import {
  filledNote,
  PARCEL_PRESETS,
  presetTitle,
  rowToFill,
  withLastParcels,
  withPreset,
  withProductWeight,
} from '../../../src/domain/freight/parcel-filling.ts'
import {
  firstRows,
  isBlank,
  MOST_PARCEL_ROWS,
  type ParcelRow,
  withCell,
  withRow,
} from '../../../src/domain/freight/parcels.ts'

const [PRESET] = PARCEL_PRESETS
const PIECE = { package_type: null, height: 10, length: 20, width: 30, weight: 1.5 }
const rows = firstRows('104823')
const cellsOf = ({ quantity, height, length, width, weight }: ParcelRow) =>
  [quantity, height, length, width, weight].join(' ')
const typed = (cell: 'quantity' | 'height' | 'weight', text: string) => withCell(rows, '1', cell, text)

describe('the weight of the products', () => {
  test('is filled into the only row, and marked', () => {
    const [row] = withProductWeight(rows, 12.4)
    expect(row).toMatchObject({ weight: '12.4', filled: { weight: 'products' } })
  })

  test.each<[string, ParcelRow[], number | null]>([
    ['unknown', rows, null],
    ['of a row with a typed weight', typed('weight', '9'), 12.4],
    ['of two rows', withRow(rows, '104823'), 12.4],
    ['of two parcels in one row', typed('quantity', '2'), 12.4],
  ])('is not filled in if it is %s', (_, before, weight) => {
    expect(withProductWeight(before, weight)).toEqual(before)
  })

  test('replaces one that was filled in before, but not once it was typed over', () => {
    const filled = withProductWeight(rows, 12.4)
    expect(withProductWeight(filled, 13)[0]?.weight).toBe('13')
    const over = withCell(filled, '1', 'weight', '12.4')
    expect(withProductWeight(over, 13)[0]).toMatchObject({ weight: '12.4', filled: {} })
  })
})

describe('a preset', () => {
  test('fills in the size and no weight, and another one replaces it', () => {
    const filled = withPreset(rows, '1', PRESET)
    expect(filled.map(cellsOf)).toEqual(['1 20 30 20 '])
    expect(withPreset(filled, '1', PARCEL_PRESETS[2]).map(cellsOf)).toEqual(['1 40 60 40 '])
  })

  test('keeps typed cells', () => {
    expect(withPreset(typed('height', '7'), '1', PRESET).map(cellsOf)).toEqual(['1 7 30 20 '])
  })

  test.each<[string, ParcelRow[], string | null, string | null]>([
    ['the row with the cursor', withRow(rows, 'A'), '2', '2'],
    ['the first without a typed size', withRow(typed('height', '7'), 'A'), null, '2'],
    ['no row if all sizes are typed', typed('height', '7'), null, null],
  ])('is for %s', (_, before, focused, expected) => {
    expect(rowToFill(before, focused)).toBe(expected)
  })

  test('is named with its size', () => expect(presetTitle(PRESET)).toBe('Small carton, 20 × 30 × 20 cm'))
})

describe('as last time', () => {
  test('fills in equal pieces as one row, and adds rows for others', () => {
    const filled = withLastParcels(
      rows,
      [PIECE, PIECE, { ...PIECE, package_type: 'a5', weight: 2 }],
      '104823',
    )
    expect(filled.map(cellsOf)).toEqual(['2 10 20 30 1.5', '1 10 20 30 2'])
    expect(filled.map(({ reference, package_type }) => [reference, package_type])).toEqual([
      ['104823-1', 'custom'],
      ['104823-2', 'a5'],
    ])
    expect(filled.some(isBlank)).toBe(false)
  })

  test('changes nothing when it is pressed again', () => {
    const once = withLastParcels(rows, [PIECE, { ...PIECE, height: 1 }], '104823')
    expect(withLastParcels(once, [PIECE, { ...PIECE, height: 1 }], '104823')).toEqual(once)
  })

  test('keeps the weight of the products for one parcel, but not for several', () => {
    const weighed = withProductWeight(rows, 12.4)
    expect(withLastParcels(weighed, [PIECE], '104823').map(cellsOf)).toEqual(['1 10 20 30 12.4'])
    expect(withLastParcels(weighed, [PIECE, PIECE], '104823').map(cellsOf)).toEqual(['2 10 20 30 1.5'])
  })

  test.each<['quantity' | 'height' | 'weight', string, string]>([
    ['quantity', '3', '3 10 20 30 1.5'],
    ['height', '7', '1 7 20 30 1.5'],
    ['weight', '9', '1 10 20 30 9'],
  ])('keeps a typed %s', (cell, text, expected) => {
    expect(withLastParcels(typed(cell, text), [PIECE, PIECE], '104823').map(cellsOf)).toEqual([expected])
  })

  test('leaves a cell empty whose measure is unknown', () => {
    expect(withLastParcels(rows, [{ ...PIECE, weight: null }], '104823').map(cellsOf)).toEqual([
      '1 10 20 30 ',
    ])
  })

  test('adds no more rows than a form may have', () => {
    const pieces = Array.from({ length: MOST_PARCEL_ROWS + 5 }, (_, height) => ({ ...PIECE, height }))
    expect(withLastParcels(rows, pieces, '104823')).toHaveLength(MOST_PARCEL_ROWS)
  })
})

test.each<[string | null, ParcelRow[]]>([
  [null, rows],
  ['Filled in from the product weights. Check it before you book.', withProductWeight(rows, 1)],
  [
    'Filled in from the product weights and a preset. Check it before you book.',
    withPreset(withProductWeight(rows, 1), '1', PRESET),
  ],
])('the note %j says what was filled in', (note, given) => {
  expect(filledNote(given)).toBe(note)
})
