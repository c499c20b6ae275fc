import { once } from 'node:events'
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { boundedText, withTimeLimit } from '../../../src/server/platform/limits.ts'
import { repeat } from '../../../src/server/platform/repeat.ts'
import { GENEROUS } from '../../time-outs.ts'

const HOUR = 3_600_000
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('a time limit', () => {
  const server = createServer(() => undefined)
  let url = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('The server has no port.')
    url = `http://127.0.0.1:${address.port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const request = (signal: AbortSignal) => fetch(url, { signal })

  it('passes on what the work returns and throws', async () => {
    const { signal } = new AbortController()
    expect(await withTimeLimit(HOUR, signal, async () => 7)).toBe(7)
    await expect(withTimeLimit(HOUR, signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it('aborts the work with a TimeoutError', async () => {
    const { signal } = new AbortController()
    await expect(withTimeLimit(1, signal, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('aborts the work with the reason of the outer signal, also of one that is aborted already', async () => {
    const outer = new AbortController()
    const working = withTimeLimit(HOUR, outer.signal, request)
    outer.abort(new Error('The server stops.'))
    await expect(working).rejects.toThrow('The server stops.')
    await expect(withTimeLimit(HOUR, outer.signal, request)).rejects.toThrow('The server stops.')
  })

  it('ends a silent request although garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const { signal } = new AbortController()
    let isOver = false
    const ended = withTimeLimit(200, signal, request)
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true
      })
    const collecting = setInterval(() => (isOver ? clearInterval(collecting) : collectGarbage()), 20)
    expect(await ended).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('a bounded text', () => {
  it.each(['', 'a', 'abcd', 'ōā'])('is the whole of “%s”, which is not longer than allowed', async (text) => {
    expect(await boundedText(new Response(text), 4)).toBe(text)
  })

  it('is blank without a body', async () => {
    expect(await boundedText(new Response(null, { status: 204 }), 4)).toBe('')
  })

  it.each(['abcde', 'ōāē'])('fails for “%s”, which is longer', async (text) => {
    await expect(boundedText(new Response(text), 4)).rejects.toThrow('the answer is longer than 4 bytes')
  })

  it('reads no further than it must of an answer without end', async () => {
    let sent = 0
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(1024))
      },
      cancel() {
        isCancelled = true
      },
    })
    await expect(boundedText(new Response(endless), 10_000)).rejects.toThrow('longer than 10000 bytes')
    expect(isCancelled).toBe(true)
    expect(sent).toBeLessThan(20)
  })
})

it('waits as long as the work says, and not at all for a stop', async () => {
  const work = vi.fn(async () => (work.mock.calls.length < 3 ? 0 : 3_600_000))
  const loop = repeat(work)
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3), GENEROUS)
  await loop.stop()
  expect(work).toHaveBeenCalledTimes(3)
})

it('aborts running work when stopped, and waits for it', async () => {
  let isDone = false
  const loop = repeat(async (stopping) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    isDone = true
    return 0
  })
  await loop.stop()
  expect(isDone).toBe(true)
})
