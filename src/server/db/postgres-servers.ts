import pg from 'pg'
import { log } from '../platform/log.ts'
import { type PostgresAddress, parsePostgresAddress } from '../platform/postgres-address.ts'
import { ConfigError } from '../platform/settings.ts'
import { DatabaseFailure } from './failure.ts'

/** Milliseconds in which each server of an address must respond. */
const ANSWER_MS = 3000

/** Whether the server of a connection refuses writes: a standby, or one that was set to read only. */
export const REFUSES_WRITES =
  "(pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on')"

/**
 * The server of an address that is used: with several, or with a target, the first that fits. After a loss it is found
 * again, among the others first, because another server may have been promoted.
 */
export class PostgresServers {
  readonly #address: PostgresAddress
  #used: string | null = null
  /** The server that was lost last. It is tried last, because it may not respond at all. */
  #lost: string | null = null
  #finding: Promise<string> | null = null
  #warned = ''

  constructor(address: string) {
    const parsed = parsePostgresAddress(address)
    if ('fault' in parsed) throw new ConfigError(`The address of PostgreSQL ${parsed.fault}.`)
    this.#address = parsed
  }

  /** The address of the server found last. */
  get used(): string | undefined {
    return this.#used ?? this.#address.servers[0]?.url
  }

  /**
   * Finds the server, unless it is known.
   * @throws {DatabaseFailure} if no server fits, with the reason of each
   */
  async find(): Promise<string> {
    if (this.#used !== null) return this.#used
    this.#finding ??= this.#search().finally(() => {
      this.#finding = null
    })
    return this.#finding
  }

  /** The server may be gone, or may no longer fit. */
  lose(): void {
    this.#lost = this.#used ?? this.#lost
    this.#used = null
  }

  async #search(): Promise<string> {
    const { servers, target } = this.#address
    const [only] = servers
    if (only !== undefined && servers.length === 1 && target === 'any') {
      this.#used = only.url
      return only.url
    }
    const reasons: string[] = []
    const isLost = ({ url }: { url: string }) => Number(url === this.#lost)
    for (const { name, url } of servers.toSorted((one, other) => isLost(one) - isLost(other))) {
      const reason = await faultOf(url, target)
      if (reason !== null) {
        reasons.push(`${name} ${reason}`)
        continue
      }
      if (this.#warned !== reasons.join()) {
        this.#warned = reasons.join()
        if (reasons.length > 0) log.warn(`PostgreSQL is used at ${name}: ${reasons.join('; ')}`)
      }
      this.#used = url
      return url
    }
    throw new DatabaseFailure('unreachable', `No server of PostgreSQL can be used: ${reasons.join('; ')}.`)
  }
}

/** Why a server cannot be used; null if it can. */
async function faultOf(url: string, target: PostgresAddress['target']): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (target === 'any') return null
    const fits = target === 'primary' ? 'not pg_is_in_recovery()' : `not ${REFUSES_WRITES}`
    const { rows } = await client.query<{ fits: boolean }>(`select ${fits} as fits`)
    return rows[0]?.fits ? null : 'accepts no writes'
  } catch (error) {
    return `does not answer (${error instanceof Error ? error.message : String(error)})`
  } finally {
    // Not awaited: a machine that has vanished closes nothing.
    void client.end().catch(() => undefined)
  }
}
