import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { flag, group, text } from './wire.ts'

/** The calls of the capability `courier-rules`: what the business prefers, refuses and requires for a consignment. */

const measure = z.number('must be a number').check(z.gte(0, 'must not be less than 0'))

/** A number that is more than `over` and at most `up_to`. Strict, because a misspelt limit would have no effect. */
const limits = z.strictObject({ over: z.optional(measure), up_to: z.optional(measure) }).check(
  z.refine(({ over, up_to }) => over !== undefined || up_to !== undefined, 'must have over, up_to or both'),
  z.refine(({ over = -1, up_to = Number.POSITIVE_INFINITY }) => over < up_to, 'must have over below up_to'),
)
export type Limits = z.output<typeof limits>

const POSTCODES = /^(\d{4})(?:\s*-\s*(\d{4}))?$/
const line = z.string('must be a text').check(z.trim(), z.minLength(1, 'must not be blank'))
const lines = z.array(line, 'must be a list').check(z.minLength(1, 'must not be empty'))

/** A postcode such as `'7832'`, or a range such as `'7800-7999'`. */
const postcodes = z.string('must be a text such as "7832" or "7800-7999"').check(
  z.trim(),
  z.regex(POSTCODES, 'must be a postcode such as 7832 or a range such as 7800-7999'),
  z.refine(
    (range) => postcodeRange(range).first <= postcodeRange(range).last,
    'must begin with the lower postcode',
  ),
)

/** The first and last postcode of a range. Postcodes have four digits, so that their order as texts is that as numbers. */
export function postcodeRange(range: string): { first: string; last: string } {
  const [, first = '', last = first] = POSTCODES.exec(range) ?? []
  return { first, last }
}

/** The conditions under which a rule applies. All of them must hold; an absent condition always holds. */
const Conditions = z.strictObject({
  /** The postcode of the destination is within one of these. */
  postcodes: z.optional(z.array(postcodes, 'must be a list').check(z.minLength(1, 'must not be empty'))),
  rural: z.optional(z.boolean('must be true or false')),
  /** Kilograms of the whole consignment. */
  weight_kg: z.optional(limits),
  /** Centimetres of the longest side of any piece. */
  longest_side_cm: z.optional(limits),
  /** Cubic metres of the whole consignment. */
  volume_m3: z.optional(limits),
  /** The pricing of the customer is one of these. */
  pricing: z.optional(lines),
  /** The code of the customer is one of these. */
  customers: z.optional(lines),
  /** Whether any product of the order is dangerous goods. */
  dangerous_goods: z.optional(z.boolean('must be true or false')),
})
export type Conditions = z.output<typeof Conditions>

/** What a rule does. Each is optional, but a rule has one at least. */
const EFFECTS = ['courier', 'refuse', 'only', 'signature', 'warn'] as const

/** A rule. Strict, because a rule with a misspelt condition would apply too often. */
export const CourierRule = z
  .strictObject({
    /** Says why, before what it does: 'rural' → 'rule: rural → NZ Post'. Unique. */
    name: line.check(z.maxLength(60, 'must have at most 60 characters')),
    when: z.optional(Conditions),
    /** Prefers the courier with this slug. */
    courier: z.optional(line),
    /** The courier is not preferred if another one's price is lower by more than this. Excluding GST. */
    unless_cheaper_by_cents: z.optional(
      z.int('must be a whole number of cents').check(z.gte(0, 'must not be less than 0')),
    ),
    /** Refuses the couriers with these slugs. A gateway has couriers whose slugs are not known here. */
    refuse: z.optional(lines),
    /** Refuses all other couriers. */
    only: z.optional(lines),
    /** Requires that the receiver signs. */
    signature: z.optional(z.literal(true, 'must be true')),
    /** A sentence for staff, such as 'call first'. */
    warn: z.optional(line.check(z.maxLength(100, 'must have at most 100 characters'))),
  })
  .check(
    z.refine(
      (rule) => EFFECTS.some((effect) => rule[effect] !== undefined),
      'must have courier, refuse, only, signature or warn',
    ),
    z.refine((rule) => rule.unless_cheaper_by_cents === undefined || rule.courier !== undefined, {
      path: ['unless_cheaper_by_cents'],
      error: 'needs courier',
    }),
  )
export type CourierRule = z.output<typeof CourierRule>

/**
 * The rules in the order in which they are tried, with what they depend on: the customer of the order, or without such an
 * order the named one, with the pricing, null if there is neither; and whether a product of the order is dangerous goods.
 */
const CourierRules = z.object({
  rules: rowsOf(CourierRule),
  customer: group({ code: text, pricing: text }),
  order: group({ dangerous_goods: flag }),
})
export type CourierRules = z.output<typeof CourierRules>

export const getCourierRules = dataCall({
  method: 'GET',
  path: '/courier-rules',
  query: z.object({ customer: z.string(), order: z.optional(z.string()) }),
  answer: CourierRules,
})
