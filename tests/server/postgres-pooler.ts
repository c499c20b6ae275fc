import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../browser/console-process.ts'
import { account, type Postgres } from './postgres-cluster.ts'

/** Milliseconds in which a program must accept connections, and between looks. */
const STARTS_WITHIN_MS = 30_000
const LOOK_MS = 100

/** Installed programs of servers are often not on the PATH. Null if there is none. */
export function programNamed(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null
}

/** A program that listens. */
export interface RunningProgram {
  /** At once, without waiting for its end. */
  kill(): void
  stop(): Promise<void>
}

/** Runs a program. Resolves once it listens on the port. */
export async function runProgram(
  program: string,
  parameters: string[],
  port: number,
  owner: { uid?: number; gid?: number } = {},
): Promise<RunningProgram> {
  const child = spawn(program, parameters, { ...owner, cwd: '/', stdio: 'ignore' })
  const ended = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  const stop = async () => {
    kill()
    await ended
  }
  for (const deadline = performance.now() + STARTS_WITHIN_MS; performance.now() < deadline; ) {
    if (await accepts(port)) return { kill, stop }
    await pause(LOOK_MS)
  }
  await stop()
  throw new Error(`${program} did not start.`)
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

interface PoolerParts {
  /** The address of PostgreSQL. */
  server: string
  mode: 'transaction' | 'session'
  /** Connections to PostgreSQL for a database and a user. */
  size?: number
}

/** PgBouncer in front of PostgreSQL, at the address `url` of the same database. Null if it is not installed. */
export async function startPooler({
  server,
  mode,
  size = 20,
}: PoolerParts): Promise<(Postgres & RunningProgram) | null> {
  const pgbouncer = programNamed('pgbouncer')
  if (pgbouncer === null) {
    if (process.env.REQUIRE_POSTGRES === '1')
      throw new Error('REQUIRE_POSTGRES=1, but PgBouncer is not installed.')
    return null
  }
  const { hostname, port: target, pathname } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'console-pooler-'))
  const port = await freePort()
  const [configuration, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(users, '"postgres" ""\n')
  writeFileSync(
    configuration,
    `[databases]
* = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
server_login_retry = 1
`,
  )
  const owner = await account()
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [folder, configuration, users]) chownSync(path, owner.uid, owner.gid)
  }
  const program = await runProgram(pgbouncer, [configuration], port, owner)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${pathname}`,
    kill: program.kill,
    async stop() {
      await program.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
