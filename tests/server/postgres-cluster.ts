import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

export interface Postgres {
  url: string
  stop(): Promise<void>
}

const run = promisify(execFile)

/** Installation folders of PostgreSQL, whose programs are seldom on the PATH. */
const HOMES = ['/usr/lib/postgresql', '/usr/pgsql']

/** The folder of `initdb` and `postgres`, newest version first; null if there is none. */
function findPrograms(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const home of HOMES) {
    if (!existsSync(home)) continue
    const versions = readdirSync(home).filter((name) => /^(postgresql@?)?\d+$/.test(name))
    versions.sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
    folders.push(...versions.map((version) => join(home, version, 'bin')))
  }
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}

/** The account that runs PostgreSQL, which refuses to run as root. */
export async function account(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'postgres'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

/** A cluster that tests may crash and restart. */
export interface Cluster extends Postgres {
  /** The folder of all its files. */
  folder: string
  /** Kills it and keeps its data, as in a power cut. */
  crash(): Promise<void>
  /** Stops it in good order, once its standby has all of its changes. */
  shutDown(): Promise<void>
  /** Restarts it after its end, on the same port. */
  restart(): Promise<void>
  /** The process id of its first process. */
  pid(): number
}

/** Options of a cluster. */
interface ClusterParts {
  /** Whether commits are written to disk before they are acknowledged, as in production. Slower. */
  isDurable?: boolean
  /** The folder in which the cluster creates its own. */
  parent?: string
}

/**
 * Starts a temporary cluster on a free port, by default without durability. Null if PostgreSQL is not installed;
 * an error with REQUIRE_POSTGRES=1.
 */
export async function startCluster({
  isDurable = false,
  parent = tmpdir(),
}: ClusterParts = {}): Promise<Cluster | null> {
  const programs = findPrograms()
  if (!programs) {
    if (process.env.REQUIRE_POSTGRES === '1')
      throw new Error('REQUIRE_POSTGRES=1, but PostgreSQL is not installed.')
    return null
  }
  const folder = mkdtempSync(join(parent, 'console-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const owner = await account()
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    const making = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await run(join(programs, 'initdb'), making, { ...owner, cwd: folder })
    const settings = isDurable ? DURABLE : FAST
    const cluster = await runCluster({ program: join(programs, 'postgres'), data, folder, owner, settings })
    return {
      ...cluster,
      stop: async () => {
        await cluster.crash()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** A program of PostgreSQL by its name. Links on the PATH may lead only to some. */
export function postgresProgram(name: string): string {
  const programs = findPrograms()
  if (programs === null) throw new Error('PostgreSQL is not installed.')
  return join(dirname(realpathSync(join(programs, 'initdb'))), name)
}

/** Starts a standby of a durable cluster, which follows it from now on. `stop` removes it. */
export async function startStandby(primary: Cluster, parent: string = tmpdir()): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'console-standby-'))
  const owner = await account()
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = await copyPrimary(primary, folder)
  const program = postgresProgram('postgres')
  const cluster = await runCluster({ program, data, folder, owner, settings: DURABLE })
  const stop = async () => {
    await cluster.crash()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...cluster, stop }
}

/** Makes a former primary, which has ended, a standby of the present one, at its own address. */
export async function rejoin(former: Cluster, primary: Cluster): Promise<void> {
  rmSync(join(former.folder, 'data'), { recursive: true })
  await copyPrimary(primary, former.folder)
  await former.restart()
}

/** Copies the data of a primary, so that a server with it follows. @returns their folder */
async function copyPrimary({ url }: Cluster, folder: string): Promise<string> {
  const data = join(folder, 'data')
  const copying = ['-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast']
  await run(postgresProgram('pg_basebackup'), copying, { ...(await account()), cwd: folder })
  return data
}

const DURABLE = ['listen_addresses=127.0.0.1']
const FAST = [...DURABLE, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Another program may take the port before it is used; then another port is tried. */
const MOST_TRIES = 5

interface ServerParts {
  program: string
  data: string
  folder: string
  owner: { uid?: number; gid?: number }
  settings: readonly string[]
}

async function runCluster(parts: ServerParts): Promise<Cluster> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    try {
      let server = await runServer(parts, port, url)
      return {
        url,
        folder: parts.folder,
        stop: () => server.end(),
        crash: () => server.end(),
        shutDown: () => server.end('SIGINT'),
        restart: async () => {
          server = await runServer(parts, port, url)
        },
        pid: () => server.pid,
      }
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
  }
}

/** Runs the cluster's server process. Resolves once it responds. */
async function runServer({ program, data, folder, owner, settings }: ServerParts, port: number, url: string) {
  const parameters = ['-D', data, '-p', String(port), '-k', folder]
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const
  const child = spawn(program, [...parameters, ...settings.flatMap((one) => ['-c', one])], options)
  let isOver = false
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      isOver = true
      resolve()
    }),
  )
  const end = async (signal: NodeJS.Signals = 'SIGQUIT') => {
    child.kill(signal)
    await ended
  }
  try {
    await untilReady(url, () => isOver)
    return { pid: child.pid ?? 0, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (isOver() || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

let administration: pg.Pool | undefined

/** Runs a statement on the run's cluster, on one connection that later statements use too. */
async function administer(statement: string): Promise<void> {
  const connectionString = process.env.TEST_POSTGRES_URL
  administration ??= new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true })
    // The cluster ends before the process does.
    .on('error', () => undefined)
  await administration.query(statement)
}

/**
 * A new database in the run's cluster, empty or a copy of another one there; `stop` drops it. Null if PostgreSQL is
 * not installed.
 */
export async function startPostgres(template = 'template1'): Promise<Postgres | null> {
  const cluster = process.env.TEST_POSTGRES_URL
  if (!cluster) {
    if (process.env.REQUIRE_POSTGRES === '1')
      throw new Error('REQUIRE_POSTGRES=1, but no cluster was started.')
    return null
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files takes half the processor time of writing each page to the log.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => administer(`drop database ${name} with (force)`) }
}
