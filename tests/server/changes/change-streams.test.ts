import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { ChangeStreams, type StreamDeps } from '../../../src/server/changes/change-streams.ts'
import { onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { readStream } from './read-stream.ts'

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
