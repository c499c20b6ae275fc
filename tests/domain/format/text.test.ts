import { expect, test } from 'vitest'
import { codeFault, fold, matchesText } from '../../../src/domain/format/text.ts'
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

test.each([
  ['', ['Kererū Lofts'], true],
  ['  ', [null], true],
  ['kereru', ['Kererū Lofts', null], true],
  ['LOFTS kererū', ['Kererū Lofts'], true],
  ['po-10 kererū', ['Kererū Lofts', 'PO-1042'], true],
  ['o’neill', ["O'Neill & Sons"], true],
  ['kereru 1043', ['Kererū Lofts', 'PO-1042'], false],
  ['x', [null, ''], false],
])('%j in %j: %s', (query, texts, found) => expect(matchesText(query, texts)).toBe(found))

test.each([
  ['104823', null],
  ['PIPE-20/RED #2', null],
  ['Kōwhai 1.5', null],
  ['..', 'may not be . or ..'],
  ['.', 'may not be . or ..'],
  ['...', null],
  ['A\nB', 'has an invisible character'],
  ['A\u007fB', 'has an invisible character'],
  ['A\u200bB', 'has an invisible character'],
  ['A\u2060B', 'has an invisible character'],
  ['A\u00adB', 'has an invisible character'],
  ['A\u3164B', 'has an invisible character'],
])('the code %j: %s', (code, fault) => expect(codeFault(code)).toBe(fault))
