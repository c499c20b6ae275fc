import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import { DatabaseFailure, type FailureKind } from '../../../src/server/db/failure.ts'
import { answerError, apiAnswers } from '../../../src/server/http/api-answers.ts'
import { clientAddress } from '../../../src/server/http/connection.ts'
import { receiveBody } from '../../../src/server/http/receive-body.ts'
import { Refusal, RetryLater } from '../../../src/server/http/refusal.ts'
import { identifyRequest } from '../../../src/server/http/request-log.ts'
import { boundRequests, createPlaces } from '../../../src/server/http/requests-in-progress.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { listen } from '../../../src/server/platform/listen.ts'
import { currentRequest } from '../../../src/server/platform/log.ts'
import { spyOnLog } from '../spy-on-log.ts'

describe('the body of a request', () => {
  const MB = 1024 * 1024

  /** An app that returns the length of the body. */
  function receiving(within: number) {
    const app = new Hono<SessionEnv>()
    app.onError(answerError)
    app.post('/', receiveBody(1, within), async (c) => c.text(String((await c.req.text()).length)))
    return app
  }

  it.each([
    [200, 'x'.repeat(MB), String(MB)],
    [200, '', '0'],
    [413, 'x'.repeat(MB + 1), '{"success":false,"message":"The body may have at most 1 MB."}'],
  ])('answers %i', async (status, body, text) => {
    const answer = await receiving(10_000).request('/', { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([status, text])
  })

  it('stops reading a longer body', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += MB / 4
        controller.enqueue(new Uint8Array(MB / 4))
      },
    })
    const answer = await receiving(10_000).request('/', { method: 'POST', body, ...{ duplex: 'half' } })
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(2 * MB)
  })

  it.each([
    ['a body that does not arrive in time', 20, '1', 408],
    ['a body that is too long', 10_000, 'x'.repeat(MB), 413],
  ])('refuses %s, and closes the connection', async (_, within, part, status) => {
    const { port, stop } = await listen(['127.0.0.1'], 0, getRequestListener(receiving(within).fetch))
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    // The request never ends.
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
    for (let count = 0; count < 2; count += 1) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    socket.on('error', () => undefined)
    await once(socket, 'close')
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, 'is'))
    await stop(0)
  })
})

describe('the client of a request', () => {
  const proxies = new BlockList()
  proxies.addAddress('127.0.0.1')
  proxies.addSubnet('10.0.0.0', 8)

  async function addressOf(
    socket: string,
    forwarded: string | undefined,
    trusted = proxies,
  ): Promise<string> {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, trusted)))
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const family = socket.includes(':') ? 'IPv6' : 'IPv4'
    const connection = { remoteAddress: socket, remotePort: 1, remoteFamily: family }
    const answer = await app.request('/', { headers }, { incoming: { socket: connection } })
    return answer.text()
  }

  // V4.1.3, V15.3.4
  test.each([
    ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
    ['a client that names another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a trusted proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a trusted proxy on a socket of both versions', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['two trusted proxies', '127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['a client that names one more', '127.0.0.1', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
    ['a trusted proxy that names nobody', '127.0.0.1', undefined, '127.0.0.1'],
    ['a trusted proxy that names nonsense', '127.0.0.1', 'unknown, ', '127.0.0.1'],
    ['a client with an IPv6 address', '127.0.0.1', '2001:db8::1', '2001:db8::1'],
  ])('reads the address behind %s', async (_, socket, forwarded, expected) => {
    expect(await addressOf(socket, forwarded)).toBe(expected)
  })

  test('trusts no proxy where none is set', async () => {
    expect(await addressOf('127.0.0.1', '198.51.100.1', new BlockList())).toBe('127.0.0.1')
  })

  // V15.3.4
  test('is what the log names, too', async () => {
    const app = new Hono()
      .use(identifyRequest(proxies))
      .get('/', (c) => c.text(currentRequest.getStore()?.from ?? ''))
    const connection = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' }
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const answer = await app.request('/', { headers }, { incoming: { socket: connection } })
    expect(await answer.text()).toBe('198.51.100.1')
  })
})

describe('requests in progress', () => {
  /** A server that handles two requests of a session at a time, until the test releases them, and queues three more. */
  function held() {
    const under: { session: string; number: string; letGo(): void }[] = []
    const app = new Hono<SessionEnv>()
    app.onError(answerError)
    app.use(boundRequests(2, 3))
    app.get('/:number', async (c) => {
      const session = c.req.header('authorization') ?? ''
      await new Promise<void>((letGo) => under.push({ session, number: c.req.param('number'), letGo }))
      return c.req.param('number') === 'fails' ? Promise.reject(new Error('No.')) : c.text('done')
    })
    const ask = async (session: string, number: number | string) =>
      app.request(`/${number}`, { headers: { authorization: session } })
    return { app, ask, under, numbers: () => under.map(({ number }) => number) }
  }

  // V15.2.2
  it('handles a few requests of a session at a time, in order, and those of other sessions concurrently', async () => {
    const { ask, under, numbers } = held()
    const asked = [1, 2, 3, 4].map((number) => ask('one', number))
    const other = ask('two', 'other')
    await expect.poll(numbers).toEqual(['1', '2', 'other'])
    under[0]?.letGo()
    await expect.poll(numbers).toEqual(['1', '2', 'other', '3'])
    for (let index = 1; index < 5; index += 1) {
      await expect.poll(() => under.length).toBeGreaterThan(index)
      under[index]?.letGo()
    }
    expect((await Promise.all([...asked, other])).map(({ status }) => status)).toEqual(new Array(5).fill(200))
    expect(numbers()).toEqual(['1', '2', 'other', '3', '4'])
  })

  // V2.4.1
  it('refuses requests beyond the queue, and accepts them again when it is empty', async () => {
    const { ask, under } = held()
    const asked = ['fails', 2, 3, 4, 5].map((number) => ask('one', number))
    const refused = await ask('one', 6)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      { success: false, message: 'Too many requests at once. Try again in a moment.' },
    ])
    for (let index = 0; index < 5; index += 1) {
      await expect.poll(() => under.length).toBeGreaterThan(index)
      under[index]?.letGo()
    }
    // A failed request releases its slot, too.
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 200, 200, 200, 200])
    const again = ask('one', 7)
    await expect.poll(() => under.length).toBe(6)
    under[5]?.letGo()
    expect((await again).status).toBe(200)
  })

  it('a client that disconnects while it waits leaves the queue', async () => {
    const places = createPlaces(1, 2)
    const leave = await places.take('one')
    const gone = new AbortController()
    const first = places.take('one', gone.signal)
    const second = places.take('one')
    gone.abort()
    await expect(first).rejects.toThrow('The client disconnected.')
    // Its place in the queue is free again, and the next one is not skipped.
    const third = places.take('one')
    leave()
    const leaveSecond = await second
    leaveSecond()
    expect(await third).toBeTypeOf('function')
  })
})

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
    ['exhausted', 'The server is busy. Try again in a moment.'],
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
