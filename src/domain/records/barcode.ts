/** A bar code of a product. */
export interface Barcode {
  /** As `comparedBarcode` returns it. */
  code: string
  /** How much of the product one scan counts: 24 for a carton of 24. */
  quantity: number
  /** What carries it, such as 'carton'; null if that is not known. */
  unit: string | null
}

const GTIN_LENGTHS = [8, 12, 13, 14]
/** A spreadsheet removes the zeros at the beginning of a UPC or an EAN. */
const MAY_BE_GTIN = /^\d{8,14}$/

/**
 * The form in which bar codes are compared and shown (PRD-6). A GTIN has as few leading zeros as its symbol is printed
 * with, so that a UPC and the same number as an EAN are one code. Any other code is compared without case.
 */
export function comparedBarcode(text: string): string {
  const code = text.trim()
  return isGtin(code) ? shortestGtin(code) : code.toUpperCase()
}

/** Whether a text is a GTIN-8, -12, -13 or -14 with the right check digit, perhaps without its leading zeros. */
export function isGtin(text: string): boolean {
  if (!MAY_BE_GTIN.test(text)) return false
  const sum = [...text.padStart(14, '0')].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return sum % 10 === 0
}

function shortestGtin(code: string): string {
  const digits = code.replace(/^0+/, '')
  const length = GTIN_LENGTHS.find((one) => one >= digits.length) ?? code.length
  return digits.padStart(length, '0')
}

const WRONG_CHECK_DIGIT = 'has a wrong check digit'
const NO_SEPARATORS = 'lacks its separators: set the scanner to send FNC1 as ASCII 29'

/** Why a text cannot be the bar code of a product; null if it can. */
export function barcodeFault(text: string): string | null {
  const code = text.trim()
  const isAsLong = /^\d+$/.test(code) && GTIN_LENGTHS.includes(code.length)
  return isAsLong && !isGtin(code) ? WRONG_CHECK_DIGIT : null
}

/** A unit of measure that a symbol may have: kilograms or metres. */
export type Unit = 'kg' | 'm'

const NAMED_UNITS: Readonly<Record<Unit, RegExp>> = {
  kg: /^(kgs?|kilos?|kilograms?)$/i,
  m: /^(m|lm|mtrs?|met(re|er)s?)$/i,
}

/** The unit of measure that the unit of a bar code is; null if it is none, such as 'carton'. */
export function unitOf({ unit }: Barcode): Unit | null {
  const text = unit?.trim() ?? ''
  if (NAMED_UNITS.kg.test(text)) return 'kg'
  return NAMED_UNITS.m.test(text) ? 'm' : null
}

/** What a scanned symbol says. */
export interface Scan {
  /** As `comparedBarcode` returns it. */
  code: string
  /** How many of it the symbol carries, by the application identifiers 37 or 30; null if it does not say. */
  count: number | null
  /** How much of it the symbol carries in each unit of measure; null if it does not say. */
  measures: Readonly<Record<Unit, number | null>>
  /** Why its count cannot be read, as the end of a sentence that begins with the bar code; null if it can. */
  doubt: string | null
}

/** Group separators as scanners that act as keyboards type them: ASCII 29, and what Alt with 029 types on Windows. */
const SEPARATORS = ['\u2194', '\u241d']
/** ASCII 29, which ends an element string of variable length. */
export const SEPARATOR = '\u001d'

/** Symbology identifiers (ISO/IEC 15424) of symbols with GS1 element strings, and of any symbol. */
const OF_ELEMENTS = /^\](?:C1|e0|d2|Q3|J1)/
const IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]/

/**
 * Reads a scanned symbol (PRD-7): a plain bar code, or a GS1 element string with or without brackets and with or without
 * the identifier of its symbology. Null if it is blank or names no product, as the number of a pallet or one with a wrong
 * check digit.
 */
export function readScan(text: string): Scan | null {
  const scanned = SEPARATORS.reduce((typed, one) => typed.replaceAll(one, SEPARATOR), text.trim())
  const content = scanned.replace(IDENTIFIER, '')
  const elements = bracketed(content) ?? (isElements(scanned, content) ? unbracketed(content) : null)
  if (elements === null) {
    const measures = measuresIn([])
    return content === '' ? null : { code: comparedBarcode(content), count: null, measures, doubt: null }
  }
  const product = valueIn(elements, /^0[12](.+)/)
  if (product === null || !isGtin(product)) return null
  const count = valueIn(elements, /^3[07](.+)/)
  // Without its end, a number of variable length runs into what follows it.
  const isCount = count !== null && /^\d{1,8}$/.test(count)
  return {
    code: comparedBarcode(product),
    count: isCount ? Number(count) : null,
    measures: measuresIn(elements),
    doubt: count === null || isCount ? null : NO_SEPARATORS,
  }
}

function isElements(scanned: string, content: string): boolean {
  if (OF_ELEMENTS.test(scanned) || content.includes(SEPARATOR)) return true
  return /^0[12]\d{14}/.test(content) && isGtin(content.slice(2, 16))
}

/** The element strings, each with its identifier: '(01)09400000000012(37)24' → '0109400000000012', '3724'. */
function bracketed(content: string): string[] | null {
  if (!/^(\(\d{2,4}\)[^()]+)+$/.test(content)) return null
  return Array.from(content.matchAll(/\((\d+)\)([^()]+)/g), ([, identifier = '', value = '']) =>
    (identifier + value).replaceAll(SEPARATOR, ''),
  )
}

/**
 * Lengths of element strings by the first two digits of their identifiers (GS1 General Specifications, "Element strings
 * with predefined length using GS1 Application Identifiers"). All others end with a separator, so that they can be
 * passed over without being known.
 */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ '00': 20, '01': 16, '02': 16, '03': 16, '04': 18 },
  ...{ '11': 8, '12': 8, '13': 8, '14': 8, '15': 8, '16': 8, '17': 8, '18': 8, '19': 8, '20': 4 },
  ...{ '31': 10, '32': 10, '33': 10, '34': 10, '35': 10, '36': 10, '41': 16 },
}

function unbracketed(content: string): string[] {
  const elements: string[] = []
  for (const part of content.split(SEPARATOR)) {
    for (let rest = part; rest !== ''; ) {
      const length = LENGTHS[rest.slice(0, 2)] ?? rest.length
      elements.push(rest.slice(0, length))
      rest = rest.slice(length)
    }
  }
  return elements
}

function valueIn(elements: readonly string[], form: RegExp): string | null {
  return elements.map((element) => form.exec(element)?.[1]).find((value) => value !== undefined) ?? null
}

/** '3102001250' is 12.50 kg: the fourth digit of the identifier is the number of decimals. 311n has metres. */
function measuresIn(elements: readonly string[]): Scan['measures'] {
  const measure = (form: RegExp) => {
    const [decimals, ...digits] = valueIn(elements, form) ?? ''
    return decimals === undefined ? null : Number(digits.join('')) / 10 ** Number(decimals)
  }
  return { kg: measure(/^310([0-6]\d{6})$/), m: measure(/^311([0-6]\d{6})$/) }
}

/** The code that a scan means: that of the product in a GS1 element string (PRD-7), otherwise the scanned text. */
export function codeOfScan(text: string): string {
  const code = readScan(text)?.code ?? ''
  return isGtin(code) && code !== comparedBarcode(text) ? code : withoutIdentifier(text)
}

/** A scanned text without the identifier of its symbology, unless that says that it has element strings. */
export function withoutIdentifier(text: string): string {
  return OF_ELEMENTS.test(text) ? text : text.replace(IDENTIFIER, '')
}
