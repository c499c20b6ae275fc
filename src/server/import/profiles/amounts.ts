import { fractionOf } from '../../../domain/format/money.ts'

/** Amounts of exports are whole millionths of a dollar, because unit prices may have more decimals than cents. */
const MILLION = 1_000_000
const PER_CENT = MILLION / 100
/** 99,999,999.99 dollars: a sum of such amounts is still exact. */
const MOST_DIGITS = 8

/** Digits with a decimal point; thousands may have commas. */
const WITH_POINT = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/
/** A comma before one or two digits is a decimal comma. */
const WITH_COMMA = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/
const SIGN = /^\((.*)\)$|^-(.*)$|^(.*)-$/
const CURRENCY = /^(?:NZD?)? ?\$? ?| ?NZD$/gi

/**
 * Parses dollars to millionths: '1,234.50', '$1234.5', '(12.50)' and '-12,50'. Null for any other text, and for
 * more than 99,999,999.
 */
export function parseAmount(cell: string): number | null {
  const bare = cell.replace(CURRENCY, '')
  const signed = SIGN.exec(bare)
  const digits = (signed?.slice(1).find((part) => part !== undefined) ?? bare).replace(CURRENCY, '')
  const [, dollars = '', decimals = ''] = WITH_COMMA.exec(digits) ?? WITH_POINT.exec(digits) ?? []
  const whole = dollars.replace(/[.,]/g, '')
  if (whole + decimals === '' || whole.replace(/^0+/, '').length > MOST_DIGITS) return null
  const value = Number(whole || 0) * MILLION + Number(decimals.slice(0, 6).padEnd(6, '0'))
  return signed && value !== 0 ? -value : value
}

/** An amount in whole cents, rounded once. */
export function toCents(amount: number): number {
  return fractionOf(amount, 1, PER_CENT)
}

/** The same without its GST of 15 %. */
export function centsWithoutGst(amount: number): number {
  return fractionOf(amount, 20, 23 * PER_CENT)
}
