import * as z from 'zod/mini'

/**
 * The kinds of field that the answers are made of (reading 38): any field but a record's own code or id may be
 * null or missing, ids may be numbers or strings, and a whole group may be absent. Read once here, so that
 * everything behind the contract sees one shape.
 */

/** A record's own code or id, kept as text. */
export const id = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))

/** Text that may be absent. Numbers are taken as the text they print. */
export const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
)

/** Integer cents, excluding GST unless the field is a total or a tax (reading 9). */
export const cents = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => value ?? null),
)

/** A measure or a count: centimetres, kilograms, cubic metres, pieces. */
export const measure = cents

/** Yes or no; absent is no. */
export const flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.literal(0), z.literal(1)])),
  z.transform((value) => value === true || value === 1),
)

/** A group of fields: missing or null as a whole reads as every field absent. */
export function group<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.pipe(
    z.transform((value: unknown) => value ?? {}),
    z.object(shape),
  )
}

/** A list inside a record: missing or null reads as empty. */
export function listOf<Item extends z.core.SomeType>(item: Item) {
  return z.pipe(
    z.transform((value: unknown) => value ?? []),
    z.array(item),
  )
}

/**
 * Lets the date fields of a record stand flat beside the `dates` group as well as in it (reading 38).
 * What stands in the group wins.
 */
export function withDates<Shape extends z.core.$ZodShape>(names: readonly string[], shape: Shape) {
  return z.pipe(
    z.transform((value: unknown) => {
      if (!isRecord(value)) return value
      const grouped = value.dates ?? {}
      if (!isRecord(grouped)) return value
      const flat: Record<string, unknown> = {}
      for (const name of names) if (value[name] !== undefined) flat[name] = value[name]
      return { ...value, dates: { ...flat, ...grouped } }
    }),
    z.object(shape),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of every postal address. */
export const addressFields = {
  street: text,
  suburb: text,
  city: text,
  region: text,
  postcode: text,
  is_rural: flag,
}

/** A postal address as orders and customers carry it. */
export const Address = group({ ...addressFields, country: text })
export type Address = z.output<typeof Address>

/**
 * The answer to an action. A missing success flag is a failure (section 5); `message` is our server's reason for
 * a refusal, which other back ends need not send.
 */
export const Outcome = z.object({ success: z.optional(z.boolean()), message: text })
export type Outcome = z.output<typeof Outcome>

/** The body of every error answer of our server; other back ends may send anything. */
export const Problem = z.object({ message: z.string(), field: z.optional(z.string()) })
export type Problem = z.output<typeof Problem>
