import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Database } from './schema.ts'

/**
 * What a read does: `record` finds a few rows by their keys, `list` takes some milliseconds, `deep` skips many rows
 * first. Each has connections of its own, so that reading one record never waits for a list.
 */
export type ReadKind = 'record' | 'list' | 'deep'

/**
 * How long statements may take and wait: `request` while a user waits, `batch` for records that are loaded,
 * and `operator`, practically without limits, for commands, migrations and first data.
 */
export type Patience = 'request' | 'batch' | 'operator'

/** The operations of a database that its connections need. Both databases implement it. */
export interface Backend {
  /** Runs a statement that changes nothing. An aborted signal cancels it, and is what it rejects with. */
  read<Row>(kind: ReadKind, query: CompiledQuery, signal?: AbortSignal): Promise<QueryResult<Row>>
  /** Runs any statement in a transaction of its own, which is committed when it resolves. */
  write<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  begin(patience: Patience): Promise<OpenTransaction>
  /** Replaces all connections before their next use, after a sign that another server has taken over. */
  renew(): void
  /** @throws {DatabaseFailure} if the connections cannot be open at the same time; the message has no subject */
  check(): Promise<void>
  close(): Promise<void>
}

export interface OpenTransaction {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  commit(): Promise<void>
  /** Never rejects, so that the error that caused the rollback is the one reported. */
  rollback(): Promise<void>
}

/**
 * The connections to the database. The object itself writes: its transactions, and its statements outside of them. Only
 * queries that Kysely builds as a select go to `reads.record` from there; a select written in SQL is sent to one of
 * `reads`, which cannot change anything.
 */
export type Connections = Kysely<Database> & {
  /** Transactions of a start or a command: migrations and first data. They may wait for an hour. */
  readonly patient: Kysely<Database>
  /** Transactions that load records and messages: imports, and what other systems send. */
  readonly batch: Kysely<Database>
  readonly reads: Readonly<Record<ReadKind, Kysely<Database>>>
  /** Like `reads.deep`, for statements of which nobody reads the result once the signal is aborted: see `isWanted`. */
  deepUntil(signal: AbortSignal): Kysely<Database>
  /** Calls the listener after each transaction of this process that has inserted rows. @returns a function that ends it */
  onInsert(table: keyof Database, listener: () => void): () => void
} & Pick<Backend, 'renew' | 'check'>

/**
 * The connections of a backend, which `destroy()` closes.
 * @param language what Kysely needs to know of the database, besides how to reach it
 */
export function connectionsTo(backend: Backend, language: Omit<Dialect, 'createDriver'>): Connections {
  let closed: Promise<void> | null = null
  // A statement after the end would open the database again.
  const refuseClosed = () => {
    if (closed) throw new Error('The connections to the database are closed.')
  }
  const connection = (run: Run, begin: Begin) =>
    new Kysely<Database>({ dialect: { ...language, createDriver: () => driverOf(run, begin, refuseClosed) } })
  const run: Run = (query) =>
    query.query.kind === 'SelectQueryNode' ? backend.read('record', query) : backend.write(query)
  const reading = (kind: ReadKind, signal?: AbortSignal) =>
    connection((query) => backend.read(kind, query, signal), refuseTransaction)
  const listeners = new Set<{ table: keyof Database; listener: () => void }>()
  const committed = (inserted: ReadonlySet<string>) => {
    for (const { table, listener } of listeners) if (inserted.has(table)) listener()
  }
  const begin = (patience: Patience) => async () => observed(await backend.begin(patience), committed)
  return Object.assign(connection(run, begin('request')), {
    patient: connection(run, begin('operator')),
    batch: connection(run, begin('batch')),
    reads: { record: reading('record'), list: reading('list'), deep: reading('deep') },
    deepUntil: (signal: AbortSignal) => reading('deep', signal),
    onInsert(table: keyof Database, listener: () => void) {
      const one = { table, listener }
      listeners.add(one)
      return () => void listeners.delete(one)
    },
    renew: () => backend.renew(),
    check: () => backend.check(),
    destroy() {
      closed ??= backend.close()
      return closed
    },
  })
}

/** A transaction that reports the tables into which it has inserted rows, once it is committed. */
function observed(
  transaction: OpenTransaction,
  committed: (inserted: ReadonlySet<string>) => void,
): OpenTransaction {
  const inserted = new Set<string>()
  return {
    run({ query, ...compiled }) {
      if (query.kind === 'InsertQueryNode' && query.into) inserted.add(query.into.table.identifier.name)
      return transaction.run({ query, ...compiled })
    },
    async commit() {
      await transaction.commit()
      committed(inserted)
    },
    rollback: () => transaction.rollback(),
  }
}

type Run = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
type Begin = () => Promise<OpenTransaction>

async function refuseTransaction(): Promise<never> {
  throw new Error('A connection for reads has no transactions.')
}

/**
 * Kysely's driver. A connection reserves nothing until its first statement: a single statement runs by itself, the
 * statements of a transaction in that transaction.
 * @param refuseClosed throws once the connections are closed
 */
function driverOf(run: Run, begin: Begin, refuseClosed: () => void): Driver {
  const transactions = new WeakMap<DatabaseConnection, OpenTransaction>()
  const end = async (connection: DatabaseConnection, by: 'commit' | 'rollback') => {
    await transactions.get(connection)?.[by]()
    transactions.delete(connection)
  }
  return {
    init: async () => undefined,
    async acquireConnection() {
      refuseClosed()
      const connection: DatabaseConnection = {
        executeQuery: (query) => transactions.get(connection)?.run(query) ?? run(query),
        streamQuery() {
          throw new Error('This database does not stream its rows.')
        },
      }
      return connection
    },
    async beginTransaction(connection) {
      transactions.set(connection, await begin())
    },
    commitTransaction: (connection) => end(connection, 'commit'),
    rollbackTransaction: (connection) => end(connection, 'rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
}
