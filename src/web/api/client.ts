import { atom } from 'jotai'
import * as z from 'zod/mini'
import { type AnyCall, type Call, DATA_BASE, type PathParameter, pathOf } from '../../contract/call.ts'
import { POSITION_HEADER, UNATTENDED_HEADER } from '../../contract/changes.ts'
import { validateToken } from '../../contract/sign-in.ts'
import { type Outcome, Problem } from '../../contract/wire.ts'
import { correctClock } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { firstPosition } from '../state/live.ts'
import { noticeVersion } from '../state/new-version.ts'
import { expireSession, expireToken, readToken } from '../state/session.ts'
import { store } from '../state/store.ts'
import { earlyAnswer, type HttpAnswer, type HttpRequest, type SentFile } from './early-request.ts'

// zod compiles schemas with `new Function`, which the Content-Security-Policy forbids.
z.config({ jitless: true })

/** A failed call: refused by the server, without a response, or with an unreadable one. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The field that the server refused, if it names one. */
  readonly field: string | null
  /** Whether the message is written for users: by the server, or by the console. */
  readonly isWorded: boolean

  constructor(status: number, message: string, field: string | null = null, isWorded = true) {
    super(message)
    this.status = status
    this.field = field
    this.isWorded = isWorded
  }

  /** The server's reason for the refusal; null if it has none, or none that helps the user. */
  get reason(): string | null {
    return this.isWorded && isExplained(this.status) && this.message.trim() !== '' ? this.message : null
  }

  get notFound(): boolean {
    return this.status === 404
  }
}

/** The status of a temporary inability, with its reason: an unreachable courier, a busy database, a full disk. */
const UNABLE = 503

/** Whether a response with this status has a reason that helps. An internal error has none. */
function isExplained(status: number): boolean {
  return (status >= 400 && status < 500) || status === UNABLE
}

/** Whether a code was not found because several records may be meant; `refusalOf` has the server's words (ORD-70). */
export function isAmbiguity(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}

/** The server's reason for a refusal and the field that it concerns; null if not given. */
export function refusalOf(error: unknown): { reason: string | null; field: string | null } {
  const reason = error instanceof CallError ? error.reason : null
  return error instanceof CallError && reason !== null ? { reason, field: error.field } : NO_REASON
}

const NO_REASON = { reason: null, field: null }

/** The status of a refusal that will pass: the server was asked too often. */
export const TOO_MANY = 429

/** Whether a failed call may have taken effect, because no response reported a refusal. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof CallError && error.status >= 400 && error.status < 500)
}

/**
 * Awaits the response to an action. A missing success flag is a failure, whatever the status (ORD-35).
 * @throws CallError with the server's reason
 */
export async function succeed<Answer extends Outcome>(answer: Promise<Answer>): Promise<Answer> {
  const outcome = await answer
  if (outcome.success !== true) throw new CallError(409, outcome.message ?? '')
  return outcome
}

interface CallInput<Query, Body> {
  query?: Query | undefined
  body?: Body | undefined
  /** Sent instead of a body. */
  file?: SentFile | undefined
  signal?: AbortSignal | undefined
}

/** Arguments of a call: path parameters are required exactly if its path has some. */
type SendInput<Path extends string, Query, Body> = CallInput<Query, Body> &
  ([PathParameter<Path>] extends [never]
    ? { path?: undefined }
    : { path: Record<PathParameter<Path>, string> })

type SendArguments<Path extends string, Query, Body> = [PathParameter<Path>] extends [never]
  ? [input?: SendInput<Path, Query, Body>]
  : [input: SendInput<Path, Query, Body>]

/**
 * Sends a call and parses the response with the call's schema. Undefined query parameters are omitted, blank ones
 * are sent.
 * @throws CallError; another error if the signal aborts the call
 */
export async function send<Path extends string, Query, Body, Answer>(
  call: Call<Path, Query, Body, Answer>,
  ...[input]: SendArguments<Path, Query, Body>
): Promise<Answer> {
  const { path = {}, query, body, file, signal } = input ?? {}
  const url = baseOf(call) + pathOf<string>(call.path, path) + searchOf(query)
  const { status, data } = await answerOf(call, { url, body, file, signal })
  const read = call.answer.safeParse(data)
  if (!read.success) throw new CallError(status, 'The answer could not be read.')
  return read.data
}

function searchOf(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function baseOf(call: AnyCall): string {
  return call.host === 'data' ? installation.dataHost + DATA_BASE : installation.authHost
}

async function answerOf(
  call: AnyCall,
  request: Pick<HttpRequest, 'url' | 'body' | 'file' | 'signal'>,
): Promise<HttpAnswer> {
  const token = call.bearer ? readToken() : null
  if (call.bearer && token === null) {
    // A token that was removed in this tab causes no storage event.
    expireSession()
    throw new CallError(401, 'Nobody is signed in.')
  }
  const headers = token === null ? {} : { Authorization: `Bearer ${token}`, ...attendance() }
  const answering = earlyAnswer(request, token) ?? sendHttp({ ...request, method: call.method, headers })
  firstPosition.note(answering.then(positionIn, () => null))
  const answer = await answering
  if (answer === 'none') throw new CallError(0, 'The server did not answer.', null, false)
  noticeHeaders(answer.headers)
  if (answer.status >= 200 && answer.status < 300) return answer
  if (endsSession(call) && answer.status === 401) expireToken(token)
  throw callErrorOf(answer)
}

/** Loads the HTTP client. The call for the first rows does not need it, because the page itself has sent that. */
export const loadHttp = () => import('./http.ts').catch(() => null)

async function sendHttp(request: HttpRequest): Promise<HttpAnswer | 'none'> {
  const loaded = await loadHttp()
  return loaded === null ? 'none' : loaded.http(request)
}

// Downloaded together with the screen, whose first call needs it.
if (window.earlyRequest === undefined) void loadHttp()

/** Whether a 401 response ends the session. The sign-in screen itself handles tokens that do not validate. */
function endsSession(call: AnyCall): boolean {
  return call.bearer && call.path !== validateToken.path
}

function noticeHeaders(headers: Headers): void {
  correctClock(headers.get('date'))
  noticeVersion(headers.get('x-console-version'))
}

const positionIn = (answer: HttpAnswer | 'none') =>
  answer === 'none' ? null : answer.headers.get(POSITION_HEADER)

/** Sent only to our own server, because another one may refuse an unknown header. */
function attendance(): Record<string, string> {
  return installation.capabilities.has('changes') && !isAttended() ? { [UNATTENDED_HEADER]: 'true' } : {}
}

/** Milliseconds after the last key or click for which a request counts as the user's. */
const ATTENDED_MS = 5 * 60_000

/** When the user last pressed a key or a button. Opening a page counts as use. */
const usedAtAtom = atom(performance.now())

for (const event of ['keydown', 'pointerdown'] as const) {
  window.addEventListener(event, () => store.set(usedAtAtom, performance.now()), {
    capture: true,
    passive: true,
  })
}

/** Whether the user has recently pressed a key or a button. Only requests by a user may prolong the session. */
function isAttended(): boolean {
  return performance.now() - store.get(usedAtAtom) < ATTENDED_MS
}

/** The body of a refusal. Other back ends send only `success`; our server adds message and field (API-6). */
const Refusal = z.partial(Problem)

/** The message for status 429, for a response without one (RFC 6585). */
function tooMany({ status, headers }: HttpAnswer): string | undefined {
  if (status !== 429) return undefined
  const seconds = Number(headers.get('retry-after'))
  if (!Number.isInteger(seconds) || seconds <= 0) return 'Too many requests. Try again later.'
  return `Too many requests. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`
}

function callErrorOf(answer: HttpAnswer): CallError {
  const refusal = Refusal.safeParse(answer.data)
  const words = refusal.success ? refusal.data : {}
  const { message = tooMany(answer), field = null } = words
  const { status } = answer
  return new CallError(status, message ?? `Status ${status}`, field, message !== undefined)
}

interface StreamRequest {
  token: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * Requests a call whose response is streamed. By `fetch`, because `EventSource` cannot send the token in a header and
 * axios reads whole responses. A 401 response ends the session, as with other calls.
 */
export async function openStream(
  { method, path }: Pick<AnyCall, 'method' | 'path'>,
  { token, headers, body, signal }: StreamRequest,
): Promise<Response> {
  const response = await fetch(installation.dataHost + DATA_BASE + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    cache: 'no-store',
  })
  if (response.status === 401) expireToken(token)
  return response
}
