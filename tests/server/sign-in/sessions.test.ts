import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import { storedSecret } from '../../../src/server/sign-in/stored-key.ts'
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
