import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import { type Backend, isRead, type Lane, laneOf, type OpenTransaction } from './driver.ts'
import { DatabaseFailure, postgresError } from './failure.ts'

/**
 * Limits, in milliseconds. The server gives a statement up before we do, and we do before the console: what we gave up
 * is rolled back when its connection closes. Why no write lands later: docs/decisions/0014-database-driver-and-threads.md.
 */
const LIMITS = {
  /** For a connection: to be made, or free. */
  connect: 5000,
  /** For a row that another transaction has changed. */
  lock: 4000,
  statement: 8000,
  /** Of our own, for a server that says nothing at all. */
  answer: 10_000,
  /** A transaction without a statement, as a process that hangs leaves it. */
  idle: 60_000,
}

/** Connections of one process. Those for records are for writes as well. */
const CONNECTIONS: Record<Lane, number> = { record: 5, list: 3, deep: 2 }

/** Begins a transaction within which statements may take, and wait, as long as they do. */
const BEGIN_PATIENT = 'begin; set local statement_timeout = 0; set local lock_timeout = 0'

/** OIDs of PostgreSQL's types: 64-bit integers (as counts are) and numeric arrive as text, dates as Date, unless read here. */
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** @param isPatient whether statements may take as long as they do */
export function postgresBackend(connectionString: string, isPatient: boolean): Backend {
  const limit = isPatient ? null : LIMITS.answer
  const poolFor = (lane: Lane) => poolOf(connectionString, CONNECTIONS[lane], isPatient)
  const pools = { record: poolFor('record'), list: poolFor('list'), deep: poolFor('deep') }

  return {
    async run<Row>(query: CompiledQuery) {
      if (isRead(query)) {
        const lease = await leaseOf(pools[laneOf(query)], limit)
        try {
          return await lease.run<Row>(query.sql, query.parameters)
        } finally {
          lease.end()
        }
      }
      // By itself it would be committed by a server that reads it after we have given it up.
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
    begin: (isLong) => (isLong ? beginOn(pools.record, null, BEGIN_PATIENT) : beginOn(pools.record, limit)),
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
  // A connection that breaks is replaced by the next query; without a listener it would end the process. The pool
  // listens to the idle ones, and of one in use the query that it breaks tells.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`Lost a connection to PostgreSQL: ${error.message}`)
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A connection for one statement or transaction. */
interface Lease {
  run<Row>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>
  /** Whether the connection can no longer be used. */
  readonly isBroken: boolean
  /** Gives the connection back; a broken one is closed. */
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

/** A commit that was sent and not answered may have been made. */
function unconfirmed(error: unknown): unknown {
  const isOpen = error instanceof DatabaseFailure && error.kind === 'unreachable'
  return isOpen
    ? new DatabaseFailure('unconfirmed', `${error.message} A commit was under way.`, error)
    : error
}

async function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const failure = new DatabaseFailure('unreachable', `PostgreSQL did not answer within ${limit} ms.`)
    late = setTimeout(() => reject(failure), limit)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(late)
  }
}
