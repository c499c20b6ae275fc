import axios, { type AxiosResponse } from 'axios'
import * as z from 'zod/mini'
import { type AnyCall, type Call, DATA_BASE, type PathParameter, pathOf } from '../../contract/call.ts'
import { validateToken } from '../../contract/sign-in.ts'
import { Problem } from '../../contract/wire.ts'
import { correctClock } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { noticeVersion } from '../state/new-version.ts'
import { expireSession, readToken } from '../state/session.ts'
import { startedBefore } from './head-start.ts'

// zod compiles schemas with `new Function`, which the Content-Security-Policy forbids.
z.config({ jitless: true })

const TIME_OUT_MS = 20_000

const http = axios.create({ timeout: TIME_OUT_MS })

/** A call that failed: refused by the server, not answered, or answered with what nobody can read. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The field that the server refused, where it says so. */
  readonly field: string | null
  /** Whether the message is for people: the server's words, or the console's. */
  readonly isWorded: boolean

  constructor(status: number, message: string, field: string | null = null, isWorded = true) {
    super(message)
    this.status = status
    this.field = field
    this.isWorded = isWorded
  }

  /** Why the server refused, in its own words; null where it has none, or none that help. */
  get reason(): string | null {
    return this.isWorded && isExplained(this.status) && this.message.trim() !== '' ? this.message : null
  }

  get notFound(): boolean {
    return this.status === 404
  }
}

/** What the server cannot do now, and why: a courier that does not answer, a busy database, a full disk. */
const UNABLE = 503

/** Of a breakdown or a lost connection the server has nothing to say that helps. */
function isExplained(status: number): boolean {
  return (status >= 400 && status < 500) || status === UNABLE
}

interface CallInput<Query, Body> {
  query?: Query | undefined
  body?: Body | undefined
  signal?: AbortSignal | undefined
}

/** What a call takes: the path's parameters exactly where its path has some. */
export type SendInput<Path extends string, Query, Body> = CallInput<Query, Body> &
  ([PathParameter<Path>] extends [never]
    ? { path?: undefined }
    : { path: Record<PathParameter<Path>, string> })

type SendArguments<Path extends string, Query, Body> = [PathParameter<Path>] extends [never]
  ? [input?: SendInput<Path, Query, Body>]
  : [input: SendInput<Path, Query, Body>]

/**
 * Sends a call and reads its answer with the call's schema. An undefined query parameter is left out, a blank one is
 * sent.
 * @throws CallError, except when the signal aborts it: then axios' own cancellation.
 */
export async function send<Path extends string, Query, Body, Answer>(
  call: Call<Path, Query, Body, Answer>,
  ...[input]: SendArguments<Path, Query, Body>
): Promise<Answer> {
  const { path = {}, query, body, signal } = input ?? {}
  const response = await answerOf(call, {
    url: baseOf(call) + pathOf<string>(call.path, path),
    params: query,
    data: body,
    ...(signal && { signal }),
  })
  const read = call.answer.safeParse(response.data)
  if (!read.success) throw new CallError(response.status, 'The answer could not be read.')
  return read.data
}

function baseOf(call: AnyCall): string {
  return call.host === 'data' ? installation.dataHost + DATA_BASE : installation.authHost
}

interface Request {
  url: string
  params: unknown
  data: unknown
  signal?: AbortSignal
}

async function answerOf(call: AnyCall, request: Request): Promise<AxiosResponse<unknown>> {
  const token = call.bearer ? readToken() : null
  if (call.bearer && token === null) throw new CallError(401, 'Nobody is signed in.')
  try {
    const response = await http.request<unknown>({
      ...request,
      ...startedBefore(axios.getUri(request), token),
      method: call.method,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    })
    noticeHeaders(response)
    return response
  } catch (error) {
    if (!axios.isAxiosError<unknown>(error) || axios.isCancel(error)) throw error
    if (error.response) noticeHeaders(error.response)
    // Only if it is still that token: a late refusal must not end the session that came after.
    if (endsSession(call) && error.response?.status === 401 && readToken() === token) expireSession()
    throw callErrorOf(error.response, error.message)
  }
}

/** A token that does not validate is the sign-in screen's business. */
function endsSession(call: AnyCall): boolean {
  return call.bearer && call.path !== validateToken.path
}

function noticeHeaders(response: AxiosResponse<unknown>): void {
  correctClock(response.headers.date)
  noticeVersion(response.headers['x-console-version'])
}

/** How a server refuses: section 7 only knows `success`, ours adds words and the field. */
const Refusal = z.partial(Problem)

/** What a refusal for too many requests says where it comes without words (RFC 6585). */
function tooMany(response: AxiosResponse<unknown> | undefined): string | undefined {
  if (response?.status !== 429) return undefined
  const seconds = Number(response.headers['retry-after'])
  if (!Number.isInteger(seconds) || seconds <= 0) return 'Too many requests. Try again later.'
  return `Too many requests. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`
}

function callErrorOf(response: AxiosResponse<unknown> | undefined, fallback: string): CallError {
  const refusal = Refusal.safeParse(response?.data)
  const words = refusal.success ? refusal.data : {}
  const { message = tooMany(response), field = null } = words
  return new CallError(response?.status ?? 0, message ?? fallback, field, message !== undefined)
}
