import * as z from 'zod'
import { parseInstant } from '../../../domain/calendar/nz-time.ts'
import { LONGEST_CODE } from '../../../domain/format/text.ts'
import { DEFAULT_COUNTRY, isRuralPostcode } from '../../../domain/freight/address.ts'
import { timestamp } from '../../db/times.ts'
import type { Row } from './kind.ts'

/**
 * The types of values in a file. A cell is text or absent: blank counts as absent, and JSON numbers and booleans are
 * read as their text. Each type describes valid values in a few words.
 */

/** The range of integer columns in both databases. */
const LARGEST = 2_147_483_647
export const TOO_LARGE = `may be at most ${LARGEST}`
const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

const given = z.string({ error: 'is required' })

/** Accepted and ignored, because the server generates these. */
export const ignored = z.unknown().optional()

/** The code of this record or of another. */
export const code = given.max(LONGEST_CODE, { error: `may have at most ${LONGEST_CODE} characters` })
export const required = given

/** Null if absent. */
export const textCell = orNone(given)

/** Whole cents, excluding GST unless the field is a total or a tax. */
export const centsCell = given.transform(whole)
/** Cents as above; null if absent. */
export const centsOrNone = orNone(centsCell)
/** A count of pieces, or a length such as 2.5 metres. */
export const quantity = given.transform((value, context) => {
  const number = decimal(value, context)
  return isTooLarge(number) ? refuse(context, TOO_LARGE) : number
})

/** Kilograms, centimetres, or a count with a fraction. */
export const measureCell = orNone(given.transform(decimal))

const TRUTHS = new Map([
  ['true', 1],
  ['yes', 1],
  ['1', 1],
  ['false', 0],
  ['no', 0],
  ['0', 0],
])

/** 1 or 0 as in the database; null if absent. */
export const flagCell = orNone(
  given.transform(
    (value, context) => TRUTHS.get(value.toLowerCase()) ?? refuse(context, 'must be true or false'),
  ),
)

/** A time as in the database; null if absent. */
export const time = orNone(given.transform(instant))

/** One of the words, in lower case. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return given.transform((value, context) => {
    const known = words.find((word) => word === value.toLowerCase())
    return known ?? refuse(context, `must be ${words.join(' or ')}`)
  })
}

function orNone<Field extends z.ZodType>(field: Field) {
  return field.nullable().default(null)
}

/** Whether a whole number exceeds the range of the database, see `TOO_LARGE`. */
export function isTooLarge(number: number): boolean {
  return Math.abs(number) > LARGEST
}

type Context = z.core.$RefinementCtx

function whole(value: string, context: Context): number {
  const number = Number(value)
  if (!DECIMAL.test(value) || !Number.isInteger(number)) return refuse(context, 'must be a whole number')
  return isTooLarge(number) ? refuse(context, TOO_LARGE) : number
}

function decimal(value: string, context: Context): number {
  const number = Number(value)
  return DECIMAL.test(value) && Number.isFinite(number) ? number : refuse(context, 'must be a number')
}

function instant(value: string, context: Context): string {
  const at = parseInstant(value)
  if (at === null) return refuse(context, 'must be a time with its offset, such as 2026-11-20T09:30:00+13:00')
  const stored = timestamp(at)
  // Its offset may move it into a year that has no four digits, in which texts are not in the order of time.
  return parseInstant(stored) === null ? refuse(context, 'must be within the years 1000 to 9999') : stored
}

function refuse(context: Context, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** The columns of a postal address. If it does not say whether it is rural, its postcode decides. */
export function place(address: {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  isRural: number | null
  country: string | null
}) {
  const { street, suburb, city, region, postcode, isRural } = address
  const is_rural = isRural ?? (isRuralPostcode(postcode ?? '') ? 1 : 0)
  const country = address.country ?? DEFAULT_COUNTRY
  return { street, suburb, city, region, postcode, is_rural, country } satisfies Row
}

const COLUMNS = ['street', 'suburb', 'city', 'region', 'postcode', 'is_rural', 'country'] as const

/** The columns of the fields of an address: 'delivery_address.city' → 'delivery_city'. */
export function addressColumns(group: string, prefix: string): Record<string, string> {
  return Object.fromEntries(COLUMNS.map((name) => [`${group}.${name}`, prefix + name]))
}
