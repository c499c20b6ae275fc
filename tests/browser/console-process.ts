import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The built console and its server, as `npm start` runs them, in a process of their own. */
export interface ConsoleProcess {
  url: string
  dataDir: string
  /** What the server has said so far. */
  log(): string
  /** Ends the process at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Starts it again on the same data and port; resolves to the milliseconds until it was ready. */
  start(): Promise<number>
  /** Ends the process in good order. */
  stop(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}

/** What a test runner sets in its own environment must not reach the server. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, VITEST, LOG_LEVEL, ...env } = process.env
  return env
}

/** Runs one of the project's own scripts to its end, outside the test runner. */
export async function runScript(script: string, ...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/**
 * Starts the console on a spare port.
 * @param dataDir its data; a fresh temporary folder when left out
 * @param settings further environment, as the table of settings in docs/operations.md has it
 */
export async function startConsole(
  settings: NodeJS.ProcessEnv = {},
  dataDir: string = mkdtempSync(join(tmpdir(), 'console-data-')),
): Promise<ConsoleProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: dataDir, ...settings }
  let child: ChildProcess | null = null
  let log = ''

  async function start(): Promise<number> {
    const began = performance.now()
    const started = spawn(process.execPath, ['--import', 'tsx', 'src/build/start.ts'], {
      cwd: ROOT,
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
