import { BlockList } from 'node:net'
import type { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gazetteer } from '../../../src/server/addresses/gazetteer.ts'
import { createApp } from '../../../src/server/app.ts'
import { composeSignIn } from '../../../src/server/create-sign-in.ts'
import type { RequestLimits } from '../../../src/server/http/rate-limits.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { onEmbedded } from '../databases.ts'
import { TEST_CONFIG } from '../orders/harness.ts'
import { PUBLIC_URL, sessionsOf } from '../sign-in/console-app.ts'

const FEW: RequestLimits = {
  signInStarts: 3,
  exchanges: 3,
  failedTokens: 3,
  downloads: 3,
  addresses: 3,
  pricing: 3,
  intake: 3,
}
const proxies = new BlockList()
proxies.addAddress('127.0.0.1')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

onEmbedded((database) => {
  const start = (limits: Partial<RequestLimits> = {}): Hono<SessionEnv> => {
    const { db } = database
    const parts = { db, clock: Date.now }
    return createApp({
      ...parts,
      config: TEST_CONFIG,
      console: { version: '', page: null, files: new Map() },
      signIn: composeSignIn({ ...parts, publicUrl: PUBLIC_URL, entra: null, sessionIdleMs: 3_600_000 }),
      addresses: gazetteer,
      couriers: [],
      trustedProxies: proxies,
      limits: { ...FEW, ...limits },
    })
  }
  const begin = () => {
    const staff = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
    return sessionsOf(database.db, Date.now, 'local').begin({ staff, roles: [] }, '')
  }

  interface Sent {
    method?: string
    path: string
    body?: unknown
    token?: string
    from?: string
  }
  const send = async (
    app: Hono<SessionEnv>,
    { method = 'GET', path, body, token, from = '192.0.2.1' }: Sent,
  ) => {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-forwarded-for': from }
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return app.request(PUBLIC_URL + path, init, { incoming: { socket } })
  }
  const statuses = async (app: Hono<SessionEnv>, times: number, sent: Sent) => {
    const answers: number[] = []
    for (let time = 0; time < times; time += 1) answers.push((await send(app, sent)).status)
    return answers
  }

  const START = { path: '/identity/auth' }
  const EXCHANGE = { method: 'POST', path: '/identity/microsoft', body: { code: 'c', state: 's' } }
  const FORGED = { path: '/api/v1/orders', token: 'not.a.token' }

  // V2.4.1
  describe('of one address', () => {
    // V6.1.1, V6.3.1
    test.each([
      ['sign-ins started', START, 200],
      ['exchanges', EXCHANGE, 400],
      ['failed tokens', FORGED, 401],
      ['downloads with guessed tickets', { path: '/api/v1/exports?ticket=guessed' }, 404],
    ])('%s are limited, and those of another address are not', async (_, sent, status) => {
      const app = start()
      expect(await statuses(app, 5, sent)).toEqual([status, status, status, 429, 429])
      expect(await statuses(app, 1, { ...sent, from: '192.0.2.2' })).toEqual([status])
    })

    test('a valid session is served whatever fails from the same address', async () => {
      const app = start()
      await statuses(app, 5, FORGED)
      expect(await statuses(app, 5, { ...FORGED, token: await begin() })).toEqual(Array(5).fill(200))
    })
  })

  // V2.4.1
  describe('of one session', () => {
    test.each([
      [
        'address searches',
        { method: 'POST', path: '/api/v1/address/search', body: { query: '12 Queen' } },
        200,
      ],
      ['address details', { path: '/api/v1/address/unknown' }, 404],
      ['prices', { method: 'POST', path: '/api/v1/consignments/pricing', body: {} }, 422],
    ])('%s are limited, and those of another session are not', async (_, sent, status) => {
      const app = start()
      const [token, another] = [await begin(), await begin()]
      expect(await statuses(app, 5, { ...sent, token })).toEqual([status, status, status, 429, 429])
      expect(await statuses(app, 1, { ...sent, token: another })).toEqual([status])
    })

    test('nothing else is', async () => {
      const app = start()
      const token = await begin()
      expect(await statuses(app, 10, { path: '/api/v1/orders', token })).toEqual(Array(10).fill(200))
    })
  })

  test('the response says how long to wait, after which requests succeed again', async () => {
    const app = start()
    await statuses(app, 3, START)
    vi.advanceTimersByTime(18_500)
    const refused = await send(app, START)
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '42',
      { success: false, message: 'Too many sign-ins. Try again in 42 seconds.' },
    ])
    vi.advanceTimersByTime(41_500)
    expect(await statuses(app, 1, START)).toEqual([200])
  })

  test('a clock that jumps back does not extend the wait beyond a minute', async () => {
    const app = start()
    await statuses(app, 3, START)
    vi.setSystemTime(Date.now() - 13 * 3_600_000)
    expect((await send(app, START)).headers.get('retry-after')).toBe('60')
  })

  test('starting sign-ins stores nothing', async () => {
    const app = start({ signInStarts: 50 })
    await statuses(app, 50, START)
    expect(await database.db.selectFrom('used_sign_ins').selectAll().execute()).toEqual([])
  })
})
