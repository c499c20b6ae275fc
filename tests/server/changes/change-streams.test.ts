import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChangeFeed, type FeedEvent } from '../../../src/server/changes/change-feed.ts'
import { ChangeStreams, type StreamDeps } from '../../../src/server/changes/change-streams.ts'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { startServer } from '../../../src/server/main.ts'
import { listen } from '../../../src/server/platform/listen.ts'
import { endSessions } from '../../../src/server/sign-in/session-store.ts'
import { onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { tokenFor } from '../server-process.ts'
import { spyOnLog } from '../spy-on-log.ts'

const SESSION = 'session-of-mere'

onEmbedded((database) => {
  let feed = new ChangeFeed()
  let active = new Set([SESSION])
  let streams = new ChangeStreams({ feed, activeSessions: async () => active })
  const opened: { cancel(): unknown }[] = []
  const begin = (options: Partial<StreamDeps> = {}) => {
    streams = new ChangeStreams({ feed, activeSessions: async () => active, ...options })
  }
  beforeEach(() => {
    feed = new ChangeFeed()
    active = new Set([SESSION])
    begin()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.cancel()))
    await streams.stop()
  })

  const request = (headers: Record<string, string> = {}) =>
    signedInApp(database.db, undefined, undefined, { changes: streams }).get('/api/v1/changes', headers)
  const open = async (headers?: Record<string, string>) => {
    const stream = readStream(await request(headers))
    opened.push(stream)
    return stream
  }

  describe('a stream of changes', () => {
    it('is neither stored nor compressed nor collected by a proxy', async () => {
      const { status, headers, body } = await request({ 'accept-encoding': 'br, gzip' })
      await body?.cancel()
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      expect(headers.has('content-encoding')).toBe(false)
    })

    it('begins with ready and continues with changes', async () => {
      const stream = await open()
      expect(await stream.next()).toMatchObject({ event: 'ready' })
      feed.publish('[1]')
      expect(await stream.next()).toMatchObject({ event: 'change', data: '[1]' })
    })

    it('continues after the position that another response names', async () => {
      feed.publish('[1]')
      const { get } = signedInApp(database.db, undefined, undefined, { changes: streams })
      const position = (await get('/api/v1/orders')).headers.get('x-changes-position') ?? ''
      feed.publish('[2]')
      const stream = await open({ 'last-event-id': position })
      expect(await stream.next()).toMatchObject({ event: 'ready' })
      expect(await stream.next()).toMatchObject({ data: '[2]' })
    })

    it('continues after the last event that the client has received', async () => {
      const first = await open()
      const ready = await first.next()
      feed.publish('[1]')
      feed.publish('[2]')
      await first.cancel()
      const second = await open({ 'last-event-id': ready?.id ?? '' })
      expect(await second.next()).toEqual(ready)
      expect(await second.next()).toMatchObject({ data: '[1]' })
      expect(await second.next()).toMatchObject({ data: '[2]' })
      expect(await (await open({ 'last-event-id': 'elsewhere.7' })).next()).toMatchObject({ event: 'reset' })
    })

    it('is forgotten when the client leaves', async () => {
      const stream = await open()
      await stream.next()
      expect(streams.size).toBe(1)
      await stream.cancel()
      expect(streams.size).toBe(0)
    })

    it('is not opened by HEAD, whose client would never read it', async () => {
      const { app } = signedInApp(database.db, undefined, undefined, { changes: streams })
      const { status } = await app.request('/api/v1/changes', { method: 'HEAD' })
      expect([status, streams.size]).toEqual([405, 0])
    })

    it('gets heartbeats', async () => {
      begin({ heartbeat: 5 })
      const stream = await open()
      await stream.next()
      expect(await stream.next()).toMatchObject({ event: 'heartbeat' })
    })

    it('is closed when its session has ended, without waiting for a heartbeat', async () => {
      begin({ check: 5 })
      const stream = await open()
      await stream.next()
      active = new Set(['of another user'])
      expect(await stream.next()).toBeNull()
      expect(streams.size).toBe(0)
    })

    it('stays open while the sessions cannot be read', async () => {
      const log = spyOnLog()
      let failures = 0
      const activeSessions = async () => {
        failures += 1
        if (failures < 3) throw new Error('no database')
        return active
      }
      begin({ check: 5, activeSessions })
      const stream = await open()
      await stream.next()
      await expect.poll(() => failures).toBeGreaterThan(3)
      expect(streams.size).toBe(1)
      expect(log.entries().map(({ message }) => message)).toEqual([
        'The sessions of open streams could not be checked',
      ])
      log.restore()
    })

    it('is closed when its session opens a fifth one', async () => {
      const first = await open()
      for (let count = 2; count <= 5; count += 1) await open()
      expect(streams.size).toBe(4)
      await first.next()
      expect(await first.next()).toBeNull()
    })

    it('of a client that does not read is closed, and no other', async () => {
      const slow = await open()
      const fast = await open()
      for (let count = 0; count < 200; count += 1) {
        feed.publish('[]')
        await fast.next()
      }
      expect(streams.size).toBe(1)
      const received: unknown[] = []
      for (let event = await slow.next(); event !== null; event = await slow.next()) received.push(event)
      expect(received.length).toBeLessThan(150)
    })

    it('is closed when the server stops, which then opens no other', async () => {
      const stream = await open()
      await stream.next()
      await streams.stop()
      expect(await stream.next()).toBeNull()
      const refused = await request()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    })
  })
})

describe('connections', () => {
  onEmbedded((database) => {
    it('a client that does not read is disconnected', async () => {
      const feed = new ChangeFeed()
      const changes = new ChangeStreams({ feed, activeSessions: async (ids) => new Set(ids) })
      const { app } = signedInApp(database.db, undefined, undefined, { changes })
      const { port, stop } = await listen(['127.0.0.1'], 0, getRequestListener(app.fetch))
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      )
      await expect.poll(() => changes.size).toBe(1)
      socket.pause()
      // More than fits into the system's buffers.
      const note = 'x'.repeat(256 * 1024)
      for (let count = 0; count < 1_000 && changes.size > 0; count += 1) {
        feed.publish(note)
        await turn()
      }
      expect(changes.size).toBe(0)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.on('error', () => undefined).resume()
      await closed
      await changes.stop()
      await stop(0)
    })
  })

  describe('a running server', () => {
    it('ends a stream soon after its session, however that has ended', { timeout: 15_000 }, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'console-changes-'))
      const server = await startServer({ port: 0, dataDir, demo: false }, { stopWithin: 600_000 })
      const open = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` }
        const stream = readStream(await fetch(`${server.url}/api/v1/changes`, { headers }))
        expect(await stream.next()).toMatchObject({ event: 'ready' })
        return stream
      }
      const [here, there] = [await tokenFor(dataDir), await tokenFor(dataDir)]
      const [signedOut, ended] = [await open(here), await open(there)]
      const headers = { authorization: `Bearer ${here}` }
      await fetch(`${server.url}/identity/logout`, { method: 'POST', headers })
      expect(await signedOut.next()).toBeNull()
      // As by another process.
      const db = await openDatabase({ databaseUrl: null, dataDir })
      await endSessions(db, [String(decodeJwt(there).jti)], Date.now())
      await db.destroy()
      expect(await ended.next()).toBeNull()
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('streams to sessions only, and stops at once although streams are open', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'console-changes-'))
      const server = await startServer({ port: 0, dataDir, demo: false }, { stopWithin: 600_000 })
      const address = `${server.url}/api/v1/changes`
      expect((await fetch(address)).status).toBe(401)
      const headers = { authorization: `Bearer ${await tokenFor(dataDir)}` }
      const stream = readStream(await fetch(address, { headers }))
      expect(await stream.next()).toMatchObject({ event: 'ready' })
      await server.close()
      expect(await stream.next()).toBeNull()
      rmSync(dataDir, { recursive: true, force: true })
    })
  })
})

describe('the feed', () => {
  const shown = (events: readonly FeedEvent[]) => events.map(({ event, data }) => data || event)

  function feedWith(...notes: string[]) {
    const feed = new ChangeFeed()
    const seen: FeedEvent[] = []
    feed.subscribe((event) => seen.push(event))
    for (const note of notes) feed.publish(note)
    return { feed, seen }
  }

  describe('a client of the feed', () => {
    it('begins with the present', () => {
      const { feed, seen } = feedWith('a', 'b')
      const [ready] = feed.since(null)
      expect(ready).toEqual({ id: seen[1]?.id, event: 'ready', data: '' })
    })

    it('continues after any event that it received, and after the start', () => {
      const feed = new ChangeFeed()
      const ids = [feed.since(null)[0]?.id ?? '']
      feed.subscribe(({ id }) => ids.push(id))
      for (const note of ['a', 'b', 'c']) feed.publish(note)
      const after = ids.map((id) => shown(feed.since(id)))
      expect(after).toEqual([['ready', 'a', 'b', 'c'], ['ready', 'b', 'c'], ['ready', 'c'], ['ready']])
    })

    it('must start anew after an event that is no longer kept', () => {
      const { feed, seen } = feedWith(...Array.from({ length: 1_002 }, (_, index) => String(index)))
      const [first, second] = seen
      expect(shown(feed.since(first?.id ?? ''))).toEqual(['reset'])
      expect(feed.since(second?.id ?? '')).toHaveLength(1_001)
    })

    it('must start anew with an id of another process, an earlier start or nonsense', () => {
      const { seen } = feedWith('a')
      for (const id of [seen[0]?.id ?? '', '', 'nonsense', '1']) {
        expect(shown(feedWith('a').feed.since(id))).toEqual(['reset'])
      }
    })

    it('must start anew when the feed may have missed changes', () => {
      const { feed, seen } = feedWith('a')
      feed.reset()
      feed.publish('b')
      expect(shown(seen)).toEqual(['a', 'reset', 'b'])
      const [before, reset] = seen
      expect(shown(feed.since(before?.id ?? ''))).toEqual(['reset'])
      expect(shown(feed.since(reset?.id ?? ''))).toEqual(['ready', 'b'])
    })

    it('receives nothing after it has left', () => {
      const feed = new ChangeFeed()
      const seen: FeedEvent[] = []
      const leave = feed.subscribe((event) => seen.push(event))
      leave()
      feed.publish('a')
      expect(seen).toEqual([])
    })
  })
})

/** An event as a client reads it. A heartbeat is a comment. */
interface StreamEvent {
  id: string | null
  event: string
  data: string
}

/** Reads server-sent events from a response, one at a time. */
function readStream(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    /** The next event; null at the end of the stream. */
    async next(): Promise<StreamEvent | null> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          return eventOf(block)
        }
        const part = await reader?.read()
        if (part === undefined || part.done) return null
        text += part.value
      }
    },
    cancel: () => reader?.cancel(),
  }
}

function eventOf(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? 'heartbeat',
    data: fields.get('data') ?? '',
  }
}
