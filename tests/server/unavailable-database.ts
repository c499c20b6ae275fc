import type { Kysely } from 'kysely'
import { afterEach } from 'vitest'
import { DatabaseFailure } from '../../src/server/db/failure.ts'
import type { Database } from '../../src/server/db/schema.ts'

/** A connection to a test's database that fails as an unreachable database does, from `goAway` to `comeBack`. */
export function unavailableAtTimes(database: () => Kysely<Database>) {
  let isAway = false
  afterEach(() => {
    isAway = false
  })
  return () => ({
    db: database().withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new DatabaseFailure('unreachable', 'The database does not respond.')
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    goAway: () => {
      isAway = true
    },
    comeBack: () => {
      isAway = false
    },
  })
}
