import { expect, test } from 'vitest'
import { fold } from '../../../src/domain/format/fold.ts'
import { fc } from '../../properties.ts'

test.each([
  ['Tāmaki', 'tamaki'],
  ['TA\u0304MAKI', 'tamaki'],
  ['WHANGĀREI', 'whangarei'],
  ['O’Neill', "o'neill"],
  ["O'Neill", "o'neill"],
  ['O‘Neill', "o'neill"],
  ['Oʼneill', "o'neill"],
  ['O`Neill', "o'neill"],
  ['Oʻahu', "o'ahu"],
  ['Céline D’Arcy', "celine d'arcy"],
  ['PEX-20#RED / 1', 'pex-20#red / 1'],
  ['İZMİR', 'izmir'],
  ['Ο\u1ffdΝ\u1fefΧ\u0374', "ο'ν'χ'"],
  ['한국', '한국'],
  ['', ''],
])('%j is searched as %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
    { numRuns: 2000 },
  )
})

test('case does not matter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-ZāēīōūĀĒĪŌŪ'’ ]*$/), (text) => {
      expect(fold(text.toUpperCase())).toBe(fold(text))
    }),
  )
})
