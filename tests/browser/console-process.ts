import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built console and its server in a process of its own, as run by `npm start`. */
export interface ConsoleProcess {
  url: string
  dataDir: string
  /** The output of the server so far. */
  log(): string
  /** Kills the process, as `kill -9` does. */
  kill(): Promise<void>
  /**
   * Starts the server again with the same data and port.
   * @returns milliseconds until it was ready
   */
  start(): Promise<number>
  /** Stops the process with a signal. */
  stop(): Promise<void>
  /** Stops the process and deletes its data. */
  remove(): Promise<void>
}

/**
 * A free port of this machine.
 * @param wanted the only port to try; 0 for any
 * @throws if the wanted port is taken
 */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}

/** The environment without the variables that the test runner sets for itself. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, VITEST, LOG_LEVEL, ...env } = process.env
  return env
}

/** Runs a script of the project to its end, outside the test runner. */
export async function runScript(script: string, ...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** Node's arguments in `npm start`, which builds the console if it is out of date and serves it. */
const START = ['--import', 'tsx', 'src/build/start.ts']

interface ConsoleParts {
  /** A free port by default. */
  port?: number
  /** Node's arguments; those of `npm start` by default. */
  program?: readonly string[]
  /** Where its sources are; this checkout by default. */
  folder?: string
}

/**
 * Starts the console.
 * @param dataDir its data; a new temporary folder by default
 * @param settings further environment variables, see docs/operations.md
 * @param program Node's arguments; those of `npm start` by default
 */
export async function startConsole(
  settings: NodeJS.ProcessEnv = {},
  dataDir: string = mkdtempSync(join(tmpdir(), 'console-data-')),
  { port: fixedPort, program = START, folder = ROOT }: ConsoleParts = {},
): Promise<ConsoleProcess> {
  const port = fixedPort ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...settings }
  let child: ChildProcess | null = null
  let log = ''

  async function start(): Promise<number> {
    const began = performance.now()
    const started = spawn(process.execPath, [...program], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.stderr.on('data', (text) => {
      log += text
    })
    const lines = createInterface({ input: started.stdout })
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        log += `${line}\n`
        if (line.includes(url)) resolve()
      })
      started.once('exit', (code) =>
        reject(new Error(`The console ended with ${code} at its start:\n${log}`)),
      )
    })
    return performance.now() - began
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    child = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    dataDir,
    log: () => log,
    kill: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
