import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { beginsWithCode, codesWithDigits, possibleCodes } from '../../../src/domain/freight/scanned-code.ts'

test.each([
  ['APD00020626', ['APD00020626', 'APD0002062', 'APD000206', 'APD00020']],
  ['LH160254', ['LH160254']],
  ['LH1', ['LH1']],
  ['', ['']],
])('%j may be one of %j', (barcode, codes) => {
  expect(possibleCodes(barcode)).toEqual(codes)
})

it('has few beginnings of a long text', () => {
  expect(possibleCodes('9'.repeat(10_000))).toHaveLength(1 + 64 - 7)
})

test.each([
  ['APD0002062601', ['APD00020626'], true],
  ['APD00020626', ['APD00020626'], true],
  ['APD0002062', ['APD00020626'], false],
  ['XAPD00020626', ['APD00020626'], false],
  ['LH1', ['LH1'], true],
  ['LH1001', ['LH1'], false],
  ['APD0002062601', [], false],
])('%s begins with one of %j: %s', (barcode, codes, expected) => {
  expect(beginsWithCode(barcode, codes)).toBe(expected)
})

const code = fc.stringMatching(/^[A-Z]{2,4}\d{1,9}$/)

it('finds a code if and only if it is among the possible ones', () => {
  fc.assert(
    fc.property(code, code, fc.stringMatching(/^\d{0,6}$/), (one, other, rest) => {
      const barcode = one + rest
      const codes = [one, other]
      expect(beginsWithCode(barcode, codes)).toBe(possibleCodes(barcode).some((part) => codes.includes(part)))
    }),
  )
})

test.each([
  ['1602541', ['LH1602541']],
  ['01000001', ['CPL01000001', 'COC01000001', 'TTS01000001']],
  ['092594237', ['CL092594237NZ', 'ARX092594237']],
  ['104823', []],
  ['01000000001', []],
  ['LH1602541', []],
  ['', []],
])('%j are the digits of %j', (digits, codes) => {
  expect(codesWithDigits(digits)).toEqual(codes.length === 0 ? [] : expect.arrayContaining(codes))
})
