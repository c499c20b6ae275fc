import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import { composeSignIn, LOCAL_IDENTITY_PATH, type SignIn } from '../../../src/server/create-sign-in.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import type { IdentityProvider } from '../../../src/server/sign-in/provider.ts'
import { createRelyingParty } from '../../../src/server/sign-in/relying-party.ts'
import { signInRoutes } from '../../../src/server/sign-in/routes.ts'
import {
  createConsoleSessions,
  requireDeleteRole,
  requireSession,
  type Sessions,
} from '../../../src/server/sign-in/sessions.ts'

export const PUBLIC_URL = 'http://localhost:3000'
export const REDIRECT_URI = `${PUBLIC_URL}/auth/microsoft`

export const MERE = { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
/** A member of staff without app roles. */
export const AS_MERE = { staff: MERE, roles: [] }

/** As long as a token is valid, so that only tests of idle sessions reach it. */
const SESSION_IDLE_MS = 12 * 3_600_000

/** The console's sessions without sign-in, in a process that uses the given clock. */
export function sessionsOf(
  db: Kysely<Database>,
  clock: Clock,
  keyId: string,
  sessionIdleMs = SESSION_IDLE_MS,
): Sessions {
  return createConsoleSessions({ db, clock, keyId, sessionIdleMs, elapsed: clock })
}

/** A clock that the test sets. It differs by years from the machine's, so that using the wrong one is noticed. */
export interface TestClock extends Clock {
  move(milliseconds: number): void
}

export function testClock(): TestClock {
  let now = Date.parse('2031-03-04T05:06:07.890Z')
  const move = (milliseconds: number) => {
    now += milliseconds
  }
  return Object.assign(() => now, { move })
}

/** A back end with sign-in: the calls at `/identity`, and a data call that returns the user. */
export interface ConsoleApp {
  get(path: string, token?: string): Promise<Response>
  post(path: string, body: unknown, token?: string): Promise<Response>
  app: Hono
}

/** The server's own composition, with the local identity provider. */
export function localApp(db: Kysely<Database>, clock: Clock): ConsoleApp {
  return consoleApp(
    composeSignIn({ db, clock, publicUrl: PUBLIC_URL, entra: null, sessionIdleMs: SESSION_IDLE_MS }),
  )
}

/** With a given identity provider. */
export function appWith(provider: IdentityProvider, db: Kysely<Database>, clock: Clock): ConsoleApp {
  const sessions = sessionsOf(db, clock, provider.id)
  const relyingParty = createRelyingParty(provider, REDIRECT_URI, clock)
  return consoleApp({
    routes: signInRoutes({ db, clock, sessions, relyingParty }),
    requireSession: requireSession(sessions),
    mayDelete: requireDeleteRole(null),
    localIdentity: null,
  })
}

function consoleApp(signIn: Omit<SignIn, 'sessions'>): ConsoleApp {
  const app = new Hono()
  app.route('/identity', signIn.routes)
  if (signIn.localIdentity !== null) app.route(LOCAL_IDENTITY_PATH, signIn.localIdentity)
  const data = new Hono<SessionEnv>()
  data.use(signIn.requireSession)
  data.get('/who', (c) => c.json(c.get('staff')))
  app.route('/api/v1', data)
  const bearer = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    app,
    get: async (path, token) => await app.request(PUBLIC_URL + path, { headers: bearer(token) }),
    post: async (path, body, token) =>
      await app.request(PUBLIC_URL + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(token) },
        body: JSON.stringify(body),
      }),
  }
}

/**
 * Starts a sign-in.
 * @returns the address to which the browser is sent
 */
export async function startSignIn(app: ConsoleApp): Promise<URL> {
  const response = await app.get('/identity/auth')
  expect(response.status).toBe(200)
  const { login_url } = await response.json()
  return new URL(login_url)
}

/** Presses a button of the local sign-in page and returns the callback's parameters. */
export async function pressStaff(
  app: ConsoleApp,
  loginUrl: URL,
  staff: string,
): Promise<{ code: string; state: string }> {
  const form = new URLSearchParams(loginUrl.searchParams)
  form.set('staff', staff)
  const response = await app.app.request(loginUrl.origin + loginUrl.pathname, { method: 'POST', body: form })
  expect(response.status).toBe(303)
  const callback = new URL(response.headers.get('location') ?? '')
  expect(callback.origin + callback.pathname).toBe(REDIRECT_URI)
  return { code: callback.searchParams.get('code') ?? '', state: callback.searchParams.get('state') ?? '' }
}

/**
 * Runs the whole local sign-in.
 * @returns the session token
 */
export async function signInLocally(app: ConsoleApp, staff = 'mere'): Promise<string> {
  const callback = await pressStaff(app, await startSignIn(app), staff)
  const response = await app.post('/identity/microsoft', callback)
  expect(response.status).toBe(200)
  const { access_token } = await response.json()
  return access_token
}

/**
 * Expects a refusal in the shape of all error responses.
 * @returns its message
 */
export async function expectRefused(response: Response, status: number): Promise<string> {
  const body = await response.json()
  expect([response.status, body]).toEqual([
    status,
    { success: false, message: expect.stringMatching(/^[A-Z].+\.$/) },
  ])
  return body.message
}

/** Expects that both the check of a stored token and a data call accept a token. */
export async function expectAccepted(app: ConsoleApp, token: string) {
  const validated = await app.get('/identity/auth/validate', token)
  expect([validated.status, await validated.json()]).toEqual([
    200,
    expect.objectContaining({ success: true }),
  ])
  expect((await app.get('/api/v1/who', token)).status).toBe(200)
}

export async function expectUnauthorised(app: ConsoleApp, token?: string) {
  for (const path of ['/identity/auth/validate', '/api/v1/who']) {
    const response = await app.get(path, token)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    await expectRefused(response, 401)
  }
}
