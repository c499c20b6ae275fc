import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { DatabaseFailure, type FailureKind } from '../../../src/server/db/failure.ts'
import { answerError } from '../../../src/server/http/api-answers.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { spyOnLog } from '../spy-on-log.ts'

// V16.5.2
it.each<[FailureKind, string]>([
  ['busy', 'The server is busy. Try again in a moment.'],
  ['unreachable', 'The database does not answer. Try again in a moment.'],
  ['unconfirmed', 'The database did not confirm the change. Check whether it was made before you try again.'],
  ['full', "The server's disk is full."],
  ['damaged', "The server's database is damaged."],
  ['missing', "The server's database file is missing. Nothing can be saved."],
])('a database that is %s causes a 503 with a message, and one log entry', async (kind, message) => {
  const logged = spyOnLog()
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  app.get('/', () => {
    throw new DatabaseFailure(kind, 'The database failed: some reason.')
  })
  const answer = await app.request('/')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({ success: false, message })
  expect(logged.entries()).toEqual([
    { level: 'error', database: kind, staff: undefined, message: 'The database failed: some reason.' },
  ])
  logged.restore()
})
