import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import {
  expectAccepted,
  expectRefused,
  expectUnauthorised,
  localApp,
  MERE,
  PUBLIC_URL,
  sessionsOf,
  testClock,
} from './console-app.ts'

onEachDatabase((database) => {
  describe('one’s own sessions', () => {
    const AROHA = { staff: { ...MERE, id: 'local:aroha' }, roles: [] }
    const idOf = (token: string) => String(decodeJwt(token).jti)
    const start = async () => {
      const clock = testClock()
      const id = `local:${randomUUID()}`
      const sessions = sessionsOf(database.db, clock, 'local')
      const begin = (browser: string) => sessions.begin({ staff: { ...MERE, id }, roles: [] }, browser)
      const there = await begin('Chrome on Windows')
      clock.move(60_000)
      const here = await begin('Firefox on Linux')
      const app = localApp(database.db, clock)
      const remove = (path: string) =>
        app.app.request(PUBLIC_URL + path, { method: 'DELETE', headers: { authorization: `Bearer ${here}` } })
      return { clock, sessions, app, here, there, remove }
    }

    test('are listed, last seen first, with the current one marked', async () => {
      const { clock, sessions, app, here, there } = await start()
      await sessions.begin(AROHA, 'Safari on macOS')
      const ended = await sessions.begin(AROHA, 'Safari on macOS')
      await sessions.end([idOf(ended)])
      const answer = await app.get('/identity/sessions', here)
      const [now, before] = [clock(), clock() - 60_000].map((time) => new Date(time).toISOString())
      expect(await answer.json()).toEqual([
        {
          id: idOf(here),
          user_agent: 'Firefox on Linux',
          created_at: now,
          last_seen_at: now,
          is_current: true,
        },
        {
          id: idOf(there),
          user_agent: 'Chrome on Windows',
          created_at: before,
          last_seen_at: before,
          is_current: false,
        },
      ])
    })

    // V7.5.2
    test('can be ended one by one', async () => {
      const { app, here, there, remove } = await start()
      expect((await remove(`/identity/sessions/${idOf(there)}`)).status).toBe(200)
      await expectUnauthorised(app, there)
      await expectAccepted(app, here)
      await expectRefused(await remove(`/identity/sessions/${idOf(there)}`), 404)
    })

    test('can all be ended except the current one', async () => {
      const { app, here, there, sessions, remove } = await start()
      const another = await sessions.begin(AROHA, '')
      expect((await remove('/identity/sessions')).status).toBe(200)
      await expectUnauthorised(app, there)
      await expectAccepted(app, here)
      await expectAccepted(app, another)
    })

    // V8.2.2
    test('do not include those of other users', async () => {
      const { app, sessions, remove } = await start()
      const another = await sessions.begin(AROHA, '')
      await expectRefused(await remove(`/identity/sessions/${idOf(another)}`), 404)
      await expectAccepted(app, another)
    })

    test.each(['/identity/sessions', '/identity/sessions/any'])('require a session: %s', async (path) => {
      const { app } = await start()
      await expectRefused(await app.app.request(PUBLIC_URL + path, { method: 'DELETE' }), 401)
      await expectRefused(await app.get('/identity/sessions'), 401)
    })
  })
})
