import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '../../src/server/db/connection.ts'
import { programFile } from '../programs.ts'
import { AS_MERE, sessionsOf } from './sign-in/console-app.ts'

/** Starts the server as a process of its own, on a free port and with only these settings. */
export function spawnServer(settings: Record<string, string>, cwd?: string) {
  const child = spawn(process.execPath, [programFile('server')], {
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
    ...(cwd !== undefined && { cwd }),
  })
  let output = ''
  // Waits for 'close' and not 'exit', because output may arrive after the exit.
  const ended = once(child, 'close')
  child.stderr.on('data', (text) => {
    output += text
  })
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text
      const found = /Dispatch console: (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(output)))
  })
  return { child, url, ended, output: () => output }
}

/** The settings of a server on a folder's data, without the demo. */
export function withoutDemo(dataDir: string) {
  return { DATA_DIR: dataDir, DEMO: 'off', LOCAL_SIGN_IN: 'on', COURIERS: 'simulated' }
}

/** A token as issued at sign-in, for the embedded database in a folder. */
export async function tokenFor(dataDir: string, now: () => number = Date.now): Promise<string> {
  const db = await openDatabase({ databaseUrl: null, dataDir })
  const token = await sessionsOf(db, now, 'local').begin(AS_MERE, '')
  await db.destroy()
  return token
}
