import * as z from 'zod/mini'

type Schema<Output> = z.ZodMiniType<Output, unknown>

/** The names of the `:parameters` in a path template: `'/orders/:code'` → `'code'`. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** One HTTP call: what client and server must agree on, independent of both implementations. */
export interface Call<Path extends string, Query, Body, Answer> {
  /** The host of the call. Data calls are below `{DATA_HOST}` and `DATA_BASE`, sign-in calls below `{AUTH_HOST}`. */
  host: 'data' | 'auth'
  method: 'GET' | 'POST' | 'DELETE'
  path: Path
  /** Absent if the call has none. */
  query?: Schema<Query>
  body?: Schema<Body>
  answer: Schema<Answer>
  /** Whether the call sends `Authorization: Bearer {token}`. */
  bearer: boolean
}

/** Any call, for code that treats all calls alike. */
export type AnyCall = Call<string, unknown, unknown, unknown>

interface CallParts<Path extends string, Query, Body, Answer> {
  method: 'GET' | 'POST' | 'DELETE'
  path: Path
  query?: Schema<Query>
  body?: Schema<Body>
  answer: Schema<Answer>
}

/** The base path of all data calls (API-2). */
export const DATA_BASE = '/api/v1'

/** Declares a call to the data host. All of them send the bearer header (API-3). */
export function dataCall<Path extends string, Query = unknown, Body = unknown, Answer = unknown>(
  parts: CallParts<Path, Query, Body, Answer>,
): Call<Path, Query, Body, Answer> {
  return { host: 'data', bearer: true, ...parts }
}

/** Declares a call to the authentication host. Each call declares whether it sends the bearer header (API-3). */
export function authCall<Path extends string, Query = unknown, Body = unknown, Answer = unknown>(
  parts: CallParts<Path, Query, Body, Answer> & { bearer: boolean },
): Call<Path, Query, Body, Answer> {
  return { host: 'auth', ...parts }
}

/**
 * The path of a call with its parameters filled in. Each is percent-encoded, because codes may contain `/`, `#`
 * and spaces.
 * @example pathOf('/orders/:code', { code: 'A/1 #2' }) // '/orders/A%2F1%20%232'
 */
export function pathOf<Path extends string>(
  path: Path,
  parameters: Record<PathParameter<Path>, string>,
): string {
  const values: Record<string, string> = parameters
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** The readable rows of a list response, and the number of unreadable ones. */
export interface Rows<Row> {
  rows: Row[]
  unreadable: number
}

/**
 * The schema of a list response. An unreadable row is left out and counted, so that it never loses the list (LIST-7).
 */
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

/**
 * The type that a server sends for a call whose response is parsed to `Answer`. A list is sent as a plain array,
 * also inside a record.
 */
export type Sent<Answer> =
  Answer extends Rows<infer Row>
    ? Row[]
    : Answer extends readonly unknown[]
      ? Answer
      : Answer extends object
        ? { [Name in keyof Answer]: Sent<Answer[Name]> }
        : Answer

/** The page size of all paged lists (LIST-4). */
export const PAGE_SIZE = 200

/**
 * The last row of every list. The database skips the rows before a page one by one, so a far page costs as much as
 * all the pages before it. Staff reach far records by a search or a filter instead.
 */
export const LAST_PAGE = 500

const PAST_LAST_PAGE = `lists end at page ${LAST_PAGE}; narrow the search or the filters to see more`
const NOT_A_PAGE = 'must be the number of a page'

/** The query parameter `page` of all paged lists, from 1: a number, or its digits as in an address. */
export const pageNumber = z.optional(
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d+$/))], NOT_A_PAGE), z.transform(Number)),
    z.int(NOT_A_PAGE).check(z.minimum(1, NOT_A_PAGE), z.maximum(LAST_PAGE, PAST_LAST_PAGE)),
  ),
)
