import * as z from 'zod'
import { nonBlank } from '../../../domain/format/text.ts'

/** The kinds of fields in GoSweetSpot's responses. Any field may be absent. */

/** Non-blank text, otherwise null. */
export const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : nonBlank(String(value))))

/** Decimal dollars as whole cents; null if absent. */
export const dollars = z
  .number()
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : toCents(value)))

/** A list whose elements are parsed one by one, so that an invalid one does not affect the others. */
export const list = z
  .array(z.unknown())
  .nullish()
  .transform((value) => value ?? [])

/** Rounded twice, so that 1.005, slightly less in binary, counts as half a cent and rounds up. */
function toCents(value: number): number {
  return Math.round(Math.round(value * 10_000) / 100)
}
