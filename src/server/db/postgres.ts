import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import { DatabaseFailure, postgresError } from './failure.ts'
import type { Backend, OpenTransaction, ReadKind } from './named-connections.ts'

/**
 * Limits, in milliseconds. PostgreSQL's is the shortest, then ours, then the console's. A statement that we cancelled
 * is rolled back when its connection closes. Why no write is applied later: decision 0014.
 */
const LIMITS = {
  /** For a new or free connection. */
  connect: 5000,
  /** For a row locked by another transaction. */
  lock: 4000,
  statement: 8000,
  /** Our own limit, for a server that does not respond at all. */
  answer: 10_000,
  /** An idle transaction, as left by a hanging process. */
  idle: 60_000,
}

/** Connections per process, by class of read. Writes use the connections for records. */
const CONNECTIONS: Record<ReadKind, number> = { record: 5, list: 3, deep: 1 }

/** Begins a transaction whose statements have no time limit. */
const BEGIN_PATIENT = 'begin; set local statement_timeout = 0; set local lock_timeout = 0'

/** OIDs of types that pg would return as text (64-bit integers, such as counts, and numeric) or as Date. */
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** @param isPatient whether statements have no time limit */
export function postgresBackend(connectionString: string, isPatient: boolean): Backend {
  const limit = isPatient ? null : LIMITS.answer
  const poolFor = (kind: ReadKind) => poolOf(connectionString, CONNECTIONS[kind], isPatient)
  const pools = { record: poolFor('record'), list: poolFor('list'), deep: poolFor('deep') }

  return {
    async read<Row>(kind: ReadKind, { sql, parameters }: CompiledQuery) {
      const lease = await leaseOf(pools[kind], limit)
      try {
        return await lease.run<Row>(sql, parameters)
      } finally {
        lease.end()
      }
    },
    async write<Row>(query: CompiledQuery) {
      // Outside a transaction, a server that reads it after our time-out would commit it.
      const transaction = await beginOn(pools.record, limit)
      try {
        const result = await transaction.run<Row>(query)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback()
        throw error
      }
    },
    begin: (isPatient) =>
      isPatient ? beginOn(pools.record, null, BEGIN_PATIENT) : beginOn(pools.record, limit),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

function poolOf(connectionString: string, max: number, isPatient: boolean): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(DATE, (day: string) => day)
  const pool = new pg.Pool({
    connectionString,
    types,
    max,
    connectionTimeoutMillis: LIMITS.connect,
    ...(isPatient ? {} : { statement_timeout: LIMITS.statement, lock_timeout: LIMITS.lock }),
    idle_in_transaction_session_timeout: LIMITS.idle,
  })
  // A broken connection is replaced by the next query. Without a listener it would end the process: the pool
  // listens to idle connections only, and a broken connection in use rejects its query.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`Lost a connection to PostgreSQL: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A connection that belongs to one statement or transaction. */
interface Lease {
  run<Row>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>
  /** Whether the connection is unusable. */
  readonly isBroken: boolean
  /** Returns the connection to the pool, or closes a broken one. */
  end(): void
}

async function leaseOf(pool: pg.Pool, limit: number | null): Promise<Lease> {
  const client = await pool.connect().catch((error: unknown) => {
    throw postgresError(error)
  })
  let isBroken = false
  return {
    get isBroken() {
      return isBroken
    },
    async run(sql, parameters = []) {
      try {
        const answer = client.query(sql, [...parameters])
        const { command, rowCount, rows } = await (limit === null ? answer : within(limit, answer))
        const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
        return isChange ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
      } catch (error) {
        const failure = postgresError(error)
        isBroken ||= failure instanceof DatabaseFailure && failure.kind === 'unreachable'
        throw failure
      }
    },
    end: () => client.release(isBroken),
  }
}

async function beginOn(pool: pg.Pool, limit: number | null, begin = 'begin'): Promise<OpenTransaction> {
  const lease = await leaseOf(pool, limit)
  try {
    await lease.run(begin)
  } catch (error) {
    lease.end()
    throw error
  }
  return {
    run: ({ sql, parameters }) => lease.run(sql, parameters),
    async commit() {
      await lease.run('commit').catch((error: unknown) => {
        throw unconfirmed(error)
      })
      lease.end()
    },
    async rollback() {
      if (!lease.isBroken) await lease.run('rollback').catch(() => undefined)
      lease.end()
    },
  }
}

/** A commit that was sent and not confirmed may have taken place. */
function unconfirmed(error: unknown): unknown {
  const isOpen = error instanceof DatabaseFailure && error.kind === 'unreachable'
  return isOpen
    ? new DatabaseFailure('unconfirmed', `${error.message} A commit was under way.`, error)
    : error
}

async function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      reject(new DatabaseFailure('unreachable', `PostgreSQL did not answer within ${limit} ms.`))
    }, limit)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(late)
  }
}
