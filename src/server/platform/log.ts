import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'

/** How much is logged; `silent` is for tests. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** The request that is being answered: every line logged meanwhile carries it. */
export interface LoggedRequest {
  requestId: string
  method: string
  path: string
  /** The client's address, as far as the proxies in between are trusted to say it. */
  from?: string
}

export const currentRequest = new AsyncLocalStorage<LoggedRequest>()

/** What is worth knowing about who did what, and who was turned away. */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
  | 'unauthorised'
  | 'rate-limited'
  | 'refused'
  | 'booking'
  | 'consignment-deleted'

const REFUSALS: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'sign-in-refused',
  'unauthorised',
  'rate-limited',
  'refused',
])

const SECRETS = ['token', 'access_token', 'authorization', 'secret', 'password', 'codeVerifier']

/** Tokens, and the passwords of addresses, wherever they occur in a message. */
const TOKENS = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\bBearer )[\w.~+/-]+=*|(?<=:\/\/[^\s/:@"]*:)[^\s/@"]+(?=@)/g

/** Every character that prints nothing, the line feed at the end apart: it could steer a terminal or reorder its text. */
const INVISIBLE = /[^\P{C}\n]/gu

/** A logger that writes one line of JSON an entry, without secrets and in characters that print. */
export function createLog(destination: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level: LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...currentRequest.getStore() }),
      serializers: { err: describeError },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      hooks: { streamWrite: (line) => line.replace(TOKENS, '[redacted]').replace(INVISIBLE, escaped) },
    },
    destination,
  )
}

/** The server's log, on the standard output. */
export const log = createLog(pino.destination({ dest: 1, sync: true }))

/**
 * Logs a security event: who did what, or was refused what.
 * @param who the staff member, where a session or an identity says so
 */
export function logSecurity(
  event: SecurityEvent,
  what: Readonly<Record<string, unknown>>,
  who?: { id: string; email?: string; name?: string },
): void {
  const entry = { security: event, ...(who && { staff: who }), ...what }
  log[REFUSALS.has(event) ? 'warn' : 'info'](entry, `Security: ${event}`)
}

/** Not the error's own fields: those of a database error quote the row that failed. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}

/** As JSON writes it, so that the text stays what it was. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
