import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../src/domain/format/pdf.ts'
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
    { numRuns: 500 },
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

describe('a PDF in base64', () => {
  const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64')

  // CON-11
  test.each(['%PDF', '%PDF-1.7\n\xff\x00\x80'])('the bytes of %j come whole', (text) => {
    expect(readPdf(base64(text))).toEqual(new Uint8Array(Buffer.from(text, 'latin1')))
  })

  test('breaks in the base64 do no harm', () => {
    expect(readPdf('JVBE\nRi0x\n')).toEqual(new Uint8Array(Buffer.from('%PDF-1')))
  })

  // MSG-2
  test.each(['', base64('<html>'), base64(' %PDF'), base64('%PD'), '%PDF-1.7', 'not base64!'])(
    '%j is no PDF',
    (text) => expect(readPdf(text)).toBeNull(),
  )
})
