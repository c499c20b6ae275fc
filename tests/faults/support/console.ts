import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../../browser/console-process.ts'
import { onEmergency } from './cleanup.ts'

const ENTRY = fileURLToPath(new URL('./console-entry.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Maximum number of characters of the log that are kept, because a server under attack may log a lot. */
const LOG_KEPT = 200_000

/** Message to the server process: the shift of its clock, in milliseconds. */
export interface ToConsole {
  offset: number
}

/** The attacked server, in a process of its own. */
export interface ConsoleOnTest {
  url: string
  log(): string
  isRunning(): boolean
  /** Kills the process, as `kill -9` does. */
  kill(): Promise<void>
  /** Stops the process with a signal. */
  stop(): Promise<void>
  /** Starts it with the same data and port. Resolves once it responds. */
  start(offset?: number): Promise<void>
  /** Sets the difference of its clock to this machine's, in milliseconds. */
  shift(offset: number): Promise<void>
}

/** Prepares a server with environment variables, including PORT. `start` runs it. */
export function prepareConsole(settings: NodeJS.ProcessEnv): ConsoleOnTest {
  let child: ChildProcess | null = null
  let log = ''
  const write = (text: Buffer) => {
    log = (log + text).slice(-LOG_KEPT)
  }
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  onEmergency(() => child?.kill('SIGKILL'))

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === null || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async function start(offset = 0): Promise<void> {
    const started = spawn(process.execPath, ['--import', 'tsx', ENTRY], {
      cwd: ROOT,
      env: { ...plainEnvironment(), ...settings, FAULTS_CLOCK_OFFSET_MS: String(offset) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    started.stdout?.on('data', write)
    started.stderr?.on('data', write)
    await new Promise<void>((resolve, reject) => {
      started.once('message', () => resolve())
      started.once('exit', (code, signal) => {
        reject(new Error(`The server ended with ${code ?? signal} at its start: ${log.slice(-2000)}`))
      })
    })
  }

  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    log: () => log,
    isRunning,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start,
    async shift(offset) {
      const message: ToConsole = { offset }
      const shifted = child && once(child, 'message')
      child?.send(message)
      await shifted
    },
  }
}
