import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { databaseFile } from '../../../src/server/db/connection.ts'
import { embeddedBackend } from '../../../src/server/db/embedded.ts'
import { type Backend, type Connections, connectionsTo } from '../../../src/server/db/named-connections.ts'
import { postgresBackend } from '../../../src/server/db/postgres.ts'
import type { Place } from '../databases.ts'

/** Runs before each statement, which waits for it. Transactions are counted from 1; 0 means none. */
export type BeforeStatement = (transaction: number) => Promise<void>

/** The connections to a migrated database. */
export function backendAt({ databaseUrl, dataDir }: Place): Backend {
  if (databaseUrl === null) return embeddedBackend(databaseFile(dataDir), false)
  return postgresBackend({ address: databaseUrl, isPooled: false, isPatient: false })
}

/** Calls `before` before each statement on connections that others may use too. */
export function stepDatabase(backend: Backend, { databaseUrl }: Place, before: BeforeStatement): Connections {
  const isEmbedded = databaseUrl === null
  let begun = 0
  const stepped: Backend = {
    async read(kind, query) {
      await before(0)
      return backend.read(kind, query)
    },
    async write(query) {
      await before(0)
      return backend.write(query)
    },
    async begin(patience) {
      const transaction = await backend.begin(patience)
      begun += 1
      const number = begun
      return {
        ...transaction,
        async run(query) {
          await before(number)
          return transaction.run(query)
        },
      }
    },
    renew: () => backend.renew(),
    check: () => backend.check(),
    close: () => backend.close(),
  }
  return connectionsTo(stepped, {
    createAdapter: () => (isEmbedded ? new SqliteAdapter() : new PostgresAdapter()),
    createIntrospector: (db) => (isEmbedded ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
    createQueryCompiler: () => (isEmbedded ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
  })
}
