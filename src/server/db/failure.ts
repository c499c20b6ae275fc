/**
 * What can be wrong with the database itself, as opposed to a statement that is at fault:
 * - `busy`: a lock, a queue or a time limit; the same request may succeed in a moment
 * - `unreachable`: it does not answer, or no connection is to be had
 * - `unconfirmed`: a commit was sent and not answered; whether it took place is not known
 * - `full`: no space is left for it
 * - `damaged`: its file cannot be read as one
 * - `missing`: its file was removed or replaced while it was open
 */
export type FailureKind = 'busy' | 'unreachable' | 'unconfirmed' | 'full' | 'damaged' | 'missing'

/** The database failed, with nothing committed unless it is `unconfirmed`. Its message is one sentence for the log. */
export class DatabaseFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** By SQLite's own texts: its driver gives no code with every error. */
const SQLITE_TEXTS: readonly (readonly [RegExp, FailureKind])[] = [
  [/database (table )?is locked/, 'busy'],
  [/database or disk is full/, 'full'],
  [/database disk image is malformed|file is not a database|database corruption/, 'damaged'],
  [/unable to open database file|database file was removed/, 'missing'],
  [/disk I\/O error/, 'damaged'],
]

/** By SQLSTATE or its class, the first that fits. */
const POSTGRES_CODES: readonly (readonly [RegExp, FailureKind])[] = [
  [/^53100$/, 'full'],
  [/^(53|55P03|57014|25P0[34]|40P01|40001)/, 'busy'],
  [/^(08|28|3D|57P|25006)/, 'unreachable'],
  [/^(XX00[12]|58030)/, 'damaged'],
]

const SQLSTATE = /^[0-9A-Z]{5}$/

/** A failure of the embedded database as a `DatabaseFailure`; any other error as it is. */
export function embeddedError(error: Error): Error {
  const kind = SQLITE_TEXTS.find(([text]) => text.test(error.message))?.[1]
  return kind ? new DatabaseFailure(kind, `The database failed: ${error.message}.`, error) : error
}

/** A failure of PostgreSQL, or of the connection to it, as a `DatabaseFailure`; any other error as it is. */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFailure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // What PostgreSQL itself answers has a code of five characters; the rest is the network or the connection.
  const kind = SQLSTATE.test(code)
    ? POSTGRES_CODES.find(([codes]) => codes.test(code))?.[1]
    : ('unreachable' as const)
  return kind ? new DatabaseFailure(kind, `PostgreSQL failed: ${error.message}.`, error) : error
}
