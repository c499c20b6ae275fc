import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { PATIENT, READ_MARKS } from './dialect/statement-hints.ts'

/** The operations of a database that the Kysely driver needs. Both databases implement it. */
export interface Backend {
  /** Runs a statement outside a transaction: a read, or a write that is committed when it resolves. */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** @param isPatient whether it waits and runs without time limits, as migrations do */
  begin(isPatient: boolean): Promise<OpenTransaction>
  close(): Promise<void>
}

export interface OpenTransaction {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  commit(): Promise<void>
  /** Never rejects, so that the error that caused the rollback is the one reported. */
  rollback(): Promise<void>
}

/** The class of connections that a read uses. */
export type Lane = 'record' | keyof typeof READ_MARKS

export function laneOf({ sql }: CompiledQuery): Lane {
  if (sql.includes(READ_MARKS.deep)) return 'deep'
  return sql.includes(READ_MARKS.list) ? 'list' : 'record'
}

const READS = /^(\/\*[^*]*\*\/)?\s*(select|with)\b/i
const CHANGES = /\b(insert|update|delete)\b/i

/**
 * Whether a statement only reads. If in doubt it counts as a write, because connections for writes can run both.
 */
export function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (READS.test(sql) && !CHANGES.test(sql))
}

/**
 * Kysely's driver for a backend. A connection reserves nothing until its first statement: a single statement goes
 * to the backend, the statements of a transaction to that transaction.
 */
export function driverOf(backend: Backend): Driver {
  const transactions = new WeakMap<DatabaseConnection, OpenTransaction>()
  const end = async (connection: DatabaseConnection, by: 'commit' | 'rollback') => {
    await transactions.get(connection)?.[by]()
    transactions.delete(connection)
  }
  return {
    init: async () => undefined,
    async acquireConnection() {
      const connection: DatabaseConnection = {
        executeQuery: (query) => (transactions.get(connection) ?? backend).run(query),
        streamQuery() {
          throw new Error('This database does not stream its rows.')
        },
      }
      return connection
    },
    async beginTransaction(connection, { isolationLevel }) {
      transactions.set(connection, await backend.begin(isolationLevel === PATIENT))
    },
    commitTransaction: (connection) => end(connection, 'commit'),
    rollbackTransaction: (connection) => end(connection, 'rollback'),
    releaseConnection: async () => undefined,
    destroy: () => backend.close(),
  }
}
