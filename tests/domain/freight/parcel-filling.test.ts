import { describe, expect, test } from 'vitest'
import type { Carton, PackedPiece } from '../../../src/contract/dispatch.ts'
import { cartonsAt, PARCEL_PRESETS, presetCalled, presetTitle } from '../../../src/domain/freight/cartons.ts'
import {
  equalsStart,
  filledNote,
  needsStart,
  rowToFill,
  startingParcels,
  whyNotInCartons,
  whyTooHeavy,
  withLastParcels,
  withoutStart,
  withPreset,
  withProductWeight,
  withStart,
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

// PACK-1
describe('cartons of the business', () => {
  const SATCHEL: Carton = {
    ...{ name: 'Satchel', package_type: 'a5', height_cm: 2, length_cm: 22, width_cm: 16 },
    ...{ tare_kg: 0.05, most_kg: 3, couriers: ['nzpost'] },
  }
  const BOX: Carton = {
    name: 'Box',
    branch: 'auckland',
    height_cm: 20,
    length_cm: 30,
    width_cm: 20,
    tare_kg: 0.3,
  }
  const CARTONS = [SATCHEL, BOX]
  const piece = (sides: object) => ({ package_type: null, height: 20, length: 30, width: 20, ...sides })
  const satchel = piece({ package_type: 'a5', height: 2, length: 22, width: 16 })

  test('are called by their names before their numbers', () => {
    const named = { ...BOX, name: 'Carton 2' }
    expect(presetCalled('carton 2', [named, SATCHEL])).toBe(named)
    expect(presetCalled('carton 2', CARTONS)).toBe(BOX)
  })

  test('are those of the branch and of every branch, in their order', () => {
    expect(cartonsAt(CARTONS, 'auckland')).toEqual(CARTONS)
    expect(cartonsAt(CARTONS, 'christchurch')).toEqual([SATCHEL])
  })

  test('add what they weigh empty to the weight of the products, once', () => {
    const weighed = withProductWeight(rows, 1.2)
    const boxed = withPreset(weighed, '1', BOX)
    expect(boxed.map(cellsOf)).toEqual(['1 20 30 20 1.5'])
    expect(withPreset(boxed, '1', BOX).map(cellsOf)).toEqual(['1 20 30 20 1.5'])
    const inBag = withPreset(boxed, '1', SATCHEL)
    expect(inBag.map(cellsOf)).toEqual(['1 2 22 16 1.25'])
    expect(withPreset(inBag, '1', PRESET).map(cellsOf)).toEqual(['1 20 30 20 1.2'])
    expect(withProductWeight(inBag, 2).map(cellsOf)).toEqual(['1 2 22 16 2.05'])
  })

  test('leave a typed weight', () => {
    expect(withPreset(typed('weight', '9'), '1', BOX).map(cellsOf)).toEqual(['1 20 30 20 9'])
  })

  test('fill in the package type of a bag, and take it back for a carton', () => {
    const inBag = withPreset(typed('weight', '1'), '1', SATCHEL)
    expect(inBag[0]?.package_type).toBe('a5')
    expect(withPreset(inBag, '1', BOX)[0]?.package_type).toBe('custom')
    const chosen = withCell(rows, '1', 'package_type', 'bug_tim')
    expect(withPreset(chosen, '1', SATCHEL)[0]?.package_type).toBe('bug_tim')
  })

  test.each([
    ['3', null],
    ['3.01', 'Parcel 1: 3.01 kg is more than the 3 kg that Satchel takes'],
  ])('of %s kg: %s', (weight, fault) => {
    expect(whyTooHeavy(withPreset(typed('weight', weight), '1', SATCHEL), CARTONS)).toBe(fault)
  })

  test.each([
    ['in no carton', [piece({ height: 21 })], 'aramex', null],
    ['in a carton for all', [piece({})], 'aramex', null],
    ['in a bag of this courier', [piece({}), satchel], 'NZPost', null],
    ['in a bag of another courier', [piece({}), satchel], 'aramex', 'Satchel is not for this courier'],
    ['in such a bag, of no known courier', [satchel], null, 'Satchel is not for this courier'],
    ['as large as the bag, but not in it', [{ ...satchel, package_type: null }], 'aramex', null],
  ] as const)('%s: whether the courier takes it', (_, parcels, slug, reason) => {
    expect(whyNotInCartons(parcels, CARTONS)(slug)).toBe(reason)
  })
})

describe('what an order begins with', () => {
  const items = [{ line: '1', code: 'TAP', quantity: 2, weight: 1, height: 10, depth: 10, width: 10 }]
  const none = { order_code: null, pieces: [] }
  const begun = (again: { order_code: string | null; pieces: PackedPiece[] }, before = rows) => {
    const start = startingParcels({ items, again }, PARCEL_PRESETS)
    return typeof start === 'string'
      ? start
      : [start.reason, ...withStart(before, start, '104823').map(cellsOf)]
  }

  // PACK-2
  test('is the proposal, also instead of the weight of the products, which it has', () => {
    const expected = ['1 × Small carton: the smallest for 2.000 kg', '1 20 30 20 2']
    expect(begun(none)).toEqual(expected)
    const weighed = withProductWeight(rows, 2)
    expect(begun(none, weighed)).toEqual(expected)
  })

  // PACK-3
  test('is what was booked for the same items, with its weight, which the products do not replace', () => {
    const again = { order_code: '104700', pieces: [PIECE, PIECE] }
    expect(begun(again)).toEqual(['As the same items were sent with order 104700', '2 10 20 30 1.5'])
    const start = startingParcels({ items, again: { ...again, pieces: [PIECE] } }, PARCEL_PRESETS)
    const filled = typeof start === 'string' ? [] : withStart(rows, start, '104823')
    expect(withProductWeight(filled, 9).map(cellsOf)).toEqual(['1 10 20 30 1.5'])
  })

  test('never replaces what was typed, chosen or added', () => {
    const given = [
      typed('height', '7'),
      typed('weight', '7'),
      typed('quantity', '2'),
      withRow(rows, '104823'),
    ]
    for (const before of [...given, withPreset(rows, '1', PRESET)]) {
      const start = startingParcels({ items, again: none }, PARCEL_PRESETS)
      expect(typeof start === 'string' ? start : withStart(before, start, '104823')).toEqual(before)
    }
  })

  test('is filled in anew when the items have changed, but never over a typed text', () => {
    const startOf = (weight: number) => {
      const start = startingParcels(
        { items: items.map((item) => ({ ...item, weight, quantity: 4 })), again: none },
        PARCEL_PRESETS,
      )
      if (typeof start === 'string') throw new Error(start)
      return start
    }
    const [before, after] = [startOf(10), startOf(2)]
    const old = withStart(rows, before, '104823')
    expect([needsStart(old, before), needsStart(old, after), equalsStart(old, after)]).toEqual([
      false,
      true,
      false,
    ])
    const anew = withStart(old, after, '104823')
    expect(anew.map(cellsOf)).toEqual(withStart(rows, after, '104823').map(cellsOf))
    expect([needsStart(anew, after), equalsStart(anew, after)]).toEqual([false, true])
    const edited = withCell(old, old[0]?.id ?? '', 'weight', '9')
    expect(withStart(edited, after, '104823')).toEqual(edited)
    // Without a proposal any more, the row has the weight of the products.
    expect(needsStart(old, 'No proposal')).toBe(true)
    expect(withoutStart(old, '104823', 8).map(cellsOf)).toEqual(['1    8'])
  })

  test('gives way as a whole to a carton that is chosen, which adds what it weighs', () => {
    const pieces = [PIECE, PIECE, { ...PIECE, height: 1 }]
    const begun = withStart(rows, { from: 'proposal', pieces, reason: '' }, '104823')
    expect(begun).toHaveLength(2)
    const [row, ...others] = withoutStart(begun, '104823', 3)
    expect(others).toEqual([])
    expect(row && withPreset([row], row.id, { ...PRESET, tare_kg: 0.3 }).map(cellsOf)).toEqual([
      '1 20 30 20 3.3',
    ])
  })

  test('can be replaced by a preset and by the last consignment', () => {
    const start = startingParcels({ items, again: none }, PARCEL_PRESETS)
    const filled = typeof start === 'string' ? [] : withStart(rows, start, '104823')
    expect(withPreset(filled, '1', PARCEL_PRESETS[2]).map(cellsOf)).toEqual(['1 40 60 40 2'])
    expect(withLastParcels(filled, [PIECE], '104823').map(cellsOf)).toEqual(['1 10 20 30 1.5'])
  })

  test('is what was packed, without freight that is in no parcel', () => {
    const freight = {
      line: '2',
      code: null,
      quantity: 1,
      weight: null,
      height: null,
      depth: null,
      width: null,
    }
    const given = { items: [...items, freight], again: none }
    const packed = [[{ code: 'TAP', line: null, quantity: 2 }]]
    expect(startingParcels(given, PARCEL_PRESETS, packed)).toMatchObject({
      reason: 'As packed: 1 × Small carton',
    })
  })

  test('is nothing without the weight of an item', () => {
    const unweighed = items.map((item) => ({ ...item, weight: null }))
    expect(startingParcels({ items: unweighed, again: none }, PARCEL_PRESETS)).toBe(
      'No proposal: TAP without weight or size',
    )
  })
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
    'Filled in from the product weights and a carton. Check it before you book.',
    withPreset(withProductWeight(rows, 1), '1', PRESET),
  ],
])('the note %j says what was filled in', (note, given) => {
  expect(filledNote(given)).toBe(note)
})
