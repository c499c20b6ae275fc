import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { describe, expect, it, test } from 'vitest'
import { composeSignIn, signInLine } from '../../../src/server/create-sign-in.ts'
import { localIdentityProvider } from '../../../src/server/sign-in/local/provider.ts'
import { onEmbedded } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import {
  expectRefused,
  localApp,
  PUBLIC_URL,
  pressStaff,
  REDIRECT_URI,
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

describe('the local identity provider itself', () => {
  const ISSUER = `${PUBLIC_URL}/local-identity`
  const VERIFIER = 'a-verifier-of-at-least-forty-three-characters'
  const REQUEST = {
    client_id: 'dispatch-console',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const start = () => {
    const { app, provider } = localIdentityProvider({
      issuer: ISSUER,
      redirectUri: REDIRECT_URI,
      clock: testClock(),
    })
    const post = async (path: string, form: Record<string, string>) =>
      await app.request(PUBLIC_URL + path, { method: 'POST', body: new URLSearchParams(form) })
    const get = async (path: string, query: Record<string, string> = {}) =>
      await app.request(`${PUBLIC_URL}${path}?${new URLSearchParams(query)}`)
    const code = async () => {
      const response = await post('/authorize', { ...REQUEST, staff: 'mere' })
      return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    }
    const exchange = async (changes: Record<string, string> = {}) =>
      await post('/token', {
        grant_type: 'authorization_code',
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
        code: await code(),
        ...changes,
      })
    return { app, post, get, exchange }
  }

  // SIGN-10
  test('its page offers the demo staff, the first with the focus, and names itself', async () => {
    const page = await (await start().get('/authorize', REQUEST)).text()
    expect(page).toContain('<h1>Demo sign-in</h1>')
    expect(page).toContain('stands in for Microsoft on this machine')
    expect(page).toContain('<title>Demo sign-in</title>')
    const buttons = [
      ...page.matchAll(/<button ([^>]*)>([^<]*)<kbd aria-hidden="true">(\d)<\/kbd><\/button>/g),
    ]
    expect(buttons.map(([, , name, key]) => `${key} ${name}`)).toEqual([
      '1 Mere',
      '2 Tāne',
      '3 Aroha',
      '4 Siobhán O&#39;Neill',
    ])
    expect(buttons.map(([, attributes]) => attributes?.includes('autofocus'))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(page).toContain('tane@example.com')
  })

  test('its page has the console’s colours and font', async () => {
    const { get } = start()
    const page = await (await get('/authorize', REQUEST)).text()
    const tokens = readFileSync(new URL('../../../src/web/tokens.css', import.meta.url), 'utf8')
    const declared = (css: string) =>
      new Map(
        Array.from(
          css.matchAll(/--([a-z0-9-]+):\s*(light-dark\([\s\S]*?\)\s*\));/g),
          ([, name = '', value = '']) => [name, value.replace(/\s+/g, '')],
        ),
      )
    const [ours, theirs] = [declared(page), declared(tokens)]
    expect(ours.size).toBeGreaterThan(10)
    for (const [name, value] of ours) expect([name, theirs.get(name)]).toEqual([name, value])
    for (const [, file] of page.matchAll(/url\((inter-[a-z-]+\.woff2)\)/g)) {
      const font = await get(`/${file}`)
      expect(font.headers.get('content-type')).toBe('font/woff2')
      expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
    }
  })

  test('its page contains its icon, so that the browser requests none', async () => {
    const response = await start().get('/authorize', REQUEST)
    expect(await response.text()).toContain('<link rel="icon" href="data:image/svg+xml,')
    expect(response.headers.get('content-security-policy')).toContain('img-src data:')
  })

  test('its own policy allows its style, its form and the redirect to the console', async () => {
    const response = await start().get('/authorize', REQUEST)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${PUBLIC_URL};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(nonce).not.toBe('')
    expect(await response.text()).toContain(`<style nonce="${nonce}">`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  // V1.2.1
  test('its page escapes the parameters of the request', async () => {
    const page = await (
      await start().get('/authorize', { ...REQUEST, state: '"><script>alert(1)</script>' })
    ).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  // V3.7.2
  describe('an authorization request that is not the console’s is refused without a redirect', () => {
    // V10.4.1, V10.4.6
    test.each([
      ['client_id', 'another'],
      ['redirect_uri', 'https://example.com/auth/microsoft'],
      ['redirect_uri', `${REDIRECT_URI}/`],
      ['response_type', 'token'],
      ['scope', 'profile'],
      ['code_challenge_method', 'plain'],
      ['code_challenge', ''],
    ])('%s = %s', async (name, value) => {
      const { get, post } = start()
      const answers = [
        await get('/authorize', { ...REQUEST, [name]: value }),
        await post('/authorize', { ...REQUEST, [name]: value, staff: 'mere' }),
      ]
      for (const response of answers) {
        expect(response.status).toBe(400)
        expect(response.headers.get('location')).toBeNull()
        expect(await response.text()).toContain(name)
      }
    })

    test('an unknown member of staff', async () => {
      expect((await start().post('/authorize', { ...REQUEST, staff: 'nobody' })).status).toBe(400)
    })
  })

  test('the token endpoint gives an ID token for a code', async () => {
    const response = await start().exchange()
    expect(response.status).toBe(200)
    const { id_token } = await response.json()
    expect(decodeJwt(id_token)).toMatchObject({
      iss: ISSUER,
      aud: 'dispatch-console',
      sub: 'mere',
      nonce: 'the-nonce',
      email: 'mere@example.com',
    })
  })

  // V10.4.6, V10.4.10
  test.each([
    ['another client', { client_id: 'another' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'guessed' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another redirect', { redirect_uri: PUBLIC_URL }, 400, 'invalid_grant'],
    ['another verifier', { code_verifier: `${VERIFIER}!` }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['an unknown code', { code: 'unknown' }, 400, 'invalid_grant'],
  ])('the token endpoint refuses %s', async (_, changes, status, error) => {
    const response = await start().exchange(changes)
    expect([response.status, await response.json()]).toEqual([status, { error }])
  })

  test.each(['/authorize', '/token'])('a body to %s that is not a form is refused', async (path) => {
    const headers = { 'content-type': 'multipart/form-data' }
    const response = await start().app.request(PUBLIC_URL + path, { method: 'POST', headers, body: '{}' })
    expect([400, 401]).toContain(response.status)
  })

  test.each(['/authorize', '/token'])('ten megabytes to %s are refused', async (path) => {
    const response = await start().post(path, { ...REQUEST, state: 'a'.repeat(10 * 1024 * 1024) })
    await expectRefused(response, 413)
  })

  test.each([
    ['http://localhost:3000', 200],
    ['http://127.0.0.1:3000', 200],
    ['http://[::1]:3000', 200],
    ['http://console.example.com', 403],
    ['http://192.168.1.20:3000', 403],
    ['http://localhost.example.com', 403],
    ['http://127.0.0.1.example.com', 403],
  ])('a request to %s is answered %i', async (origin, status) => {
    const { app } = start()
    for (const path of ['/authorize', '/.well-known/openid-configuration', '/jwks']) {
      const response = await app.request(`${origin}${path}?${new URLSearchParams(REQUEST)}`)
      expect(response.status).toBe(status)
    }
  })

  // V4.1.3
  describe('a request through a proxy is refused and logged', () => {
    test.each([
      'Forwarded',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Forwarded-Anything',
      'Via',
      'X-Real-IP',
    ])('%s', async (name) => {
      const log = spyOnLog()
      const { app } = start()
      for (const path of ['/authorize', '/.well-known/openid-configuration', '/jwks']) {
        const response = await app.request(`${PUBLIC_URL}${path}?${new URLSearchParams(REQUEST)}`, {
          headers: { [name]: '127.0.0.1' },
        })
        await expectRefused(response, 403)
      }
      expect(log.entries()).toEqual(
        Array(3).fill(expect.objectContaining({ security: 'sign-in-refused', header: name.toLowerCase() })),
      )
      log.restore()
    })
  })
})
