import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { textStream } from '../../../src/server/http/text-stream.ts'

const CHUNK = 'x'.repeat(1024 * 1024)

let close = () => {}
afterEach(() => close())

/** A response whose body is these chunks, from a real server. */
async function responseOf(
  chunksOf: (signal: AbortSignal) => AsyncGenerator<string, void>,
  options: Partial<Parameters<typeof textStream>[2]> = {},
): Promise<IncomingMessage> {
  const app = new Hono().get('/', (c) => c.body(textStream(c, chunksOf, { onFailure: vi.fn(), ...options })))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  const [response]: IncomingMessage[] = await once(get(`http://127.0.0.1:${address.port}/`), 'response')
  if (!response) throw new Error('No response came.')
  return response
}

test('a client that disconnects ends the generator', async () => {
  const onEnd = vi.fn()
  async function* endless() {
    let made = 0
    try {
      for (;;) {
        made += 1
        yield CHUNK
      }
    } finally {
      onEnd(made)
    }
  }
  const response = await responseOf(endless)
  await once(response, 'readable')
  response.destroy()
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce(), { timeout: 10_000 })
})

test('a client that disconnects stops a chunk that is being made', async () => {
  const onStop = vi.fn()
  const onFailure = vi.fn()
  async function* long(signal: AbortSignal) {
    yield CHUNK
    await once(signal, 'abort')
    onStop()
    signal.throwIfAborted()
  }
  const response = await responseOf(long, { onFailure })
  await once(response.resume(), 'data')
  response.destroy()
  await vi.waitFor(() => expect(onStop).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(onFailure).not.toHaveBeenCalled()
})

test('chunks are made only as fast as the client reads', async () => {
  let made = 0
  async function* endless() {
    for (;;) {
      made += 1
      yield CHUNK
    }
  }
  const response = await responseOf(endless)
  response.pause()
  // The connection's buffers take some chunks; without further reads, no more are made.
  await vi.waitFor(
    async () => {
      const before = made
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(made).toBe(before)
    },
    { timeout: 10_000 },
  )
  expect(made).toBeLessThan(40)
  response.destroy()
})

test('a client that takes nothing for a while is disconnected, a slow one is not', async () => {
  const takeWithin = 3000
  const onEnd = vi.fn()
  async function* file() {
    for (let made = 0; made < 40; made += 1) yield CHUNK
  }
  const slow = await responseOf(file, { takeWithin })
  let size = 0
  // Longer than the limit in all, but each part within it.
  for await (const part of slow) {
    if (size % (4 * CHUNK.length) > (size + part.length) % (4 * CHUNK.length)) await pause(takeWithin / 8)
    size += part.length
  }
  expect(size).toBe(40 * CHUNK.length)
  close()
  const idle = await responseOf(file, { takeWithin, onEnd })
  idle.pause()
  await expect.poll(() => onEnd.mock.calls.length, { timeout: 10_000 }).toBe(1)
  idle.resume()
  await expect(once(idle, 'end')).rejects.toThrow('aborted')
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a failure breaks the connection, so that no client takes the part for the whole', async () => {
  const onFailure = vi.fn()
  async function* failing() {
    yield CHUNK
    throw new Error('The database does not answer.')
  }
  const response = await responseOf(failing, { onFailure })
  response.resume()
  await expect(once(response, 'end')).rejects.toThrow('aborted')
  expect(onFailure).toHaveBeenCalledOnce()
})
