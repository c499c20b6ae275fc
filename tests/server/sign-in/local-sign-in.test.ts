import { decodeJwt } from 'jose'
import { describe, expect, it, test } from 'vitest'
import { composeSignIn, signInLine } from '../../../src/server/create-sign-in.ts'
import { onEmbedded } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import {
  expectRefused,
  localApp,
  PUBLIC_URL,
  pressStaff,
  signInLocally,
  startSignIn,
  testClock,
} from './console-app.ts'
import { ENTRA } from './lying-provider.ts'

onEmbedded((database) => {
  test('one press on the local page signs in', async () => {
    const app = localApp(database.db, testClock())
    const url = await startSignIn(app)
    expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/local-identity/authorize`)
    expect((await app.app.request(url.href)).status).toBe(200)
    const response = await app.post('/identity/microsoft', await pressStaff(app, url, 'siobhan'))
    expect(response.status).toBe(200)
    const { access_token } = await response.json()
    expect(decodeJwt(access_token)).toMatchObject({
      sub: 'local:siobhan',
      given_name: 'Siobhán',
      name: "Siobhán O'Neill",
      email: 'siobhan@example.com',
    })
    expect((await app.get('/identity/auth/validate', access_token)).status).toBe(200)
    expect((await app.get('/api/v1/who', access_token)).status).toBe(200)
  })

  test('macrons survive and an e-mail keeps its case', async () => {
    const token = await signInLocally(localApp(database.db, testClock()), 'tane')
    expect(decodeJwt(token)).toMatchObject({ given_name: 'Tāne', email: 'TANE@EXAMPLE.COM' })
  })

  // V10.4.2
  test('a code can be exchanged once', async () => {
    const app = localApp(database.db, testClock())
    const [first, second] = [await startSignIn(app), await startSignIn(app)]
    const { code, state } = await pressStaff(app, first, 'mere')
    expect((await app.post('/identity/microsoft', { code, state })).status).toBe(200)
    const again = { code, state: second.searchParams.get('state') }
    await expectRefused(await app.post('/identity/microsoft', again), 400)
  })

  // V10.4.3
  test.each([
    [59_999, 200],
    [60_000, 400],
  ])('a code exchanged after %i ms is answered %i', async (waited, status) => {
    const clock = testClock()
    const app = localApp(database.db, clock)
    const callback = await pressStaff(app, await startSignIn(app), 'mere')
    clock.move(waited)
    expect((await app.post('/identity/microsoft', callback)).status).toBe(status)
  })

  test('an invented code is refused', async () => {
    const app = localApp(database.db, testClock())
    const { state } = await pressStaff(app, await startSignIn(app), 'mere')
    await expectRefused(await app.post('/identity/microsoft', { code: 'invented', state }), 400)
  })

  test('a code is refused with the verifier of another sign-in', async () => {
    const app = localApp(database.db, testClock())
    const [mine, theirs] = [await startSignIn(app), await startSignIn(app)]
    const { code } = await pressStaff(app, mine, 'mere')
    const mixed = { code, state: theirs.searchParams.get('state') }
    await expectRefused(await app.post('/identity/microsoft', mixed), 400)
  })

  // V10.5.1
  test('a sign-in whose nonce was changed is refused', async () => {
    const app = localApp(database.db, testClock())
    const url = await startSignIn(app)
    url.searchParams.set('nonce', 'changed')
    await expectRefused(await app.post('/identity/microsoft', await pressStaff(app, url, 'mere')), 401)
  })

  // V6.3.2, V6.3.4
  test('there is no local provider with Microsoft sign-in', () => {
    const parts = { db: database.db, clock: testClock(), publicUrl: PUBLIC_URL, sessionIdleMs: 1 }
    expect(composeSignIn({ ...parts, entra: ENTRA }).localIdentity).toBeNull()
    expect(composeSignIn({ ...parts, entra: null }).localIdentity).not.toBeNull()
  })

  test('an address that is not of this machine gets no local sign-in', async () => {
    const signIn = composeSignIn({
      db: database.db,
      clock: testClock(),
      publicUrl: 'https://console.example.com',
      entra: null,
      sessionIdleMs: 1,
    })
    await expectRefused(await signIn.routes.request('/auth'), 502)
  })
})

test('the start log names the identity provider', () => {
  expect(signInLine(null)).toContain('stands in for Microsoft')
  const line = signInLine({ ...ENTRA, tenantId: 'the-tenant' })
  expect(line).toBe('Sign-in: Microsoft, tenant the-tenant.')
})

describe('the security log', () => {
  onEmbedded((database) => {
    // V16.3.1
    it('sign-in, sign-out and requests without a valid session are logged', async () => {
      const logged = spyOnLog()
      const app = localApp(database.db, testClock())
      const token = await signInLocally(app)
      await app.post('/identity/logout', {}, token)
      await app.get('/api/v1/who', token)
      await app.get('/api/v1/who')
      const mere = { id: expect.stringMatching(/mere/), email: expect.stringMatching(/@/) }
      expect(logged.entries()).toMatchObject([
        { level: 'info', security: 'sign-in', staff: mere },
        { level: 'info', security: 'sign-out', staff: mere },
        { level: 'warn', security: 'unauthorised', bearer: 'not valid' },
        { level: 'warn', security: 'unauthorised', bearer: 'missing' },
      ])
      expect(JSON.stringify(logged.entries())).not.toContain(token)
      logged.restore()
    })
  })
})
