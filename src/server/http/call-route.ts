import type { Context, Hono } from 'hono'
// All of zod, not its mini build, because it contains the English messages.
import * as z from 'zod'
import type * as mini from 'zod/mini'
import type { Call, PathParameter, Sent } from '../../contract/call.ts'
import { invalidField, Refusal } from './refusal.ts'
import type { SessionEnv, Staff } from './session.ts'

type Schema<Value> = mini.ZodMiniType<Value, unknown>

/** A validated request of one call. */
interface CallInput<Path extends string, Query, Body> {
  parameter(name: PathParameter<Path>): string
  readonly query: Query
  readonly body: Body
  readonly staff: Staff
  /** The caller's app roles. */
  readonly roles: readonly string[]
  /** The id of the caller's session. */
  readonly sessionId: string
  /** The User-Agent header, or an empty string. */
  readonly userAgent: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/**
 * Serves one data call of the contract. The request is validated against it, and the response has its type.
 * An invalid query or body is refused, naming the field, before `handle` is called.
 */
export function serveCall<Path extends string, Query, Body, Answer>(
  app: Hono<SessionEnv>,
  call: Call<Path, Query, Body, Answer>,
  handle: (input: CallInput<Path, Query, Body>) => Promise<Sent<Answer>>,
): void {
  app.on(call.method, call.path, async (c) => {
    const query = readQuery(call.query, c)
    const body = await readBody(call.body, c)
    const answer = await handle({
      parameter: (name) => printable(c.req.param(name) ?? '', name, 400),
      get query() {
        return query()
      },
      get body() {
        return body()
      },
      staff: c.get('staff'),
      get roles() {
        return c.get('session').roles
      },
      get sessionId() {
        return c.get('session').id
      },
      userAgent: c.req.header('user-agent') ?? '',
      signal: c.req.raw.signal,
    })
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json' })
  })
}

/**
 * The body of a request whose response is not a JSON value, such as a stream.
 * @throws Refusal that names the invalid field
 */
export async function bodyOf<Body>(schema: Schema<Body>, c: Context): Promise<Body> {
  return (await readBody(schema, c))()
}

/**
 * The query of a call whose body is not JSON, such as a file.
 * @throws Refusal that names the invalid parameter
 */
export function callQuery<Path extends string, Query>(
  call: Pick<Call<Path, Query, unknown, unknown>, 'query'>,
  c: Context,
): Query {
  return readQuery(call.query, c)()
}

/** Returns a function that throws if the call has no query. */
function readQuery<Query>(schema: Schema<Query> | undefined, c: Context): () => Query {
  const given: Record<string, string> = {}
  const known = schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (!known.includes(name)) throw new Refusal(400, `There is no parameter '${name}'.`, name)
    if (values.length > 1) throw invalidField(400, name, 'may be given once')
    given[name] = printable(values[0] ?? '', name, 400)
  }
  return part(schema, given, 400)
}

async function readBody<Body>(schema: Schema<Body> | undefined, c: Context): Promise<() => Body> {
  if (schema === undefined) return part(schema, undefined, 422)
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal(415, 'The body must be application/json.')
  return part(schema, parseJson(await c.req.text()), 422)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

function part<Value>(schema: Schema<Value> | undefined, given: unknown, status: 400 | 422): () => Value {
  if (schema === undefined) {
    return () => {
      throw new Error('The call has no such part.')
    }
  }
  const read = schema.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    const field = issue?.path.join('.')
    if (!field) throw new Refusal(status, 'The body must be an object with the fields of the call.')
    throw invalidField(status, field, issue?.message ?? 'is not valid')
  }
  printableWithin(read.data, [], status)
  return () => read.data
}

function printableWithin(value: unknown, path: readonly string[], status: 400 | 422): void {
  if (typeof value === 'string') printable(value, path.join('.'), status)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) printableWithin(inner, [...path, name], status)
}

/** PostgreSQL cannot store the character NUL, and no code or name contains it. */
function printable(text: string, field: string, status: 400 | 422): string {
  if (text.includes('\0')) throw invalidField(status, field, 'a character is not allowed')
  return text
}
