import * as z from 'zod/mini'

type Schema<Output> = z.ZodMiniType<Output, unknown>

/** The names of the `:parameters` in a path template, `'/orders/:code'` → `'code'`. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** One call of the product: what both sides need to know of it, and nothing of how either side does it. */
export interface Call<Path extends string, Query, Body, Answer> {
  /** Data calls live under `{DATA_HOST}` and `DATA_BASE`, sign-in calls under `{AUTH_HOST}`. */
  host: 'data' | 'auth'
  method: 'GET' | 'POST' | 'DELETE'
  path: Path
  /** Absent where the call takes none. */
  query?: Schema<Query>
  body?: Schema<Body>
  answer: Schema<Answer>
  /** Whether the call carries `Authorization: Bearer {token}`. */
  bearer: boolean
}

/** Fits any call: for code that treats all calls alike. */
export type AnyCall = Call<string, unknown, unknown, unknown>

interface CallParts<Path extends string, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'DELETE'
  path: Path
  query?: Schema<Query>
  body?: Schema<Body>
  answer: Schema<Answer>
}

/** Where every data path stands below its host (section 9). */
export const DATA_BASE = '/api/v1'

/** A call to the data host, always with the bearer header (section 7). */
export function dataCall<Path extends string, Query = unknown, Body = unknown, Answer = unknown>(
  parts: CallParts<Path, Query, Body, Answer>,
): Call<Path, Query, Body, Answer> {
  return { host: 'data', bearer: true, ...parts }
}

/** A call to the authentication host. Only some carry the bearer header, so each says so (reading 5). */
export function authCall<Path extends string, Query = unknown, Body = unknown, Answer = unknown>(
  parts: CallParts<Path, Query, Body, Answer> & { bearer: boolean },
): Call<Path, Query, Body, Answer> {
  return { host: 'auth', ...parts }
}

/**
 * The path of a call with its parameters filled in, each one percent-encoded: codes may hold `/`, `#` and spaces.
 * @example pathOf('/orders/:code', { code: 'A/1 #2' }) // '/orders/A%2F1%20%232'
 */
export function pathOf<Path extends string>(
  path: Path,
  parameters: Record<PathParameter<Path>, string>,
): string {
  const values: Record<string, string> = parameters
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** The rows of a list answer that could be read, and how many could not. */
export interface Rows<Row> {
  rows: Row[]
  unreadable: number
}

/** A list answer. One unreadable row never loses the list: it is left out and counted (reading 38). */
export function rowsOf<Row>(row: Schema<Row>): Schema<Rows<Row>> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((raw): Rows<Row> => {
      const rows: Row[] = []
      for (const one of raw) {
        const read = row.safeParse(one)
        if (read.success) rows.push(read.data)
      }
      return { rows, unreadable: raw.length - rows.length }
    }),
  )
}

/** What a server sends for a call whose answer is read as `Answer`: the plain array for a list, wherever it stands. */
export type Sent<Answer> =
  Answer extends Rows<infer Row>
    ? Row[]
    : Answer extends readonly unknown[]
      ? Answer
      : Answer extends object
        ? { [Name in keyof Answer]: Sent<Answer[Name]> }
        : Answer

/** The page size of every list that has pages (section 9, reading 15). */
export const PAGE_SIZE = 200

/**
 * Where every list ends, however many rows there are: the rows before a page are stepped over one by one, so that a
 * far page costs as much as all before it. Nobody turns to it; a search or a filter leads there.
 */
export const LAST_PAGE = 500

const PAST_LAST_PAGE = `lists end at page ${LAST_PAGE}; narrow the search or the filters to see more`
const NOT_A_PAGE = 'must be the number of a page'

/** The query parameter of every paged list, the first page is 1: a number, or its plain digits as an address bar has it. */
export const pageNumber = z.optional(
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))], NOT_A_PAGE), z.transform(Number)),
    z.int(NOT_A_PAGE).check(z.minimum(1, NOT_A_PAGE), z.maximum(LAST_PAGE, PAST_LAST_PAGE)),
  ),
)
