import type { Kysely, KyselyPlugin, QueryId } from 'kysely'
import { afterEach } from 'vitest'
import { DatabaseFailure } from '../../src/server/db/failure.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import type { Database } from '../../src/server/db/schema.ts'

/**
 * Connections to a test's database whose requests fail as if it were unreachable, from `goAway` to `comeBack`, or whose
 * next update is made without an answer, after `loseAnswer`.
 */
export function unavailableAtTimes(database: () => Connections) {
  let isAway = false
  let losesAnswer = false
  const lost = new WeakSet<QueryId>()
  afterEach(() => {
    isAway = false
    losesAnswer = false
  })
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (isAway) throw new DatabaseFailure('unreachable', 'The database does not respond.')
      if (losesAnswer && node.kind === 'UpdateQueryNode') {
        losesAnswer = false
        lost.add(queryId)
      }
      return node
    },
    async transformResult({ result, queryId }) {
      if (lost.has(queryId)) throw new DatabaseFailure('unconfirmed', 'A commit was under way.')
      return result
    },
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
      loseAnswer: () => {
        losesAnswer = true
      },
    }
  }
}
