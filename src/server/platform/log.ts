import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'

/** Log levels; `silent` is for tests. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Fields of the current request, added to every line that is logged while it is handled. */
interface LoggedRequest {
  requestId: string
  method: string
  path: string
  /** The client's address, as far as the proxies in between are trusted. */
  from?: string
  /** The name of the key of another system. */
  key?: string
}

export const currentRequest = new AsyncLocalStorage<LoggedRequest>()

/** Events that matter for security. */
type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
  | 'unauthorised'
  | 'rate-limited'
  | 'refused'
  | 'booking'
  | 'consignment-deleted'
  | 'key-created'
  | 'key-revoked'

const REFUSALS: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'sign-in-refused',
  'unauthorised',
  'rate-limited',
  'refused',
])

const SECRETS = ['token', 'access_token', 'authorization', 'secret', 'password', 'codeVerifier']

/** Tokens, and passwords in URLs, anywhere in a message. */
const TOKENS =
  /\bdck_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\bBearer )[\w.~+/-]+=*|(?<=:\/\/[^\s/:@"]*:)[^\s/@"]+(?=@)/g

/** Unprintable characters except the final line feed: they could control a terminal or reorder its text. */
const INVISIBLE = /[^\P{C}\n]/gu

/** A logger that writes one line of JSON per entry, without secrets and in printable characters. */
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
 * Logs a security event.
 * @param who the staff member, if known from a session or an identity
 */
export function logSecurity(
  event: SecurityEvent,
  what: Readonly<Record<string, unknown>>,
  who?: { id: string; email?: string; name?: string },
): void {
  const entry = { security: event, ...(who && { staff: who }), ...what }
  log[REFUSALS.has(event) ? 'warn' : 'info'](entry, `Security: ${event}`)
}

/** Omits the error's own fields, because those of a database error quote the failed row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}

/** Escaped as in JSON, so that the text is preserved. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
