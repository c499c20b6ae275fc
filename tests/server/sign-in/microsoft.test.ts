import type { MiddlewareHandler } from 'hono'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeSignIn } from '../../../src/server/create-sign-in.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import type { EntraConfig } from '../../../src/server/platform/config.ts'
import { staffFrom } from '../../../src/server/sign-in/provider.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import {
  appWith,
  expectRefused,
  MERE,
  PUBLIC_URL,
  sessionsOf,
  startSignIn,
  testClock,
} from './console-app.ts'
import {
  CLIENT_SECRET,
  discoveryDocument,
  ENTRA,
  type Lies,
  lyingMicrosoft,
  TENANT,
} from './lying-provider.ts'

const HTML_500 = () =>
  new Response('<h1>down</h1>', { status: 500, headers: { 'content-type': 'text/html' } })
const broken = () => {
  throw new TypeError('fetch failed')
}
const late = () => {
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
}
const oauthError = (error: string) => () =>
  Response.json({ error, error_description: `detail of ${error}` }, { status: 400 })

const logged = spyOnLog()
beforeEach(() => logged.clear())

onEachDatabase((database) => {
  const start = (lies: Lies = {}, settings: Partial<EntraConfig> = {}) => {
    const clock = testClock()
    const microsoft = lyingMicrosoft(clock, settings)
    Object.assign(microsoft.lies, lies)
    return { ...microsoft, clock, app: appWith(microsoft.provider, database.db, clock) }
  }

  database.once(() => {
    // SIGN-1, V7.6.2, V10.2.1
    test('sends the browser to the tenant with state, nonce and an S256 challenge', async () => {
      const { app, signals } = start()
      const url = await startSignIn(app)
      expect(url.origin + url.pathname).toBe(
        `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/authorize`,
      )
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: 'client-of-the-console',
        response_type: 'code',
        redirect_uri: 'http://localhost:3000/auth/microsoft',
        scope: 'openid profile email',
        prompt: 'select_account',
        state: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
      const next = await startSignIn(app)
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(next.searchParams.get(name)).not.toBe(url.searchParams.get(name))
      }
      expect(signals).toEqual([expect.any(AbortSignal)])
    })

    // BIZ-3, V10.5.2
    test('a verified identity gets a session with its name, identified by tenant and object id', async () => {
      const { app, approve } = start()
      const response = await app.post('/identity/microsoft', approve(await startSignIn(app)))
      expect(response.status).toBe(200)
      const { access_token } = await response.json()
      expect(decodeJwt(access_token)).toMatchObject({
        sub: `${TENANT}:object-id-of-mere`,
        given_name: 'Mere',
        name: 'Mere Tūhoe-Parata',
        email: 'Mere.Parata@Example.com',
      })
      expect(await (await app.get('/api/v1/who', access_token)).json()).toEqual({
        id: `${TENANT}:object-id-of-mere`,
        givenName: 'Mere',
        name: 'Mere Tūhoe-Parata',
        email: 'Mere.Parata@Example.com',
      })
    })

    test('the case of the tenant id does not matter', async () => {
      const { app, approve } = start({ claims: { tid: TENANT.toUpperCase() } })
      expect((await app.post('/identity/microsoft', approve(await startSignIn(app)))).status).toBe(200)
    })

    // V6.8.2
    describe('a false or incomplete identity is refused with 401', () => {
      const past = { iat: 1_000, nbf: 1_000, exp: 1_300 }
      // V10.5.1, V10.5.4
      test.each<[string, Lies]>([
        ['another tenant', { claims: { tid: '00000000-0000-4000-8000-000000000000' } }],
        ['no tenant', { claims: { tid: undefined } }],
        ['no object id', { claims: { oid: undefined } }],
        ['another audience', { claims: { aud: 'another-client' } }],
        ['no audience', { claims: { aud: undefined } }],
        ['another issuer', { claims: { iss: 'https://login.microsoftonline.com/common/v2.0' } }],
        ['no issuer', { claims: { iss: undefined } }],
        ['another nonce', { claims: { nonce: 'another-nonce' } }],
        ['no nonce', { claims: { nonce: undefined } }],
        ['an expired ID token', { claims: past }],
        ['an ID token without expiry', { claims: { exp: undefined } }],
        ['an ID token that is not valid yet', { claims: { nbf: 4_000_000_000 } }],
        ['no subject', { claims: { sub: undefined } }],
        ['no e-mail', { claims: { preferred_username: undefined } }],
        ['a user name that is no e-mail', { claims: { preferred_username: '+64 21 000 0000' } }],
        ['a signature of another key', { sign: 'with another key' }],
        ['an unknown key', { sign: 'with an unknown key id' }],
        ['no signature (alg none)', { sign: 'not at all' }],
        ['a signature with the client secret (HS256)', { sign: 'with the client secret' }],
        ['no ID token', { token: () => Response.json({ access_token: 'a', token_type: 'Bearer' }) }],
      ])('%s', async (_, lies) => {
        const { app, approve } = start(lies)
        const callback = approve(await startSignIn(app))
        await expectRefused(await app.post('/identity/microsoft', callback), 401)
        const text = expect.stringMatching(/./)
        expect(logged.entries()).toMatchObject([{ security: 'sign-in-refused', reason: text, cause: text }])
        expect(JSON.stringify(logged.entries())).not.toContain(callback.code)
        expect(JSON.stringify(logged.entries())).not.toContain(CLIENT_SECRET)
      })
    })

    // V8.2.1
    describe('guests of the organisation', () => {
      test.each<[string, unknown, number]>([
        ['a member', 0, 200],
        ['a member, as text', '0', 200],
        ['a guest', 1, 401],
        ['a guest, as text', '1', 401],
        ['an account of which the token says nothing', undefined, 401],
        ['an account of which it says null', null, 401],
      ])('are refused: %s', async (_, acct, status) => {
        const { app, approve } = start({ claims: { acct } })
        const response = await app.post('/identity/microsoft', approve(await startSignIn(app)))
        expect(response.status).toBe(status)
      })

      // V16.3.1
      test('a refusal for a missing claim is logged with the claim to add', async () => {
        const { app, approve } = start({ claims: { acct: undefined } })
        await app.post('/identity/microsoft', approve(await startSignIn(app)))
        expect(JSON.stringify(logged.entries())).toContain('add the optional claim acct')
      })

      test.each([1, undefined])('may sign in if the setting allows them: acct %s', async (acct) => {
        const { app, approve } = start({ claims: { acct } }, { guests: true })
        const response = await app.post('/identity/microsoft', approve(await startSignIn(app)))
        expect(response.status).toBe(200)
      })
    })

    // V8.2.1
    describe('the app role required to sign in', () => {
      test.each<[string, unknown, number]>([
        ['among others', ['Reader', 'Dispatch.Staff'], 200],
        ['in another case', ['dispatch.staff'], 401],
        ['as a part of another', ['Dispatch.Staff.Reader'], 401],
        ['as text', 'Dispatch.Staff', 401],
        ['missing', undefined, 401],
        ['in an empty list', [], 401],
      ])('%s', async (_, roles, status) => {
        const { app, approve } = start({ claims: { roles } }, { role: 'Dispatch.Staff' })
        const response = await app.post('/identity/microsoft', approve(await startSignIn(app)))
        expect(response.status).toBe(status)
      })
    })

    describe('a failing provider at the exchange', () => {
      test.each<[string, number, Lies]>([
        ['the code is refused', 400, { token: oauthError('invalid_grant') }],
        ['the client secret has expired', 502, { token: oauthError('invalid_client') }],
        ['the token endpoint answers nonsense', 502, { token: HTML_500 }],
        ['the token endpoint cannot be reached', 502, { token: broken }],
        ['the token endpoint is too late', 502, { token: late }],
        ['the keys cannot be reached', 502, { jwks: broken }],
        ['the keys are too late', 502, { jwks: late }],
        ['the keys are nonsense', 502, { jwks: HTML_500 }],
      ])('%s', async (_, status, lies) => {
        const { app, approve } = start(lies)
        const message = await expectRefused(
          await app.post('/identity/microsoft', approve(await startSignIn(app))),
          status,
        )
        expect(message).not.toContain('detail')
      })

      test('the log has the provider’s response to a refused client secret', async () => {
        const { app, approve } = start({ token: oauthError('invalid_client') })
        await app.post('/identity/microsoft', approve(await startSignIn(app)))
        expect(logged.entries()[0]?.cause).toContain('detail of invalid_client')
      })
    })

    describe('a failing provider at the start causes 502 and is tried again the next time', () => {
      // V10.5.3
      test.each<[string, () => Response]>([
        ['cannot be reached', broken],
        ['is too late', late],
        ['answers nonsense', HTML_500],
        ['names another issuer', () => Response.json(discoveryDocument('https://example.com/v2.0'))],
        [
          'names the issuer of all tenants',
          () => Response.json(discoveryDocument('https://login.microsoftonline.com/{tenantid}/v2.0')),
        ],
      ])('%s', async (_, discovery) => {
        const { app, lies, signals } = start({ discovery })
        expect(await expectRefused(await app.get('/identity/auth'), 502)).toContain('try again later')
        delete lies.discovery
        await startSignIn(app)
        await startSignIn(app)
        expect(signals).toHaveLength(2)
      })
    })
  })

  describe('a callback without a pending sign-in is refused with 400', () => {
    // V10.2.1
    test('the state is unknown', async () => {
      const { app, approve } = start()
      const { code } = approve(await startSignIn(app))
      await expectRefused(await app.post('/identity/microsoft', { code, state: 'unknown' }), 400)
    })

    // V10.1.2
    test('the state is that of another sign-in, whose verifier does not fit the code', async () => {
      const { app, approve } = start()
      const mine = approve(await startSignIn(app))
      const theirs = approve(await startSignIn(app))
      await expectRefused(await app.post('/identity/microsoft', { ...mine, state: theirs.state }), 400)
    })

    test('the state was used before, with success', async () => {
      const { app, approve } = start()
      const callback = approve(await startSignIn(app))
      expect((await app.post('/identity/microsoft', callback)).status).toBe(200)
      await expectRefused(await app.post('/identity/microsoft', callback), 400)
    })

    test('the state was used before, with a wrong code', async () => {
      const { app, approve } = start()
      const callback = approve(await startSignIn(app))
      await expectRefused(await app.post('/identity/microsoft', { ...callback, code: 'wrong' }), 400)
      await expectRefused(await app.post('/identity/microsoft', callback), 400)
    })

    test('one of two concurrent callbacks succeeds', async () => {
      const { app, approve } = start()
      const callback = approve(await startSignIn(app))
      const answers = await Promise.all([1, 2].map(() => app.post('/identity/microsoft', callback)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    test('the sign-in took ten minutes', async () => {
      const { app, approve, clock } = start()
      const callback = approve(await startSignIn(app))
      clock.move(10 * 60_000)
      await expectRefused(await app.post('/identity/microsoft', callback), 400)
    })

    test('the sign-in took a millisecond less than ten minutes, and is accepted', async () => {
      const { app, approve, clock } = start()
      const callback = approve(await startSignIn(app))
      clock.move(10 * 60_000 - 1)
      expect((await app.post('/identity/microsoft', callback)).status).toBe(200)
    })
  })

  test('a sign-in that starts on one process ends on another', async () => {
    const { app, approve, provider, clock } = start()
    const callback = approve(await startSignIn(app))
    const elsewhere = appWith(provider, await database.openAgain(), clock)
    expect((await elsewhere.post('/identity/microsoft', callback)).status).toBe(200)
    await expectRefused(await app.post('/identity/microsoft', callback), 400)
  })

  database.once(() => {
    test.each([
      ['no code', { state: 's' }, 'code'],
      ['no state', { code: 'c' }, 'state'],
      ['an empty code', { code: '', state: 's' }, 'code'],
      ['a code that is no text', { code: { $ne: 1 }, state: 's' }, 'code'],
    ])('a body with %s is refused, naming the field', async (_, body, field) => {
      const { app } = start()
      const response = await app.post('/identity/microsoft', body)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ success: false, field })
    })
  })
})

describe('claims', () => {
  test.each([
    [
      { email: 'a@example.com', given_name: 'Aroha', name: 'Aroha Ngata' },
      'Aroha',
      'Aroha Ngata',
      'a@example.com',
    ],
    [{ email: 'a@example.com', name: 'Wiremu Te Kanawa' }, 'Wiremu', 'Wiremu Te Kanawa', 'a@example.com'],
    [{ email: 'a@example.com', given_name: 'Tāne' }, 'Tāne', 'Tāne', 'a@example.com'],
    [{ email: 'mere.parata@example.com' }, 'mere.parata', 'mere.parata', 'mere.parata@example.com'],
    [{ email: ' a@example.com ', given_name: '  ', name: '' }, 'a', 'a', 'a@example.com'],
    [{ preferred_username: 'UPPER@EXAMPLE.COM', name: 'U' }, 'U', 'U', 'UPPER@EXAMPLE.COM'],
    [
      { email: 'mail@example.com', preferred_username: 'login@example.com' },
      'mail',
      'mail',
      'mail@example.com',
    ],
    [{ email: 42, preferred_username: 'login@example.com', name: 7 }, 'login', 'login', 'login@example.com'],
  ])('claims %j', (claims, givenName, name, email) => {
    expect(staffFrom('id', claims)).toEqual({ id: 'id', givenName, name, email })
  })

  test.each([
    [{}],
    [{ name: 'Mere' }],
    [{ email: '' }],
    [{ email: null }],
    [{ preferred_username: '+64210000000' }],
  ])('claims without an e-mail: %j', (claims) => {
    expect(staffFrom('id', claims)).toBeNull()
  })

  // BIZ-3
  test('roles and groups of the organisation make no difference: there is one kind of staff', () => {
    const claims = { email: 'a@example.com', name: 'Aroha Ngata' }
    const ranked = { ...claims, roles: ['Admin'], groups: ['warehouse'], wids: ['global-administrator'] }
    expect(staffFrom('id', ranked)).toEqual(staffFrom('id', claims))
  })
})

describe('the role to delete consignments', () => {
  onEmbedded((database) => {
    // V8.2.1
    describe('deleting a consignment', () => {
      const deleteWith = (roles: string[], role: string | null) => {
        const requireSession: MiddlewareHandler<SessionEnv> = async (c, next) => {
          c.set('staff', MERE)
          c.set('session', { id: 's', staff: MERE, roles })
          await next()
        }
        const entra = { ...ENTRA, deleteRole: role }
        const parts = { db: database.db, clock: testClock(), publicUrl: PUBLIC_URL, sessionIdleMs: 1 }
        const signIn = { ...composeSignIn({ ...parts, entra }), requireSession }
        const { app } = signedInApp(database.db, undefined, undefined, { signIn })
        return app.request('/api/v1/consignments/COC1', { method: 'DELETE' })
      }

      test.each([
        ['no role is required', [], null],
        ['the user has the role', ['Reader', 'Dispatch.Delete'], 'Dispatch.Delete'],
      ])('is allowed if %s', async (_, roles, role) => {
        expect((await deleteWith(roles, role)).status).toBe(404)
      })

      // V8.3.1
      test.each([[[]], [['dispatch.delete']], [['Dispatch']]])(
        'is refused to the roles %j',
        async (roles) => {
          expect(await expectRefused(await deleteWith(roles, 'Dispatch.Delete'), 403)).toBe(
            'Your account is not allowed to delete consignments.',
          )
        },
      )
    })

    test('a session keeps the roles that it began with', async () => {
      const sessions = sessionsOf(database.db, testClock(), 'local')
      const token = await sessions.begin({ staff: MERE, roles: ['Dispatch.Delete'] }, '')
      expect(await sessions.active(token)).toMatchObject({ roles: ['Dispatch.Delete'] })
    })
  })
})
