import { type Context, Hono, type Next } from 'hono'
import { beforeEach } from 'vitest'
import { undoSteps } from '../../../src/contract/taking-back.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { requireDeleteRole } from '../../../src/server/sign-in/sessions.ts'
import type { TestDatabase } from '../databases.ts'
import { NOW, signedInApp } from './harness.ts'

/** Desks of different users, with one clock. */
export function desksOn(database: TestDatabase) {
  const time = { now: NOW }
  beforeEach(() => {
    time.now = NOW
  })
  function desk(name: string) {
    const staff = { id: `local:${name}`, name, givenName: name, email: `${name}@example.com` }
    const signIn = {
      routes: new Hono<SessionEnv>(),
      requireSession: async (c: Context<SessionEnv>, next: Next) => {
        c.set('staff', staff)
        c.set('session', { id: `session of ${name}`, staff, roles: [] })
        await next()
      },
      mayDelete: requireDeleteRole(null),
      localIdentity: null,
    }
    const app = () => signedInApp(database.db, undefined, undefined, { clock: () => time.now, signIn }).app
    const send = async (method: string, path: string, body?: object) =>
      app().request(path, {
        method,
        ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      })
    return {
      send,
      /** Acts on an order. Returns the id of the step. */
      async act(path: string, body: object): Promise<string> {
        const answer = await send('POST', path, body)
        if (answer.status !== 200) throw new Error(await answer.text())
        return (await answer.json()).step
      },
      async undo(...steps: string[]) {
        const answer = await send('POST', '/api/v1/undo', { steps })
        return undoSteps.answer.parse(await answer.json()).orders.rows
      },
    }
  }
  return { desk, time }
}
