import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './console-process.ts'

/** A real IPP server that keeps each job as a file: `ippeveprinter` of CUPS. */
export interface TestPrinter {
  name: string
  /** For the file of `PRINTERS`. */
  address: string
  /** The jobs so far, oldest first. */
  jobs(): Uint8Array[]
  /** Resolves with all jobs once there are so many. */
  untilJobs(count: number): Promise<Uint8Array[]>
  /** Sets whether it has paper, as its own page does. */
  setPaper(isLoaded: boolean): Promise<void>
  /** Kills it, as pulling the plug does. */
  kill(): Promise<void>
}

export interface TestPrinters {
  start(name: string): Promise<TestPrinter>
  /** Ends the printers and the services that were started for them. */
  stop(): Promise<void>
}

const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin']
const PROGRAMS = ['ippeveprinter', 'avahi-daemon', 'dbus-daemon']
const PATIENCE_MS = 30_000

function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/**
 * Why no printer can be started: `ippeveprinter` registers itself with avahi-daemon, which needs the system's dbus, and
 * only root can start both. Null if they can be had.
 * @throws with REQUIRE_PRINTER=1 instead
 */
export function whyNoPrinters(): string | null {
  const missing = PROGRAMS.filter((name) => findProgram(name) === null)
  const isRunning = existsSync(AVAHI_SOCKET)
  const reason =
    missing.length > 0
      ? `${missing.join(', ')} not installed`
      : isRunning || process.getuid?.() === 0
        ? null
        : 'avahi-daemon is not running, and only root can start it'
  if (reason !== null && process.env.REQUIRE_PRINTER === '1')
    throw new Error(`REQUIRE_PRINTER=1, but ${reason}.`)
  return reason
}

const AVAHI_SOCKET = '/run/avahi-daemon/socket'
const DBUS_SOCKET = '/run/dbus/system_bus_socket'

/** Starts what printers need, if it is not running. Call it only if `whyNoPrinters` gives no reason. */
export async function startPrinters(): Promise<TestPrinters> {
  const folder = mkdtempSync(join(tmpdir(), 'console-printers-'))
  const services: ChildProcess[] = []
  const printers: ChildProcess[] = []
  if (!(await isListening(DBUS_SOCKET))) {
    mkdirSync('/run/dbus', { recursive: true })
    services.push(run('dbus-daemon', '--system', '--nofork', '--nopidfile'))
    await until(() => isListening(DBUS_SOCKET), 'dbus-daemon does not listen')
  }
  if (!(await isListening(AVAHI_SOCKET))) {
    services.push(run('avahi-daemon', '--no-drop-root', '--no-chroot'))
    await until(() => isListening(AVAHI_SOCKET), 'avahi-daemon does not listen')
  }
  return {
    async start(name) {
      const spool = mkdtempSync(join(folder, 'spool-'))
      const port = await freePort()
      // Without a command it takes 5 to 15 seconds for each job.
      const keeping = ['-f', 'application/pdf', '-d', spool, '-k', '-c', findProgram('true') ?? 'true']
      const child = run('ippeveprinter', '-p', String(port), '-r', 'off', ...keeping, name)
      printers.push(child)
      const web = `http://127.0.0.1:${port}`
      await until(async () => isAnswering(web), `${name} does not listen`)
      const jobs = () =>
        readdirSync(spool)
          .filter((file) => file.endsWith('.pdf'))
          .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
          .map((file) => new Uint8Array(readFileSync(join(spool, file))))
      return {
        name,
        address: `ipp://127.0.0.1:${port}/ipp/print`,
        jobs,
        async untilJobs(count) {
          await until(async () => jobs().length >= count, `${name} has not got ${count} jobs`)
          return jobs()
        },
        async setPaper(isLoaded) {
          const trays = isLoaded
            ? 'size1=iso_a4_210x297mm&type1=stationery&level1=250'
            : 'size1=&type1=&level1=0'
          await fetch(`${web}/media?${trays}&size3=&type3=&level3=0`)
        },
        kill: () => end(child),
      }
    },
    async stop() {
      await Promise.all(printers.map(end))
      // In reverse, because avahi-daemon uses dbus.
      for (const service of services.reverse()) await end(service)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function run(program: string, ...parameters: string[]): ChildProcess {
  const file = findProgram(program)
  if (file === null) throw new Error(`${program} is not installed.`)
  return spawn(file, parameters, { stdio: 'ignore' })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    connection.once('error', () => resolve(false))
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
  })
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function until(isReached: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isReached()); ) {
    if (Date.now() > deadline) throw new Error(otherwise)
    await pause(50)
  }
}
