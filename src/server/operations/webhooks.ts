import { openDatabase } from '../db/connection.ts'
import { readConfig } from '../platform/config.ts'
import { printOutcome, runCommandLine } from './command-line.ts'
import { runWebhooksCommand } from './webhooks-command.ts'

/** The command `npm run webhooks`. */
await runCommandLine(async (words) => {
  const db = await openDatabase(readConfig(process.env), { isPatient: true })
  try {
    printOutcome(await runWebhooksCommand(db, words))
  } finally {
    await db.destroy()
  }
})
