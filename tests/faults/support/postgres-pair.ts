import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../browser/console-process.ts'
import { type Cluster, startCluster, startStandby } from '../../server/postgres-cluster.ts'
import { programNamed, type RunningProgram, runProgram, startPooler } from '../../server/postgres-pooler.ts'
import { LeftOut } from '../scenario.ts'
import type { Bench } from './bench.ts'
import { onEmergency } from './cleanup.ts'
import { until } from './console.ts'
import { type DatabaseOnTest, emptyDatabase, withClient } from './database.ts'

/** Milliseconds in which a standby must follow. */
const FOLLOWS_WITHIN_MS = 10_000
/** Milliseconds in which a server must respond to its check: other attacks keep the machine busy. */
const CHECK_MS = 3000

/** A primary with a synchronous standby, and the addresses at which a server may use them. */
export interface PostgresPair {
  primary: Cluster
  standby: Cluster
  /** Through HAProxy, which sends connections to the primary, and closes those to a former one. */
  balanced: DatabaseOnTest
  /** Through HAProxy, which keeps connections to a former primary. */
  lenient: string
  /** Both servers in one address. */
  listed: string
  /** Through PgBouncer in transaction mode, and HAProxy. */
  pooled(): Promise<string>
  /** Lets a standby accept writes. */
  promote(standby: Cluster): Promise<void>
  /** Lets HAProxy take a server for the primary; null for the one that is. */
  mistake(server: Cluster | null): void
}

export async function startPair(bench: Bench): Promise<PostgresPair> {
  const haproxy = programNamed('haproxy')
  const primary = await startCluster({ isDurable: true })
  if (haproxy === null || primary === null) throw new LeftOut('HAProxy or PostgreSQL is not installed here')
  const keep = (cluster: Cluster) => {
    bench.defer(() => cluster.stop())
    bench.defer(onEmergency(() => process.kill(cluster.pid(), 'SIGQUIT')))
  }
  keep(primary)
  const standby = await startStandby(primary)
  keep(standby)
  await synchronise(primary)
  const folder = mkdtempSync(join(tmpdir(), 'console-pair-'))
  bench.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [port, lenient] = [await freePort(), await freePort()]
  let mistaken: Cluster | null = null
  const isUsed = async (cluster: Cluster) =>
    mistaken === null ? isPrimary(cluster.url) : cluster === mistaken
  const servers = await Promise.all([primary, standby].map((cluster) => checkOf(bench, cluster, isUsed)))
  const configuration = join(folder, 'haproxy.cfg')
  writeFileSync(configuration, balancer({ port, lenient }, servers))
  keepProgram(bench, await runProgram(haproxy, ['-db', '-f', configuration], port))
  const { pathname } = new URL(await emptyDatabase(primary.url))
  const url = `postgresql://postgres@127.0.0.1:${port}${pathname}`
  return {
    primary,
    standby,
    balanced: {
      ...{ name: 'postgres', url, folder, cluster: null },
      settings: { DATA_DIR: folder, DATABASE_URL: url },
    },
    lenient: `postgresql://postgres@127.0.0.1:${lenient}${pathname}`,
    listed: `postgresql://postgres@${servers.map(({ host }) => host).join(',')}${pathname}?target_session_attrs=read-write`,
    async pooled() {
      const pooler = await startPooler({ server: url, mode: 'transaction' })
      if (pooler === null) throw new LeftOut('PgBouncer is not installed here')
      keepProgram(bench, pooler)
      return pooler.url
    },
    promote: ({ url }) => withClient(url, async (client) => void (await client.query('select pg_promote()'))),
    mistake(server) {
      mistaken = server
    },
  }
}

/** Stops a program when the scenario ends. */
function keepProgram(bench: Bench, program: RunningProgram): void {
  bench.defer(() => program.stop())
  bench.defer(onEmergency(() => program.kill()))
}

/** Acknowledges commits of a primary only when its standby has them. */
export async function synchronise({ url }: Cluster): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'")
    await client.query('select pg_reload_conf()')
    const isSynchronous = async () => {
      const { rows } = await client.query("select 1 from pg_stat_replication where sync_state = 'sync'")
      return rows.length > 0
    }
    if ((await until(isSynchronous, FOLLOWS_WITHIN_MS, 50)) === null) throw new Error('The standby lags.')
  })
}

interface Checked {
  host: string
  /** The port of its check, which stands in for Patroni's. */
  check: number
}

/** Serves 200 while the server is to be used. */
async function checkOf(
  bench: Bench,
  cluster: Cluster,
  isUsed: (cluster: Cluster) => Promise<boolean>,
): Promise<Checked> {
  const server = createServer(async (_request, response) => {
    response.writeHead((await isUsed(cluster)) ? 200 : 503).end()
  })
  const check = await freePort()
  server.listen(check, '127.0.0.1')
  bench.defer(() => server.close())
  return { host: new URL(cluster.url).host, check }
}

async function isPrimary(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: CHECK_MS, query_timeout: CHECK_MS }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    // Not awaited, because a frozen server does not respond.
    client.end().catch(() => undefined)
  }
}

function balancer(ports: { port: number; lenient: number }, servers: readonly Checked[]): string {
  const lines = servers.map(({ host, check }, index) => `  server db${index + 1} ${host} check port ${check}`)
  const listen = (name: string, port: number, options = '') => `listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 200ms fall 2 rise 1${options}
${lines.join('\n')}
`
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 4s
${listen('console', ports.port, ' on-marked-down shutdown-sessions')}
${listen('lenient', ports.lenient)}`
}
