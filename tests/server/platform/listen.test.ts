import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from '../../../src/server/platform/listen.ts'
import { PATIENT } from '../../time-outs.ts'

const answer = () => undefined

it('tries another port if one is not free on all addresses', async () => {
  let rounds = 0
  const addresses = {
    *[Symbol.iterator]() {
      rounds += 1
      yield '127.0.0.1'
      // The first round repeats an address, whose port is then already in use.
      if (rounds === 1) yield '127.0.0.1'
    },
  }
  const { port, stop } = await listen(addresses, 0, answer)
  expect([rounds, port > 0]).toEqual([2, true])
  await stop(0)
})

it('fails if no port is free, or the requested one is taken', async () => {
  await expect(listen(['127.0.0.1', '127.0.0.1'], 0, answer)).rejects.toThrow(/^PORT 0 is taken/)
  const { port, stop } = await listen(['127.0.0.1'], 0, answer)
  await expect(listen(['127.0.0.1'], port, answer)).rejects.toThrow(
    `PORT ${port} is taken by another program: stop it, or set PORT to a free one.`,
  )
  await stop(0)
})

it('completes pending responses when it stops, and keeps no connection alive', async () => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const answerLater: RequestListener = (_, response) => {
    arrive()
    void released.then(() => response.end('done'))
  }
  const { port, stop } = await listen(['127.0.0.1'], 0, answerLater)
  const agent = new Agent({ keepAlive: true })
  const answered = once(get({ port, host: '127.0.0.1', agent }), 'response')
  await arrived
  const stopped = stop(600_000)
  release()
  const [response]: IncomingMessage[] = await answered
  expect(response?.statusCode).toBe(200)
  response?.resume()
  // Resolves long before the ten minutes are over: the connection is closed although its client keeps it alive.
  await stopped
  agent.destroy()
})

it('keeps an idle connection for longer than the minute of a reverse proxy', async () => {
  const { port, stop } = await listen(['127.0.0.1'], 0, (_, response) => void response.end())
  const agent = new Agent({ keepAlive: true })
  const [response]: IncomingMessage[] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
  response?.resume()
  const [, seconds] = /timeout=(\d+)/.exec(String(response?.headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  agent.destroy()
  await stop(0)
})

// V15.2.2
it('disconnects a client that does not read its response', async () => {
  // More than fits into the system's buffers.
  const large = Buffer.alloc(64 * 1024 * 1024)
  const asked: ServerResponse[] = []
  const answerLarge: RequestListener = (_, response) => {
    asked.push(response)
    response.end(large)
  }
  const { port, stop } = await listen(['127.0.0.1'], 0, answerLarge, 300)
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  await expect.poll(() => asked.length).toBe(1)
  const [response] = asked
  if (response) await once(response, 'close')
  socket.on('error', () => undefined).resume()
  await once(socket, 'close')
  expect(socket.bytesRead).toBeLessThan(large.length)
  await stop(0)
})

it('closes a connection whose request does not arrive within some seconds', PATIENT, async () => {
  const { port, stop } = await listen(['127.0.0.1'], 0, answer)
  const began = performance.now()
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n'))
  socket.resume()
  await once(socket, 'close')
  // Not up to forty seconds, as with the interval at which Node.js checks connections by default.
  expect(performance.now() - began).toBeLessThan(20_000)
  await stop(0)
})
