import { openDatabase } from '../db/connection.ts'
import { readConfig } from '../platform/config.ts'
import { runCommandLine } from './command-line.ts'
import { runSessionsCommand } from './sessions-command.ts'

/** The command `npm run sessions`. */
async function run(words: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  try {
    const { text, isFailure } = await runSessionsCommand({ ...config, db, now: Date.now() }, words)
    process[isFailure ? 'stderr' : 'stdout'].write(`${text}\n`)
    if (isFailure) process.exitCode = 1
  } finally {
    await db.destroy()
  }
}

await runCommandLine(run)
