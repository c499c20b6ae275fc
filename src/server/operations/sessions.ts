import { openDatabase } from '../db/connection.ts'
import { readConfig } from '../platform/config.ts'
import { printOutcome, runCommandLine } from './command-line.ts'
import { runSessionsCommand } from './sessions-command.ts'

/** The command `npm run sessions`. */
async function run(words: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  try {
    printOutcome(await runSessionsCommand({ ...config, db, now: Date.now() }, words))
  } finally {
    await db.destroy()
  }
}

await runCommandLine(run)
