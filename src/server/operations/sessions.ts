import { readConfig } from '../platform/config.ts'
import { runCommandLine, runOnServersDatabase } from './command-line.ts'
import { runSessionsCommand } from './sessions-command.ts'

/** The command `npm run sessions`. */
await runCommandLine(async (words) => {
  const config = readConfig(process.env)
  await runOnServersDatabase(config, (db) => runSessionsCommand({ ...config, db, now: Date.now() }, words))
})
