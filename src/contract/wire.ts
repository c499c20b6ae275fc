import * as z from 'zod/mini'

/**
 * The types of response fields (reading 38). Any field except a record's own code or id may be null or missing,
 * ids may be numbers or strings, and whole groups may be absent. All code behind the contract sees only the
 * normalised form.
 */

/** A record's own code or id, as text. */
export const id = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String))

/** Text that may be absent. A number is converted to text. */
export const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
)

/** Integer cents, excluding GST unless the field is a total or a tax (reading 9). */
export const cents = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => value ?? null),
)

/** A measure or count in centimetres, kilograms, cubic metres or pieces. */
export const measure = cents

/** A flag; absent means false. */
export const flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.literal(0), z.literal(1)])),
  z.transform((value) => value === true || value === 1),
)

/** A group of fields. If the group is missing or null, all of its fields are absent. */
export function group<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.pipe(
    z.transform((value: unknown) => value ?? {}),
    z.object(shape),
  )
}

/** A list inside a record. Missing or null means empty. */
export function listOf<Item extends z.core.SomeType>(item: Item) {
  return z.pipe(
    z.transform((value: unknown) => value ?? []),
    z.array(item),
  )
}

/**
 * Accepts a record's date fields outside the `dates` group as well as inside it (reading 38). Values inside the
 * group win.
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

/** The postal address of an order or a customer. */
export const Address = group({ ...addressFields, country: text })
export type Address = z.output<typeof Address>

/**
 * The response to an action. A missing success flag means failure (section 5). `message` is the reason of a
 * refusal; other back ends may omit it.
 */
export const Outcome = z.object({ success: z.optional(z.boolean()), message: text })
export type Outcome = z.output<typeof Outcome>

/** The body of our server's error responses. Other back ends may send anything. */
export const Problem = z.object({ message: z.string(), field: z.optional(z.string()) })
export type Problem = z.output<typeof Problem>
