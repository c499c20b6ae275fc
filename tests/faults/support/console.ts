import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../../browser/console-process.ts'
import { onEmergency } from './cleanup.ts'

const ENTRY = fileURLToPath(new URL('./console-entry.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Only the newest part of the log is kept: a server under attack may write a lot. */
const LOG_KEPT = 200_000

/** How far the server's clock is from this machine's, in milliseconds. */
export interface ToConsole {
  offset: number
}

/** The server under attack, in a process of its own. */
export interface ConsoleOnTest {
  url: string
  log(): string
  isRunning(): boolean
  /** Ends the process at once, as `kill -9` does. */
  kill(): Promise<void>
  /** Ends the process in good order. */
  stop(): Promise<void>
  /** Starts it on the same data and port; resolves once it answers. */
  start(offset?: number): Promise<void>
  /** Shifts its clock from this machine's, in milliseconds. */
  shift(offset: number): Promise<void>
}

/** Prepares a server with settings of the environment, among them PORT; `start` runs it. */
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
