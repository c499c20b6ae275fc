import { startCluster } from './postgres-cluster.ts'

/** One PostgreSQL cluster for the whole run; each test file takes a database of its own in it. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) {
    process.stdout.write('No PostgreSQL here: its half of the server tests is left out.\n')
    return async () => undefined
  }
  process.env.TEST_POSTGRES_URL = cluster.url
  return cluster.stop
}
