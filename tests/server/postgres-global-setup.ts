import { startCluster } from './postgres-cluster.ts'

/** Starts a PostgreSQL cluster for the whole run. Each test file uses a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) {
    process.stdout.write('No PostgreSQL here: its half of the server tests is left out.\n')
    return async () => undefined
  }
  process.env.TEST_POSTGRES_URL = cluster.url
  return cluster.stop
}
