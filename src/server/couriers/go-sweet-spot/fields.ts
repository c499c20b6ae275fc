import * as z from 'zod'
import { nonBlank } from '../../../domain/format/absent.ts'

/** The kinds of field that GoSweetSpot's answers are made of. Any may be absent. */

/** Text with content in it, else null. */
export const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : nonBlank(String(value))))

/** Dollars with their cents after the point, as whole cents; null where absent. */
export const dollars = z
  .number()
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : toCents(value)))

/** A list whose elements are read one by one, so that a bad one hides no other. */
export const list = z
  .array(z.unknown())
  .nullish()
  .transform((value) => value ?? [])

/** Twice rounded, so that 1.005, which is a little less in binary, is half a cent and rounds up. */
function toCents(value: number): number {
  return Math.round(Math.round(value * 10_000) / 100)
}
