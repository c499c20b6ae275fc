import * as z from 'zod/mini'

type Schema<Output> = z.ZodMiniType<Output, unknown>

/**
 * The types of response fields (API-5). Any field except a record's own code or id may be null or missing,
 * ids may be numbers or strings, numbers may be strings, and whole groups may be absent. All code behind the contract
 * sees only the normalised form.
 */

/** A record's own code or id, as text. */
export const id = z.pipe(z.union([z.string().check(z.regex(/\S/)), z.number()]), z.transform(String))

/** The unique id that a client makes for a request, so that the server can recognise it when it is repeated. */
export const clientId = z.string().check(z.regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ and -'))

/** The maximum number of consignments whose labels are one job. */
export const MOST_PRINTED = 500

/** Text that may be absent. A number is converted to text. */
export const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === null || value === undefined ? null : String(value))),
)

/**
 * Integer cents, excluding GST unless the field is a total or a tax (FMT-1). Text with a decimal point is refused,
 * because it is more likely an amount in dollars.
 */
export const cents = numberOr(/^-?\d+$/)

/** A measure or count in centimetres, kilograms, cubic metres or pieces. */
export const measure = numberOr(/^-?(\d+\.?\d*|\.\d+)$/)

/** A number, or a text of this form that contains one. Blank text counts as absent. */
function numberOr(form: RegExp) {
  const written = z.string().check(z.trim(), z.regex(new RegExp(`${form.source}|^$`)))
  return z.pipe(
    z.nullish(z.union([z.number(), written])),
    z.transform((value) => (value === null || value === undefined || value === '' ? null : Number(value))),
  )
}

const YES = [true, 1, '1', 'true'] as const
const NO = [false, 0, '0', 'false'] as const

/** A flag; absent means false. */
export const flag = z.pipe(
  z.nullish(z.literal([...YES, ...NO])),
  z.transform((value) => YES.some((yes) => yes === value)),
)

/** A group of fields. If the group is missing or null, all of its fields are absent. */
export function group<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.pipe(
    z.transform((value: unknown) => value ?? {}),
    z.object(shape),
  )
}

/** A list inside a record. Missing or null means empty. See `withLists` for unreadable entries. */
export function listOf<Item extends z.core.SomeType>(item: Item) {
  return z.pipe(
    z.transform((value: unknown) => value ?? []),
    z.array(item),
  )
}

/**
 * Accepts a record's date fields outside the `dates` group as well as inside it (API-5). Values inside the
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

/**
 * Accepts a record whose own code is null or blank but that has an id: the id is then its code (API-5).
 * @param name the field of the code
 */
export function withCode<Output>(name: string, schema: Schema<Output>): Schema<Output> {
  return z.pipe(
    z.transform((value: unknown) =>
      isRecord(value) && isBlank(value[name]) && !isBlank(value.id) ? { ...value, [name]: value.id } : value,
    ),
    schema,
  )
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** The number of unreadable entries of each list of a record. Lists without any are absent. */
export type LeftOut = Readonly<Record<string, number>>

/**
 * Accepts a record with unreadable entries in its lists. They are left out and counted in `unreadable`, so that an
 * unreadable entry never loses the record (LIST-7). `unreadable` is absent if there are none.
 * @param lists the entries of each list, by its name
 */
export function withLists<Output extends object>(
  schema: Schema<Output>,
  lists: Readonly<Record<string, Schema<unknown>>>,
): Schema<Output & { unreadable?: LeftOut }> {
  return z.pipe(
    z.unknown(),
    z.transform((raw, context): Output & { unreadable?: LeftOut } => {
      // Nearly all records are readable, so entries are only parsed one by one if the whole is not.
      const whole = schema.safeParse(raw)
      if (whole.success) return whole.data
      const { readable, unreadable } = withoutUnreadable(raw, lists)
      const rest = schema.safeParse(readable)
      if (rest.success) return { ...rest.data, unreadable }
      const [issue] = rest.error.issues
      context.issues.push({
        code: 'custom',
        message: issue?.message ?? 'is not readable',
        path: issue?.path ?? [],
        input: raw,
      })
      return z.NEVER
    }),
  )
}

function withoutUnreadable(
  raw: unknown,
  lists: Readonly<Record<string, Schema<unknown>>>,
): { readable: unknown; unreadable: LeftOut } {
  if (!isRecord(raw)) return { readable: raw, unreadable: {} }
  const readable = { ...raw }
  const unreadable: Record<string, number> = {}
  for (const [name, entry] of Object.entries(lists)) {
    const all = raw[name]
    if (!Array.isArray(all)) continue
    const rest = all.filter((one) => entry.safeParse(one).success)
    readable[name] = rest
    if (rest.length < all.length) unreadable[name] = all.length - rest.length
  }
  return { readable, unreadable }
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
 * The reason of a refusal; null if it is missing or not text. It must not make the response unreadable, because an
 * action that succeeded would then be reported as failed and repeated.
 */
export const reason = z.catch(text, null)

/** The response to an action. A missing success flag means failure (ORD-35). */
export const Outcome = z.object({ success: z.optional(z.boolean()), message: reason })
export type Outcome = z.output<typeof Outcome>

/**
 * The response to an action on an order. `step` is of the capability `taking-back`: the id by which the action can be
 * undone. A back end that uses the name for something else must not make the response unreadable.
 */
export const StepOutcome = z.extend(Outcome, { step: reason })
export type StepOutcome = z.output<typeof StepOutcome>

/** The body of our server's error responses. Other back ends may send anything. */
export const Problem = z.object({ message: z.string(), field: z.optional(z.string()) })
export type Problem = z.output<typeof Problem>
