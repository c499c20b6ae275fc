import { CompiledQuery, type QueryResult } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import { DatabaseFailure, postgresError } from './failure.ts'
import type { Backend, OpenTransaction, Patience, ReadKind } from './named-connections.ts'
import { PostgresServers } from './postgres-servers.ts'

const MINUTE = 60_000

/**
 * Time limits of statements, in milliseconds. PostgreSQL's are the shortest, then ours, then the console's. A statement
 * that we cancelled is rolled back when its connection closes. Why no write is applied later: decision 0014.
 */
interface Limits {
  /** For a row or a name locked by another transaction. */
  lock: number
  statement: number
  /** Our own limit, for a server that does not respond at all. */
  answer: number
}

const LIMITS: Record<Patience, Limits> = {
  request: { lock: 4000, statement: 8000, answer: 10_000 },
  batch: { lock: 12_000, statement: 12_000, answer: 15_000 },
  operator: { lock: 60 * MINUTE, statement: 60 * MINUTE, answer: 61 * MINUTE },
}

/** Milliseconds to wait for a new or free connection. */
const CONNECT_MS = 5000

/** Milliseconds after which PostgreSQL ends an idle transaction, as left by a hanging process. */
const IDLE_MS = MINUTE

/** Seconds after which a connection is replaced, so that none stays with a server that is no longer used. */
const AGE_S = 60

/** Milliseconds without traffic after which the system checks whether the other end still exists. */
const KEEP_ALIVE_MS = 5000

/** Milliseconds between replacements of all connections. */
const RENEW_EVERY_MS = 1000

/** Connections per process, by class of read. Writes use the connections for records. */
const CONNECTIONS: Record<ReadKind, number> = { record: 5, list: 3, deep: 1 }

/** With this many commits without a response no further write begins, so that reads keep connections. */
const MOST_UNCONFIRMED = 3

/** Commits of this user that have waited for a standby for longer than any that is confirmed in good order. */
const LATE_COMMITS = `select 1 from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()
  and usename = current_user and state_change < now() - interval '5 s' limit 1`

/** OIDs of types that pg would return as text (64-bit integers, such as counts, and numeric) or as Date. */
const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

interface PostgresPlace {
  address: string
  /** Whether it leads to a pooler in transaction mode, whose connections have no settings of ours. */
  isPooled: boolean
  /** Whether all statements have the limits of an operator's command. */
  isPatient: boolean
}

export function postgresBackend({ address, isPooled, isPatient }: PostgresPlace): Backend {
  const connections = new PostgresConnections(address, {
    ...LIMITS[isPatient ? 'operator' : 'request'],
    isPooled,
  })
  const transaction = async (kind: ReadKind, patience: Patience, begin: string) => {
    const limits = LIMITS[isPatient ? 'operator' : patience]
    return beginOn(
      await connections.lend(kind, limits.answer),
      `${begin}; ${settings(kind, limits, 'set local')}`,
    )
  }
  const write = async (patience: Patience) => {
    await connections.refuseUnconfirmed()
    return transaction('record', patience, 'begin')
  }

  const cancel = async (pid: number) => {
    const lease = await connections.lend('record', CONNECT_MS)
    await lease.run('select pg_cancel_backend($1)', [pid]).finally(() => lease.end())
  }

  return {
    async read<Row>(kind: ReadKind, query: CompiledQuery, signal?: AbortSignal) {
      if (isPooled || signal) {
        const reading = await transaction(kind, 'request', 'begin read only')
        const rows = signal ? runUntil<Row>(signal, reading, query, cancel) : reading.run<Row>(query)
        // Its end has nothing to report.
        return rows.finally(() => void reading.rollback())
      }
      const lease = await connections.lend(kind, LIMITS[isPatient ? 'operator' : 'request'].answer)
      return lease.run<Row>(query.sql, query.parameters).finally(() => lease.end())
    },
    async write<Row>(query: CompiledQuery) {
      // Outside a transaction, a server that reads it after our time-out would commit it.
      const writing = await write('request')
      try {
        const result = await writing.run<Row>(query)
        await writing.commit()
        return result
      } catch (error) {
        await writing.rollback()
        throw error
      }
    },
    begin: write,
    renew: () => connections.renew(),
    close: () => connections.close(),
    async check() {
      const kinds = READ_KINDS.flatMap((kind) => Array.from({ length: CONNECTIONS[kind] }, () => kind))
      const lent = await Promise.allSettled([
        ...kinds.map((kind) => connections.lend(kind, CONNECT_MS)),
        // With a pooler, the one that listens for changes has another address.
        ...(isPooled ? [] : [connections.openOther()]),
      ])
      for (const one of lent) if (one.status === 'fulfilled') one.value.end()
      const refused = lent.find((one) => one.status === 'rejected')
      if (refused) throw tooFew(lent, refused.reason)
    },
  }
}

const READ_KINDS = ['record', 'list', 'deep'] as const satisfies readonly ReadKind[]

function tooFew(lent: readonly PromiseSettledResult<unknown>[], reason: unknown): DatabaseFailure {
  const count = lent.filter(({ status }) => status === 'fulfilled').length
  const why = reason instanceof Error ? ` (${reason.message})` : ''
  return new DatabaseFailure(
    'unreachable',
    `it gives this process ${count} of ${lent.length} connections${why}: raise max_connections of PostgreSQL, or default_pool_size of a pooler in session mode`,
  )
}

/**
 * Queries are not compiled to machine code: estimated by millions of rows, that takes longer than running them. Lists are
 * read by indexes: the planner takes words that never meet for common ones, and would read the whole table.
 */
function settings(kind: ReadKind, { lock, statement }: Limits, set: 'set' | 'set local'): string {
  const values = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: IDLE_MS,
    jit: 'off',
    ...(kind !== 'record' && { enable_seqscan: 'off' }),
  }
  return Object.entries(values)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ')
}

type Pools = Record<ReadKind, pg.Pool>

/** The connections of this process. After a sign of failover on one of them, none is used again. */
class PostgresConnections {
  readonly #servers: PostgresServers
  readonly #open: () => Pools
  #pools: Pools
  /** Resolves when the connections of earlier pools are closed. */
  #closed: Promise<unknown> = Promise.resolve()
  /** Ends of connections whose commit has no response yet, with the pools that they belong to. */
  readonly #unconfirmed = new Map<() => void, Pools>()
  /** Runs for a while after a sign of failover. Signs meanwhile count once, at its end. */
  #pause: NodeJS.Timeout | null = null
  #isSeenAgain = false

  constructor(address: string, limits: Limits & { isPooled: boolean }) {
    this.#servers = new PostgresServers(address)
    const poolFor = (kind: ReadKind) => this.#poolOf(kind, limits)
    this.#open = () => ({ record: poolFor('record'), list: poolFor('list'), deep: poolFor('deep') })
    this.#pools = this.#open()
  }

  /**
   * A connection for one statement or transaction.
   * @param answer limit of each response in milliseconds
   */
  async lend(kind: ReadKind, answer: number): Promise<Lease> {
    let pools = this.#pools
    try {
      await this.#servers.find()
      for (;;) {
        pools = this.#pools
        const client = await pools[kind].connect()
        if (pools === this.#pools) return this.#leaseOf(client, answer, pools)
        client.release(true)
      }
    } catch (error) {
      const failure = postgresError(error)
      if (!isCrowded(error)) this.#lookOut(failure, pools)
      throw failure
    }
  }

  /** A connection beside those of the pools, as the one that listens for changes. */
  async openOther(): Promise<Pick<Lease, 'end'>> {
    const client = new pg.Client({
      connectionString: await this.#servers.find(),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    })
    client.on('error', () => undefined)
    const end = () => void client.end().catch(() => undefined)
    try {
      await client.connect()
      // A pooler accepts a connection before it has one to PostgreSQL.
      await client.query('select 1')
      return { end }
    } catch (error) {
      end()
      throw error
    }
  }

  /** @throws {DatabaseFailure} while PostgreSQL does not respond to commits */
  async refuseUnconfirmed(): Promise<void> {
    if (this.#unconfirmed.size >= MOST_UNCONFIRMED) await this.#forgetLost()
    if (this.#unconfirmed.size < MOST_UNCONFIRMED) return
    throw new DatabaseFailure(
      'unreachable',
      `PostgreSQL has not confirmed the last ${this.#unconfirmed.size} commits, as while it waits for a synchronous standby.`,
    )
  }

  /** Opens other connections. Those in use are closed when they are returned, and do not take the place of others. */
  renew(): void {
    const before = Object.values(this.#pools)
    this.#servers.lose()
    this.#pools = this.#open()
    this.#closed = Promise.all([this.#closed, ...before.map((pool) => pool.end())])
  }

  async close(): Promise<void> {
    this.renew()
    for (const end of this.#unconfirmed.keys()) end()
    await Promise.all([this.#closed, ...Object.values(this.#pools).map((pool) => pool.end())])
  }

  /**
   * Earlier connections may lead to a server that was lost and never responds, or to this one, where further commits
   * would wait as well.
   */
  async #forgetLost(): Promise<void> {
    const earlier = [...this.#unconfirmed].filter(([, pools]) => pools !== this.#pools)
    if (earlier.length === 0) return
    const lease = await this.lend('record', CONNECT_MS)
    const { rows } = await lease.run(LATE_COMMITS).finally(() => lease.end())
    if (rows.length === 0) for (const [end] of earlier) end()
  }

  /**
   * A connection that is lost, or leads to a server that stops or accepts no writes, is a sign of failover.
   * @param pools that it belongs to: earlier ones have been replaced already
   */
  #lookOut(failure: unknown, pools: Pools): void {
    const isSign = failure instanceof DatabaseFailure && failure.kind === 'unreachable'
    if (!isSign || pools !== this.#pools) return
    if (this.#pause !== null) {
      this.#isSeenAgain = true
      return
    }
    this.renew()
    this.#isSeenAgain = false
    this.#pause = setTimeout(() => {
      this.#pause = null
      if (this.#isSeenAgain) this.#lookOut(failure, this.#pools)
    }, RENEW_EVERY_MS).unref()
  }

  #leaseOf(client: pg.PoolClient, limit: number, pools: Pools): Lease {
    const lookOut = (failure: unknown) => this.#lookOut(failure, pools)
    const unconfirmed = this.#unconfirmed
    let isBroken = false
    let last: Promise<unknown> = Promise.resolve()
    return {
      get isBroken() {
        return isBroken
      },
      async run(sql, parameters = []) {
        try {
          const answer = client.query(sql, [...parameters])
          last = answer
          const { command, rowCount, rows } = await within(limit, answer)
          const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
          return isChange ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
        } catch (error) {
          const failure = postgresError(error)
          isBroken ||= failure instanceof DatabaseFailure && failure.kind === 'unreachable'
          // A late commit may wait for a standby while the server is well.
          if (!(sql === COMMIT && failure instanceof TooLate)) lookOut(failure)
          throw failure
        }
      },
      end: () => client.release(isBroken),
      endOnceAnswered() {
        const end = () => {
          if (unconfirmed.delete(end)) client.release(true)
        }
        unconfirmed.set(end, pools)
        last.then(end, end)
      },
    }
  }

  #poolOf(kind: ReadKind, { isPooled, ...limits }: Limits & { isPooled: boolean }): pg.Pool {
    const servers = this.#servers
    /** A connection to the server that is used now. */
    class Client extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: servers.used })
      }
    }
    const types = new pg.TypeOverrides()
    types.setTypeParser(INT8, Number)
    types.setTypeParser(NUMERIC, Number)
    types.setTypeParser(DATE, (day: string) => day)
    const pool = new pg.Pool({
      Client,
      types,
      max: CONNECTIONS[kind],
      connectionTimeoutMillis: CONNECT_MS,
      maxLifetimeSeconds: AGE_S,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // As statements, because poolers refuse or drop them as parameters of the connection.
      ...(!isPooled && {
        onConnect: (client) => within(CONNECT_MS, client.query(settings(kind, limits, 'set'))),
      }),
    })
    // A broken connection is replaced by the next query. Without a listener it would end the process: the pool
    // listens to idle connections only, and a broken connection in use rejects its query.
    pool.on('error', (error) => {
      if (pool.ending) return
      log.warn(`Lost a connection to PostgreSQL: ${error.message}`)
      this.#lookOut(postgresError(error), this.#pools)
    })
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
}

/** The pool's error when all connections are in use, which says nothing about the server. */
function isCrowded(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** A connection that belongs to one statement or transaction. */
interface Lease {
  run<Row>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>
  /** Whether the connection is unusable. */
  readonly isBroken: boolean
  /** Returns the connection to the pool, or closes a broken one. */
  end(): void
  /**
   * Closes the connection once the server responds or is lost. Until then it counts: a new one beside it would wait as
   * well, without end while a standby is missing.
   */
  endOnceAnswered(): void
}

const COMMIT = 'commit'

async function beginOn(lease: Lease, begin: string): Promise<OpenTransaction> {
  try {
    await lease.run(begin)
  } catch (error) {
    lease.end()
    throw error
  }
  let isLate = false
  return {
    run: ({ sql, parameters }) => lease.run(sql, parameters),
    async commit() {
      await lease.run(COMMIT).catch((error: unknown) => {
        isLate = error instanceof TooLate
        throw unconfirmed(error)
      })
      lease.end()
    },
    async rollback() {
      if (isLate) return lease.endOnceAnswered()
      if (!lease.isBroken) await lease.run('rollback').catch(() => undefined)
      lease.end()
    },
  }
}

/**
 * Runs a statement that is cancelled when the signal is aborted. In a transaction even a pooler runs it in one process of
 * PostgreSQL.
 * @param cancel sends the cancellation to that process
 */
async function runUntil<Row>(
  signal: AbortSignal,
  within: OpenTransaction,
  query: CompiledQuery,
  cancel: (pid: number) => Promise<void>,
): Promise<QueryResult<Row>> {
  const own = await within.run<{ pid: number }>(CompiledQuery.raw('select pg_backend_pid() as pid'))
  const pid = own.rows[0]?.pid
  signal.throwIfAborted()
  let cancelling: Promise<void> | undefined
  const abort = () => {
    if (pid !== undefined) cancelling = cancel(pid).catch(() => undefined)
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await within.run<Row>(query)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', abort)
    // A late cancellation would end a later statement of the process.
    await cancelling
  }
}

/** A commit that was sent and not confirmed may have taken place. */
function unconfirmed(error: unknown): unknown {
  const isOpen = error instanceof DatabaseFailure && error.kind === 'unreachable'
  return isOpen
    ? new DatabaseFailure('unconfirmed', `${error.message} A commit was under way.`, error)
    : error
}

/** Our own time limit has passed. */
class TooLate extends DatabaseFailure {
  constructor(limit: number) {
    super('unreachable', `PostgreSQL did not answer within ${limit} ms.`)
  }
}

async function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let late: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new TooLate(limit)), limit)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(late)
  }
}
