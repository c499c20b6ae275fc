import { openDatabase, refuseNewer, refuseNoDatabase } from '../db/connection.ts'
import { embeddedError } from '../db/failure.ts'
import { migrate } from '../db/migrate.ts'
import { openAlone } from '../db/sqlite-database.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { plainTable } from './command-line.ts'
import { type MovedTable, moveData } from './move-data.ts'

const USAGE = 'Name the database to move to: npm run move -- postgres://user:password@host/database.'

/**
 * Moves the embedded database of the settings to the PostgreSQL database that the words name. No server can use it
 * meanwhile, so none of its changes is left behind.
 * @returns the summary to print
 * @throws {ConfigError} if a word or a setting is wrong, or a database cannot be opened or moved
 */
export async function runMoveCommand(
  [address, ...others]: readonly string[],
  { DATABASE_URL, ...env }: NodeJS.ProcessEnv,
): Promise<string> {
  if (address === undefined || others.length > 0) throw new ConfigError(USAGE)
  if (DATABASE_URL) throw new ConfigError('DATABASE_URL is set: the data is in PostgreSQL already.')
  const { dataDir } = readConfig(env)
  refuseNoDatabase({ databaseUrl: null, dataDir })
  const { databaseUrl } = readConfig({ ...env, DATABASE_URL: address })
  const source = openAlone(dataDir)
  try {
    await refuseNewer(source, { databaseUrl: null, dataDir })
    await migrate(source)
    const target = await openDatabase({ databaseUrl, dataDir }, { isPatient: true })
    try {
      const moved: MovedTable[] = []
      await moveData(source, target, (table) => moved.push(table))
      return summary(moved)
    } finally {
      await target.destroy()
    }
  } catch (error) {
    throw error instanceof Error ? embeddedError(error) : error
  } finally {
    await source.destroy()
  }
}

function summary(moved: readonly MovedTable[]): string {
  const rows = moved.map(({ table, rows, checksum }) => [table, String(rows), checksum.slice(0, 16)])
  return `${plainTable([['Table', 'Rows', 'SHA-256'], ...rows])}
Every row arrived as it is. Set DATABASE_URL and start the server; keep DATA_DIR until you are sure.
`
}
