import { readConfig } from '../platform/config.ts'
import { runCommandLine, runOnServersDatabase } from './command-line.ts'
import { runWebhooksCommand } from './webhooks-command.ts'

/** The command `npm run webhooks`. */
await runCommandLine((words) =>
  runOnServersDatabase(readConfig(process.env), (db) => runWebhooksCommand(db, words)),
)
