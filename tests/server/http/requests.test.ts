import { once } from 'node:events'
import { BlockList, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it, test } from 'vitest'
import { answerError } from '../../../src/server/http/api-answers.ts'
import { clientAddress } from '../../../src/server/http/connection.ts'
import { receiveBody } from '../../../src/server/http/receive-body.ts'
import { identifyRequest } from '../../../src/server/http/request-log.ts'
import { boundRequests, createPlaces } from '../../../src/server/http/requests-in-progress.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { listen } from '../../../src/server/platform/listen.ts'
import { currentRequest } from '../../../src/server/platform/log.ts'

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
