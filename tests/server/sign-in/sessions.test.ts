import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import { describeBrowser } from '../../../src/server/sign-in/routes.ts'
import { storedSecret } from '../../../src/server/sign-in/session-store.ts'
import { createConsoleSessions } from '../../../src/server/sign-in/sessions.ts'
import { programFile } from '../../programs.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import {
  AS_MERE,
  expectAccepted,
  expectRefused,
  expectUnauthorised,
  localApp,
  MERE,
  PUBLIC_URL,
  sessionsOf,
  signInLocally,
  testClock,
} from './console-app.ts'

const HOUR = 3_600_000

onEachDatabase((database) => {
  /** A token as issued by a local sign-in. */
  const issue = (clock: Clock) => sessionsOf(database.db, clock, 'local').begin(AS_MERE, 'Firefox on Linux')

  // SIGN-6
  test('a token names its user, in UTF-8, and expires after twelve hours', async () => {
    const clock = testClock()
    const token = await signInLocally(localApp(database.db, clock), 'tane')
    const issued = Math.floor(clock() / 1000)
    expect(decodeJwt(token)).toEqual({
      iss: 'dispatch-console/identity',
      aud: 'dispatch-console',
      sub: 'local:tane',
      jti: expect.stringMatching(/^[\w-]{36}$/),
      iat: issued,
      exp: issued + 12 * 3600,
      given_name: 'Tāne',
      name: 'Tāne',
      email: 'TANE@EXAMPLE.COM',
      roles: [],
    })
  })

  // V7.3.2, V9.2.1
  test('a token is valid for 11:59:59, and invalid after 12:00:00', async () => {
    const clock = testClock()
    const app = localApp(database.db, clock)
    const token = await issue(clock)
    clock.move(12 * HOUR - 1000)
    await expectAccepted(app, token)
    clock.move(1000)
    await expectUnauthorised(app, token)
  })

  test('a token is valid after a restart and on another process', async () => {
    const clock = testClock()
    const token = await issue(clock)
    await expectAccepted(localApp(await database.openAgain(), clock), token)
  })

  // V7.4.1
  test('sign-out ends exactly this session everywhere, however often it is repeated', async () => {
    const clock = testClock()
    const [here, there] = [localApp(database.db, clock), localApp(await database.openAgain(), clock)]
    const [token, another] = [await issue(clock), await issue(clock)]
    await expectAccepted(there, token)
    for (const app of [here, here, there]) {
      const response = await app.post('/identity/logout', {}, token)
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ success: true }),
      ])
    }
    await expectUnauthorised(here, token)
    await expectUnauthorised(there, token)
    await expectUnauthorised(localApp(await database.openAgain(), clock), token)
    await expectAccepted(there, another)
  })

  test('sign-out needs no body', async () => {
    const clock = testClock()
    const app = localApp(database.db, clock)
    const token = await issue(clock)
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.app.request('/identity/logout', { method: 'POST', headers })).status).toBe(200)
    await expectUnauthorised(app, token)
  })

  test('sign-out without a session of ours is refused', async () => {
    const app = localApp(database.db, testClock())
    await expectRefused(await app.post('/identity/logout', {}), 401)
    await expectRefused(await app.post('/identity/logout', {}, 'not.a.token'), 401)
  })

  database.once(() => {
    // V7.2.1
    describe('a token that this server did not issue is refused', () => {
      const genuine = async () => {
        const clock = testClock()
        const app = localApp(database.db, clock)
        const claims = decodeJwt(await issue(clock))
        const secret = await storedSecret(database.db, 'local', 'unused', clock())
        return { app, claims, key: Buffer.from(secret, 'base64url') }
      }
      const sign = (claims: Record<string, unknown>, key: Uint8Array, alg = 'HS256') =>
        new SignJWT(claims).setProtectedHeader({ alg }).sign(key)

      test('the test itself can sign a good one', async () => {
        const { app, claims, key } = await genuine()
        await expectAccepted(app, await sign(claims, key))
      })

      test('no token', async () => {
        await expectUnauthorised(localApp(database.db, testClock()))
      })

      test.each([
        ['empty', ''],
        ['no token at all', 'x'],
        ['three parts of nonsense', 'not.a.token'],
        ['two words', 'a b'],
        ['six thousand letters', `${'a'.repeat(6000)}.b.c`],
      ])('malformed: %s', async (_, token) => {
        await expectUnauthorised(localApp(database.db, testClock()), token)
      })

      test('another scheme', async () => {
        const clock = testClock()
        const app = localApp(database.db, clock)
        const headers = { authorization: `Basic ${await issue(clock)}` }
        await expectRefused(await app.app.request('/api/v1/who', { headers }), 401)
      })

      // V9.1.1
      test('another key', async () => {
        const { app, claims } = await genuine()
        await expectUnauthorised(app, await sign(claims, new Uint8Array(32)))
      })

      // V9.1.2
      test('no signature (alg none)', async () => {
        const { app, claims } = await genuine()
        await expectUnauthorised(app, new UnsecuredJWT(claims).encode())
      })

      // V9.1.2
      test('another algorithm with the right key', async () => {
        const { app, claims, key } = await genuine()
        await expectUnauthorised(app, await sign(claims, key, 'HS512'))
      })

      // V9.2.3
      test.each([
        ['another audience', { aud: 'another' }],
        ['another issuer', { iss: 'another' }],
        ...['aud', 'iss', 'sub', 'jti', 'iat', 'exp', 'name', 'given_name', 'email', 'roles'].map(
          (claim): [string, Record<string, unknown>] => [`no ${claim}`, { [claim]: undefined }],
        ),
        ['a name that is no text', { name: 42 }],
      ])('%s', async (_, changes) => {
        const { app, claims, key } = await genuine()
        await expectUnauthorised(app, await sign({ ...claims, ...changes }, key))
      })

      // V6.8.1
      test('the sessions of another identity provider', async () => {
        const clock = testClock()
        const elsewhere = sessionsOf(database.db, clock, 'microsoft:another-tenant')
        await expectUnauthorised(localApp(database.db, clock), await elsewhere.begin(AS_MERE, ''))
      })
    })
  })

  test('connections that create the signing key at the same time agree on one', async () => {
    const clock = testClock()
    const connections = [await database.openAgain(), await database.openAgain(), await database.openAgain()]
    const all = connections.map((db) => sessionsOf(db, clock, 'connections'))
    const tokens = await Promise.all(all.map((sessions) => sessions.begin(AS_MERE, '')))
    for (const sessions of all) {
      for (const token of tokens) expect(await sessions.active(token)).toMatchObject({ staff: MERE })
    }
  })

  test('processes that create the signing key at the same time agree on one', PATIENT, async () => {
    const processes = [1, 2].map(() => startProcess(database.place))
    for (const { line } of processes) expect(await line()).toBe('ready')
    for (const { child } of processes) child.stdin?.write('go\n')
    const tokens = await Promise.all(processes.map(({ line }) => line()))
    await Promise.all(processes.map(({ ended }) => ended))
    const sessions = sessionsOf(database.db, Date.now, 'processes')
    for (const token of tokens)
      expect(await sessions.active(token)).toMatchObject({ staff: { name: 'Mere' } })
    expect(new Set(tokens).size).toBe(2)
  })
})

function startProcess(place: { databaseUrl: string | null; dataDir: string }) {
  const parameters = [programFile('signing-key'), place.databaseUrl ?? '', place.dataDir]
  const child: ChildProcess = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  if (child.stdout === null) throw new Error('The process has no output.')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    ended: once(child, 'exit'),
    line: async () => {
      const { value } = await lines.next()
      return String(value)
    },
  }
}

describe('idle sessions', () => {
  const HOUR = 3_600_000

  onEachDatabase((database) => {
    describe('an idle session', () => {
      const IDLE = 4 * HOUR
      const start = async () => {
        const clock = testClock()
        const sessions = sessionsOf(database.db, clock, 'local', IDLE)
        return { clock, sessions, token: await sessions.begin(AS_MERE, 'Firefox on Linux') }
      }

      // V7.3.1
      test('ends after four hours without a request, to the millisecond', async () => {
        const { clock, sessions, token } = await start()
        clock.move(IDLE - 1)
        expect(await sessions.active(token)).toMatchObject({ staff: MERE })
        clock.move(IDLE)
        expect(await sessions.active(token)).toBeNull()
      })

      // V7.3.2
      test('is kept active by requests to any process, for twelve hours', async () => {
        const { clock, sessions, token } = await start()
        const id = decodeJwt(token).jti
        const there = sessionsOf(await database.openAgain(), clock, 'local', IDLE)
        for (const sessionsThen of [there, sessions, there]) {
          clock.move(IDLE - 60_000)
          expect(await sessionsThen.active(token)).not.toBeNull()
          const seenAt = async () => (await sessions.list()).find((one) => one.id === id)?.lastSeenAt
          await expect.poll(seenAt).toBe(clock())
        }
        clock.move(HOUR)
        expect(await sessions.active(token)).toBeNull()
      })

      test('is not kept active by unattended requests', async () => {
        const { clock, sessions, token } = await start()
        clock.move(IDLE - 1)
        expect(await sessions.active(token, false)).not.toBeNull()
        clock.move(1)
        expect(await sessions.active(token)).toBeNull()
      })

      // V7.3.1
      test('stays refused after the clock is set back', async () => {
        const { clock, sessions, token } = await start()
        clock.move(IDLE)
        expect(await sessions.active(token)).toBeNull()
        clock.move(-IDLE)
        expect(await sessions.active(token)).toBeNull()
      })

      test('does not end because the clock jumps ahead while it is in use', async () => {
        const clock = testClock()
        const deps = { db: database.db, clock, keyId: 'local', sessionIdleMs: IDLE, elapsed: () => 1000 }
        const sessions = createConsoleSessions(deps)
        const token = await sessions.begin(AS_MERE, '')
        await sessions.active(token)
        clock.move(5 * HOUR)
        expect(await sessions.active(token)).not.toBeNull()
        clock.move(-5 * HOUR)
        expect(await sessions.active(token)).not.toBeNull()
      })

      test('is not listed', async () => {
        const { clock, sessions, token } = await start()
        const id = decodeJwt(token).jti
        expect((await sessions.list(MERE.id)).map((one) => one.id)).toContain(id)
        clock.move(IDLE)
        expect((await sessions.list(MERE.id)).map((one) => one.id)).not.toContain(id)
      })
    })

    describe('a clock that jumps', () => {
      // V7.4.1
      test.each([13, 72, 24 * 6])(
        '%i hours ahead and back revives no session that has ended',
        async (hours) => {
          const clock = testClock()
          const sessions = sessionsOf(database.db, clock, 'local')
          const token = await sessions.begin(AS_MERE, '')
          await sessions.end([String(decodeJwt(token).jti)])
          clock.move(hours * HOUR)
          expect(await sessions.active(token)).toBeNull()
          // Each new session deletes expired ones and must not revive them.
          await sessions.begin(AS_MERE, '')
          clock.move(-hours * HOUR)
          expect(await sessions.active(token)).toBeNull()
        },
      )

      test.each([13, 72])('%i hours ahead and back ends no session for good', async (hours) => {
        const clock = testClock()
        const sessions = sessionsOf(database.db, clock, 'local')
        const token = await sessions.begin(AS_MERE, '')
        clock.move(hours * HOUR)
        expect(await sessions.active(token)).toBeNull()
        await sessions.begin(AS_MERE, '')
        clock.move(-hours * HOUR)
        expect(await sessions.active(token)).not.toBeNull()
      })
    })

    test('rows of long-expired sessions are deleted, and their tokens are invalid', async () => {
      const clock = testClock()
      const sessions = sessionsOf(database.db, clock, 'local')
      const token = await sessions.begin(AS_MERE, '')
      clock.move(8 * 24 * HOUR)
      await sessions.begin(AS_MERE, '')
      const rows = await database.db.selectFrom('sessions').select('token_id').execute()
      expect(rows.map(({ token_id }) => token_id)).not.toContain(decodeJwt(token).jti)
      clock.move(-8 * 24 * HOUR)
      expect(await sessions.active(token)).toBeNull()
    })
  })
})

describe('the sessions of a user', () => {
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
          app.app.request(PUBLIC_URL + path, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${here}` },
          })
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
})

describe('browsers', () => {
  const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

  test.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0 Safari/537.36 Edg/130.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/130.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/130.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    ['curl/8.5.0', 'Unknown browser'],
    ['', 'Unknown browser'],
    ['<script>alert(1)</script> Windows', 'Windows'],
  ])('describes %j', (userAgent, expected) => {
    expect(describeBrowser(userAgent)).toBe(expected)
  })
})
