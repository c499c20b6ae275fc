import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { learnedLabels } from '../../../src/server/consignments/part-codes.ts'

/** Pieces with the given barcodes, numbered from 1. */
const parts = (...labels: string[]) =>
  labels.map((label, index) => ({ id: index + 10, part_number: String(index + 1).padStart(3, '0'), label }))

test.each<[string, string[], string[], [number, string][]]>([
  [
    'two digits instead of three',
    ['ABC1001', 'ABC1002'],
    ['ABC101', 'ABC102'],
    [
      [10, 'ABC101'],
      [11, 'ABC102'],
    ],
  ],
  [
    'a number in any order',
    ['ABC1001', 'ABC1002'],
    ['ABC102', 'ABC101'],
    [
      [10, 'ABC101'],
      [11, 'ABC102'],
    ],
  ],
  ['only one of them', ['ABC1001', 'ABC1002'], ['ABC102'], [[11, 'ABC102']]],
  ['what is known already', ['ABC1001'], ['ABC1001'], []],
  ['the consignment itself', ['ABC1001'], ['ABC1'], []],
  ['another code for the only piece', ['ABC1001'], ['CL092594237NZ'], [[10, 'CL092594237NZ']]],
  [
    'other codes, one for each',
    ['A1001', 'A1002'],
    ['X', 'Y'],
    [
      [10, 'X'],
      [11, 'Y'],
    ],
  ],
  ['fewer other codes than pieces', ['A1001', 'A1002'], ['X'], []],
  ['more other codes than pieces', ['A1001'], ['X', 'Y'], []],
  ['the number of no piece', ['ABC1001'], ['ABC107'], []],
  ['nothing', ['ABC1001'], [], []],
  ['no piece', [], ['ABC101'], []],
])('stores %s', (_, labels, codes, expected) => {
  const trackingCode = labels[0]?.slice(0, -3) ?? 'ABC1'
  const learned = learnedLabels(trackingCode, parts(...labels), codes)
  expect(learned.map(({ id, label }) => [id, label])).toEqual(expected)
})

it('stores nothing new from stored codes', () => {
  const codes = fc.uniqueArray(fc.stringMatching(/^(ABC1\d{1,3}|[XYZ]\d{0,2})$/), { maxLength: 5 })
  fc.assert(
    fc.property(codes, fc.integer({ min: 1, max: 4 }), (seen, count) => {
      const before = parts(...Array.from({ length: count }, (_, index) => `ABC100${index + 1}`))
      const learned = new Map(learnedLabels('ABC1', before, seen).map(({ id, label }) => [id, label]))
      const after = before.map((part) => ({ ...part, label: learned.get(part.id) ?? part.label }))
      expect(learnedLabels('ABC1', after, seen)).toEqual([])
    }),
  )
})
