import { describe, expect, test } from 'vitest'
import {
  barcodeFault,
  codeOfScan,
  comparedBarcode,
  isGtin,
  readScan,
} from '../../../src/domain/records/barcode.ts'
import { fc } from '../../properties.ts'

/** Check digits as GS1 publishes them: weights 3 and 1 from the right. */
function withCheckDigit(digits: string): string {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    sum += Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 3 : 1)
  }
  return digits + ((10 - (sum % 10)) % 10)
}

// PRD-6
describe('a bar code', () => {
  test.each([
    // Published examples: a UPC-A, an EAN-13, an EAN-8, and the ITF-14 of a carton.
    ['036000291452', '036000291452'],
    ['0036000291452', '036000291452'],
    ['00036000291452', '036000291452'],
    ['36000291452', '036000291452'],
    ['4006381333931', '4006381333931'],
    ['04006381333931', '4006381333931'],
    ['73513537', '73513537'],
    ['0000073513537', '73513537'],
    ['10614141000415', '10614141000415'],
    [' hose-12 ', 'HOSE-12'],
    ['12345', '12345'],
  ])('%j is compared as %j', (text, compared) => {
    expect(comparedBarcode(text)).toBe(compared)
  })

  test('is one code however many zeros lead it, and no other digit in place of one is right', () => {
    const digits = fc.stringMatching(/^\d{7}$|^\d{11,13}$/).filter((text) => /[1-9]/.test(text))
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
        const code = withCheckDigit(body)
        const compared = comparedBarcode(code)
        expect(comparedBarcode(code.padStart(14, '0'))).toBe(compared)
        expect(Number(compared)).toBe(Number(code))
        const at = place % code.length
        const other = String((Number(code[at]) + by) % 10)
        expect(isGtin(code.slice(0, at) + other + code.slice(at + 1))).toBe(false)
      }),
    )
  })

  test.each([
    ['4006381333932', 'has a wrong check digit'],
    ['036000291453', 'has a wrong check digit'],
    ['73513538', 'has a wrong check digit'],
    ['4006381333931', null],
    // Own codes of the business.
    ['12345', null],
    ['HOSE-12', null],
  ])('%j %j', (text, fault) => {
    expect(barcodeFault(text)).toBe(fault)
  })
})

const GS = '\u001d'
const CODE = '10614141000415'

// PRD-7
describe('a scan', () => {
  type Measures = { kg?: number; m?: number }
  test.each<[string, string, number | null, Measures | null]>([
    ['4006381333931', '4006381333931', null, null],
    [']E04006381333931', '4006381333931', null, null],
    [']C0hose-12', 'HOSE-12', null, null],
    [`(01)${CODE}(37)24(10)LOT1(21)SER`, CODE, 24, null],
    [`]C101${CODE}3724${GS}10LOT1${GS}21SER`, CODE, 24, null],
    [`]d2${GS}01${CODE}17261130${'37'}24`, CODE, 24, null],
    [`01${CODE}10LOT37${GS}3724`, CODE, 24, null],
    [`01${CODE}10LOT37\u21943724`, CODE, 24, null],
    [`01${CODE}`, CODE, null, null],
    [`02${CODE}3712${GS}00106141411234567897`, CODE, 12, null],
    // An identifier that is not known here is passed over.
    [`01${CODE}4300Some company${GS}3708`, CODE, 8, null],
    [`01${CODE}3103001250`, CODE, null, { kg: 1.25 }],
    [`01${CODE}3112001250`, CODE, null, { m: 12.5 }],
    [`(01)${CODE}(3110)000007`, CODE, null, { m: 7 }],
    [`01${CODE}31030012503112001250`, CODE, null, { kg: 1.25, m: 12.5 }],
    // Six characters of a lot look like a count, but the lot is passed over.
    [`01${CODE}21SER`, CODE, null, null],
  ])('%j is %s, count %j, measures %j', (text, code, count, measures) => {
    const expected = { kg: null, m: null, ...measures }
    expect(readScan(text)).toEqual({ code, count, measures: expected, doubt: null })
  })

  test.each(['', '  ', ']C1', ']C10110614141000416', ']C100106141411234567897', '(00)106141411234567897'])(
    '%j names no product',
    (text) => {
      expect(readScan(text)).toBeNull()
    },
  )

  test('without the end of its count names its product, and why it counts nothing', () => {
    const read = { code: CODE, count: null, doubt: expect.stringContaining('FNC1') }
    expect(readScan(`]C101${CODE}372410LOT1`)).toMatchObject(read)
  })
})

// PRD-7, KEY-6
test.each([
  ['104823', '104823'],
  [']C0104823', '104823'],
  [']Q3104823', ']Q3104823'],
  [`]C101${CODE}3724`, CODE],
  [']E04006381333931', '4006381333931'],
  ['PEX-20-RED', 'PEX-20-RED'],
])('a scan of %j means %s', (text, code) => expect(codeOfScan(text)).toBe(code))
