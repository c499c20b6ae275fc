import { openDatabase } from '../db/connection.ts'
import { printOutcome, runCommandLine } from '../operations/command-line.ts'
import { readConfig } from '../platform/config.ts'
import { runKeysCommand } from './keys-command.ts'

/** The command `npm run keys`. */
async function run(words: readonly string[]): Promise<void> {
  const db = await openDatabase(readConfig(process.env), { isPatient: true })
  try {
    printOutcome(await runKeysCommand({ db, now: Date.now() }, words))
  } finally {
    await db.destroy()
  }
}

await runCommandLine(run)
