import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
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
  /** Takes all paper out of the printer permanently, as the printer's own web page does. */
  takePaper(): Promise<void>
  /** Kills it, as pulling the plug does. */
  kill(): Promise<void>
}

export interface TestPrinters {
  start(name: string): Promise<TestPrinter>
  /** Ends the printers. */
  stop(): Promise<void>
}

const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin']
const PROGRAMS = ['ippeveprinter', 'avahi-daemon', 'dbus-daemon']
const PATIENCE_MS = 30_000

function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

const AVAHI_SOCKET = '/run/avahi-daemon/socket'
const DBUS_SOCKET = '/run/dbus/system_bus_socket'
/** The variable that tells the workers why the services could not be started. */
const NOT_STARTED = 'PRINTER_SERVICES_NOT_STARTED'

/**
 * The reason why no printer can be started: `ippeveprinter` registers itself with avahi-daemon, which needs the
 * system's dbus, and only root can start both. Null if printers can be started.
 * @throws with REQUIRE_PRINTER=1 instead
 */
export function whyNoPrinters(): string | null {
  const missing = PROGRAMS.filter((name) => findProgram(name) === null)
  const isRunning = existsSync(AVAHI_SOCKET)
  const reason =
    missing.length > 0
      ? `${missing.join(', ')} not installed`
      : isRunning || process.getuid?.() === 0
        ? (process.env[NOT_STARTED] ?? null)
        : 'avahi-daemon is not running, and only root can start it'
  if (reason !== null && process.env.REQUIRE_PRINTER === '1')
    throw new Error(`REQUIRE_PRINTER=1, but ${reason}.`)
  return reason
}

/**
 * Starts dbus and avahi-daemon if they are not running. Once for all tests of a run, because printers exit when
 * avahi-daemon does. If that fails, `whyNoPrinters` returns the reason from then on.
 * @returns a function that stops the ones it started
 */
export async function startPrinterServices(): Promise<() => Promise<void>> {
  const services: ChildProcess[] = []
  const endServices = async () => {
    // In reverse, because avahi-daemon uses dbus.
    for (const service of services.reverse()) await end(service)
  }
  try {
    await startMissing(services)
  } catch (error) {
    await endServices()
    process.env[NOT_STARTED] = error instanceof Error ? error.message : String(error)
    return async () => undefined
  }
  return endServices
}

/** Starts the services that are not running, and adds them to `services`. */
async function startMissing(services: ChildProcess[]): Promise<void> {
  if (!(await isListening(DBUS_SOCKET))) {
    mkdirSync(dirname(DBUS_SOCKET), { recursive: true })
    services.push(run('dbus-daemon', '--system', '--nofork', '--nopidfile'))
    await until(() => isListening(DBUS_SOCKET), 'dbus-daemon does not listen')
  }
  if (!(await isListening(AVAHI_SOCKET))) {
    services.push(run('avahi-daemon', '--no-drop-root', '--no-chroot'))
    await until(() => isListening(AVAHI_SOCKET), 'avahi-daemon does not listen')
  }
}

/** Printers for the tests of a file. Requires the services. */
export function createPrinters(): TestPrinters {
  const folder = mkdtempSync(join(tmpdir(), 'console-printers-'))
  const printers: ChildProcess[] = []
  return {
    async start(name) {
      const spool = mkdtempSync(join(folder, 'spool-'))
      const port = await freePort()
      // Without a command it takes 5 to 15 seconds for each job.
      const keeping = ['-f', 'application/pdf', '-d', spool, '-k', '-c', findProgram('true') ?? 'true']
      const child = run('ippeveprinter', '-p', String(port), '-r', 'off', ...keeping, name)
      printers.push(child)
      return startedPrinter(name, child, spool, port)
    },
    async stop() {
      await Promise.all(printers.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startedPrinter(
  name: string,
  child: ChildProcess,
  spool: string,
  port: number,
): Promise<TestPrinter> {
  const web = `http://127.0.0.1:${port}`
  await until(() => isAnswering(web), `${name} does not listen`)
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
    async takePaper() {
      await fetch(`${web}/media?size1=&type1=&level1=0&size3=&type3=&level3=0`)
    },
    kill: () => end(child),
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
