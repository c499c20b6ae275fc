import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { ChangeStreams } from '../../../src/server/changes/change-streams.ts'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { startServer } from '../../../src/server/main.ts'
import { listen } from '../../../src/server/platform/listen.ts'
import { endSessions } from '../../../src/server/sign-in/session-store.ts'
import { onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { tokenFor } from '../server-process.ts'
import { readStream } from './read-stream.ts'

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
