import { startCluster } from './postgres-cluster.ts'
import { makeTemplates } from './templates.ts'

/**
 * Starts a PostgreSQL cluster for the whole run, and makes the migrated databases that test files copy. Each file uses
 * databases of its own.
 */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (cluster) process.env.TEST_POSTGRES_URL = cluster.url
  else process.stdout.write('No PostgreSQL here: its half of the server tests is left out.\n')
  const removeTemplates = await makeTemplates()
  return async () => {
    removeTemplates()
    await cluster?.stop()
  }
}
