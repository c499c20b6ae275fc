import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
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

const MINUTE = 60_000
const STEP_WITHIN_MS = 8000

/**
 * Restarts the server with a later clock each time until its upkeep has settled all work, because some work is
 * given up only after minutes.
 * @param from the first shift of the clock, in milliseconds
 * @returns the last shift
 */
export async function settle(
  console: ConsoleOnTest,
  isSettled: () => Promise<boolean>,
  from: number = 10 * MINUTE,
): Promise<number> {
  let offset = from
  for (let step = 0; step < 4; step += 1) {
    offset = from + step * 3 * MINUTE
    await console.kill()
    await console.start(offset)
    if ((await until(isSettled, STEP_WITHIN_MS)) !== null) break
  }
  return offset
}

/**
 * Repeats a check until it succeeds.
 * @returns the milliseconds that it took; null if it took too long
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  within: number,
  every = 200,
): Promise<number | null> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > within) return null
    await pause(every)
  }
  return performance.now() - began
}
