import { statSync } from 'node:fs'
import { backupDatabase } from '../db/backup.ts'
import { nameOfDatabase } from '../db/connection.ts'
import { readConfig } from '../platform/config.ts'
import { ConfigError } from '../platform/settings.ts'
import { runCommandLine } from './command-line.ts'

const MIB = 1024 * 1024

await runCommandLine(async ([file, ...others]) => {
  if (file === undefined || others.length > 0) {
    throw new ConfigError('Name one new file for the backup: npm run backup -- console-backup.db.')
  }
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) {
    throw new ConfigError('DATABASE_URL is set: back PostgreSQL up with pg_dump, see docs/operations.md.')
  }
  await backupDatabase(dataDir, file)
  const size = `${(statSync(file).size / MIB).toFixed(1)} MiB`
  process.stdout.write(`${file}: ${size} of ${nameOfDatabase(config)}, checked.\n`)
})
