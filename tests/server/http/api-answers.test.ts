import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { DatabaseFailure, type FailureKind } from '../../../src/server/db/failure.ts'
import { answerError, apiAnswers } from '../../../src/server/http/api-answers.ts'
import { Refusal, RetryLater } from '../../../src/server/http/refusal.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { spyOnLog } from '../spy-on-log.ts'

const LONG = JSON.stringify(Array.from({ length: 100 }, (_, index) => `order ${index}`))

function app() {
  const app = new Hono()
  app.use(apiAnswers('v7'))
  app.get('/long', (c) => c.body(LONG, 200, { 'Content-Type': 'application/json' }))
  app.get('/short', (c) => c.json({ success: true }))
  app.get('/none', (c) => c.body(null, 204))
  return app
}

describe('a response of the API', () => {
  // V14.3.2
  it.each(['/long', '/short', '/none', '/unknown'])(
    'has the console version and is never cached: %s',
    async (path) => {
      const answer = await app().request(path, { headers: { 'Accept-Encoding': 'br' } })
      expect(answer.headers.get('x-console-version')).toBe('v7')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    },
  )

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s when it is long', async (encoding, decompress) => {
    const answer = await app().request('/long', { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(decompress(Buffer.from(await answer.arrayBuffer())).toString()).toBe(LONG)
  })

  it('is not compressed when it is short, or no encoding is accepted', async () => {
    const short = await app().request('/short', { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, { success: true }])
    const plain = await app().request('/long')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, LONG])
  })

  it.each([
    [new Refusal(503, 'Away.'), '5'],
    [new RetryLater(503, 'Away.', 60), '60'],
    [new RetryLater(429, 'Too many.', 7), '7'],
    [new Refusal(409, 'No.'), null],
  ])('says with every 503 when to try again: %s', async (refusal, seconds) => {
    const app = new Hono<SessionEnv>().onError(answerError)
    app.get('/', () => {
      throw refusal
    })
    expect((await app.request('/')).headers.get('retry-after')).toBe(seconds)
  })
})

describe('failures of the database', () => {
  // V16.5.2
  it.each<[FailureKind, string]>([
    ['busy', 'The server is busy. Try again in a moment.'],
    ['unreachable', 'The database does not answer. Try again in a moment.'],
    [
      'unconfirmed',
      'The database did not confirm the change. Check whether it was made before you try again.',
    ],
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
})
