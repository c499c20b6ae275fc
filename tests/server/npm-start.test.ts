import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { programFile } from '../programs.ts'
import { PATIENT } from '../time-outs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
let npm: ChildProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-npm-'))
})
afterEach(() => {
  // npm leads its process group, which includes the server.
  if (npm?.pid !== undefined && npm.stdout?.closed === false) process.kill(-npm.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs `npm start` like a user or a simple supervisor.
 * @returns once it has printed its address
 */
async function npmStart(cwd: string, shell: string) {
  const { NODE_ENV, VITEST, ...env } = process.env
  const started = spawn('npm', ['start', `--script-shell=${shell}`], {
    cwd,
    env: { ...env, PORT: '0', DATA_DIR: folder, DEMO: 'off', LOCAL_SIGN_IN: 'on', COURIERS: 'simulated' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  npm = started
  // Waits for 'close' and not 'exit', because the server inherits npm's output and keeps it open.
  const allEnded = once(started, 'close')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: started.stdout }).on('line', (line) => {
      const found = /^Dispatch console: (\S+)$/.exec(line)?.[1]
      if (found) resolve(found)
    })
    void allEnded.then(() => reject(new Error('npm start ended before it was ready')))
  })
  return { started, allEnded, url }
}

/** A package whose `npm start` runs a small program that ends with npm as the server does. */
function smallPackage(): string {
  const scripts = { start: `node ${programFile('launched')}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  return folder
}

it.each([
  ['the server', 'SIGKILL', 'dash, which stays between npm and it', 'sh'],
  ['a program', 'SIGTERM', 'dash, which stays between npm and it', 'sh'],
  ['a program', 'SIGTERM', 'bash, which it replaces', 'bash'],
  ['a program', 'SIGKILL', 'bash, which it replaces', 'bash'],
] as const)('%s ends when %s ends npm, with %s', PATIENT, async (program, signal, _, shell) => {
  const { started, allEnded, url } = await npmStart(program === 'the server' ? ROOT : smallPackage(), shell)
  expect((await fetch(url)).status).toBe(200)
  started.kill(signal)
  await allEnded
  await expect(fetch(url)).rejects.toThrow()
})
