import { runCommandLine, runOnServersDatabase } from '../operations/command-line.ts'
import { readConfig } from '../platform/config.ts'
import { runKeysCommand } from './keys-command.ts'

/** The command `npm run keys`. */
await runCommandLine((words) =>
  runOnServersDatabase(readConfig(process.env), (db) => runKeysCommand({ db, now: Date.now() }, words)),
)
