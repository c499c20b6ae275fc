/**
 * Failures of the database itself, as opposed to an invalid statement:
 * - `busy`: a lock, a queue or a time limit; the same request may succeed in a moment
 * - `exhausted`: it has no connection or memory left
 * - `unreachable`: it does not respond, or there is no free connection of ours
 * - `unconfirmed`: a commit was sent and not confirmed; its outcome is unknown
 * - `full`: there is no space left
 * - `damaged`: its file is not readable as a database
 * - `missing`: its file was removed or replaced while it was open
 */
export type FailureKind =
  | 'busy'
  | 'exhausted'
  | 'unreachable'
  | 'unconfirmed'
  | 'full'
  | 'damaged'
  | 'missing'

/** The database failed. Nothing was committed, except perhaps if `unconfirmed`. The message is a sentence for the log. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Recognised by their messages, because SQLite's driver does not give every error a code. */
const SQLITE_TEXTS: readonly (readonly [RegExp, FailureKind])[] = [
  [/database (table )?is locked/, 'busy'],
  [/database or disk is full/, 'full'],
  [/database disk image is malformed|file is not a database|database corruption/, 'damaged'],
  [/unable to open database file|database file was removed/, 'missing'],
  [/disk I\/O error/, 'damaged'],
]

/** Recognised by their SQLSTATE or its class; the first match counts. */
const POSTGRES_CODES: readonly (readonly [RegExp, FailureKind])[] = [
  [/^53100$/, 'full'],
  [/^53/, 'exhausted'],
  [/^(55P03|57014|25P0[34]|40P01|40001)/, 'busy'],
  [/^(08|28|3D|57P|25006)/, 'unreachable'],
  [/^(XX00[12]|58030)/, 'damaged'],
]

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Converts a failure of the embedded database to a `DatabaseFailure`; returns any other error unchanged. */
export function embeddedError(error: Error): Error {
  const kind = SQLITE_TEXTS.find(([text]) => text.test(error.message))?.[1]
  return kind ? new DatabaseFailure(kind, `The database failed: ${error.message}.`, error) : error
}

/** Converts a failure of PostgreSQL or its connection to a `DatabaseFailure`; returns any other error unchanged. */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Errors of PostgreSQL itself have a code of five characters; all others come from the network or the connection.
  const kind = SQLSTATE.test(code)
    ? POSTGRES_CODES.find(([codes]) => codes.test(code))?.[1]
    : ('unreachable' as const)
  return kind ? new DatabaseFailure(kind, `PostgreSQL failed: ${error.message}.`, error) : error
}
