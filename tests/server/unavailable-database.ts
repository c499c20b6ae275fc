import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach } from 'vitest'
import { DatabaseFailure } from '../../src/server/db/failure.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import type { Database } from '../../src/server/db/schema.ts'

/** Connections to a test's database whose requests fail as if it were unreachable, from `goAway` to `comeBack`. */
export function unavailableAtTimes(database: () => Connections) {
  let isAway = false
  afterEach(() => {
    isAway = false
  })
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isAway) throw new DatabaseFailure('unreachable', 'The database does not respond.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const withPlugin = (db: Kysely<Database>) => db.withPlugin(plugin)
  return () => {
    const connections = database()
    const { record, list, deep } = connections.reads
    const db: Connections = Object.assign(withPlugin(connections), {
      ...connections,
      reads: { record: withPlugin(record), list: withPlugin(list), deep: withPlugin(deep) },
    })
    return {
      db,
      goAway: () => {
        isAway = true
      },
      comeBack: () => {
        isAway = false
      },
    }
  }
}
