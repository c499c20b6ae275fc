import { describe, expect, test } from 'vitest'
import type { Carton, PackingItem } from '../../../src/contract/dispatch.ts'
import { PARCEL_PRESETS } from '../../../src/domain/freight/cartons.ts'
import { proposeParcels } from '../../../src/domain/freight/parcel-proposal.ts'
import { fc } from '../../properties.ts'

type Sides = [height: number, depth: number, width: number]

const item = (
  code: string,
  quantity: number,
  weight: number | null,
  sides: Sides = [5, 5, 5],
): PackingItem => {
  const [height, depth, width] = sides
  return { line: code, code, quantity, weight, height, depth, width }
}
const SATCHEL: Carton = {
  name: 'Satchel',
  height_cm: 3,
  length_cm: 22,
  width_cm: 16,
  tare_kg: 0.05,
  most_kg: 3,
}
const BOX: Carton = { name: 'Box', height_cm: 40, length_cm: 60, width_cm: 40, tare_kg: 0.5, most_kg: 24 }
const CRATE: Carton = { name: 'Crate', height_cm: 60, length_cm: 80, width_cm: 60 }
const CARTONS = [BOX, SATCHEL]

const shown = (items: readonly PackingItem[], cartons: readonly Carton[] = CARTONS) => {
  const proposal = proposeParcels(items, cartons)
  if ('none' in proposal) return proposal.none
  const parcels = proposal.parcels.map(({ carton, weight, contents }) => {
    const what = contents.map(({ line, quantity }) => `${quantity} ${line}`).join(' + ')
    return `${carton.name} ${weight} kg: ${what}`
  })
  return [proposal.reason, ...parcels]
}

// PACK-2
describe('the proposed parcels', () => {
  test.each<[string, PackingItem[], string[]]>([
    [
      'are the smallest carton that holds everything, whatever way round its sides are',
      [item('A', 2, 0.5, [16, 1, 20])],
      ['1 × Satchel: the smallest for 1.000 kg', 'Satchel 1.05 kg: 2 A'],
    ],
    [
      'are a larger one if the sides do not fit',
      [item('A', 1, 0.5, [4, 4, 4])],
      ['1 × Box: the smallest for 0.500 kg', 'Box 1 kg: 1 A'],
    ],
    [
      'are a larger one if the weight is too much for the smaller, by a gram',
      [item('A', 1, 2.951, [1, 1, 1])],
      ['1 × Box: the smallest for 2.951 kg', 'Box 3.451 kg: 1 A'],
    ],
    [
      'may weigh what a carton takes, with the carton',
      [item('A', 1, 2.95, [1, 1, 1])],
      ['1 × Satchel: the smallest for 2.950 kg', 'Satchel 3 kg: 1 A'],
    ],
    [
      'keep lines whole if that takes no more cartons',
      [item('A', 2, 9), item('B', 1, 14), item('C', 4, 2)],
      ['2 × Box: 24 kg limit, by line', 'Box 18.5 kg: 2 A', 'Box 22.5 kg: 1 B + 4 C'],
    ],
    [
      'split a line evenly otherwise',
      [item('A', 5, 8)],
      ['3 × Box: 24 kg limit, split evenly', 'Box 16.5 kg: 2 A', 'Box 16.5 kg: 2 A', 'Box 8.5 kg: 1 A'],
    ],
    [
      'are limited by volume, of which a fifth stays empty',
      [item('A', 77, 0.1, [10, 10, 10])],
      ['2 × Box: limited by volume, split evenly', 'Box 4.4 kg: 39 A', 'Box 4.3 kg: 38 A'],
    ],
    [
      'have a single piece that fills its carton',
      [item('A', 1, 20, [40, 60, 40])],
      ['1 × Box: the smallest for 20.000 kg', 'Box 20.5 kg: 1 A'],
    ],
    [
      'take a quantity that is not whole as one piece',
      [item('HOSE', 12.5, 0.2, [2, 2, 2])],
      ['1 × Satchel: the smallest for 2.500 kg', 'Satchel 2.55 kg: 12.5 HOSE'],
    ],
  ])('%s', (_, items, expected) => {
    expect(shown(items)).toEqual(expected)
  })

  test('have long goods apart, and each parcel in the smallest carton for it', () => {
    const items = [item('PIPE', 3, 2, [4, 300, 4]), item('TAP', 1, 0.5, [20, 20, 10])]
    expect(shown(items, PARCEL_PRESETS)).toEqual([
      '1 × Small carton, 1 × Pipe bundle: PIPE apart',
      'Small carton 0.5 kg: 1 TAP',
      'Pipe bundle 6 kg: 3 PIPE',
    ])
  })

  test('are those of the other lines if freight or a text has no code', () => {
    expect(shown([item('A', 1, 2, [2, 2, 2]), { ...item('', 1, null), code: null }])).toEqual([
      '1 × Satchel: the smallest for 2.000 kg, without 1 line without a code',
      'Satchel 2.05 kg: 1 A',
    ])
  })

  test('give large pieces a carton each, and the small ones their share', () => {
    // 86 % of a box each: 5 of them and the small ones are more than 80 % of six boxes.
    const items = [item('BIG', 5, 1, [40, 60, 34.5]), item('SMALL', 60, 0.01, [10, 10, 10])]
    expect(shown(items, [BOX])).toHaveLength(7)
  })

  test('take at most 25 kg in a carton without a limit', () => {
    expect(shown([item('A', 2, 13)], [CRATE])).toEqual([
      '2 × Crate: 25 kg limit, split evenly',
      'Crate 13 kg: 1 A',
      'Crate 13 kg: 1 A',
    ])
  })

  test.each<[string, PackingItem[]]>([
    [
      'No proposal: A, C without weight or size',
      [item('A', 1, null), item('B', 1, 1), item('C', 1, 1, [0, 1, 1])],
    ],
    ['No proposal: an item without a code without weight or size', [{ ...item('', 1, null), code: null }]],
    ['No proposal: the order has no items to pack', []],
    ['No proposal: PIPE fits in no carton', [item('TAP', 1, 1), item('PIPE', 1, 1, [4, 300, 4])]],
    ['No proposal: ANVIL fits in no carton', [item('ANVIL', 1, 23.6)]],
    ['No proposal for more than 1000 pieces', [item('CLIP', 1001, 0.001, [0.1, 0.1, 0.1])]],
    ['No proposal for more than 50 parcels', [item('SAND', 51, 20, [30, 30, 30])]],
  ])('are none: %s', (none, items) => {
    expect(shown(items)).toBe(none)
  })

  test('hold every piece once, and never more than a carton takes', () => {
    const side = fc.integer({ min: 1, max: 40 })
    const anItem = fc.record({
      quantity: fc.integer({ min: 1, max: 30 }),
      weight: fc.integer({ min: 1, max: 20_000 }),
      sides: fc.tuple(side, side, side),
    })
    fc.assert(
      fc.property(fc.array(anItem, { minLength: 1, maxLength: 6 }), (given) => {
        const items = given.map(({ quantity, weight, sides }, index) =>
          item(`I${index}`, quantity, weight / 1000, sides),
        )
        const proposal = proposeParcels(items, [BOX, SATCHEL, CRATE])
        if ('none' in proposal) return proposal.none === 'No proposal for more than 50 parcels'
        const sums = new Map<string, number>()
        for (const { carton, weight, contents } of proposal.parcels) {
          expect(weight).toBeLessThanOrEqual(carton.most_kg ?? 25)
          for (const { line, quantity } of contents) sums.set(line, (sums.get(line) ?? 0) + quantity)
        }
        return items.every(({ line, quantity }) => sums.get(line) === quantity)
      }),
    )
  })
})
