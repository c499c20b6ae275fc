import type { MiddlewareHandler } from 'hono'
import { describe, expect, test } from 'vitest'
import { createSignIn } from '../../../src/server/create-sign-in.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { onEmbedded } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { expectRefused, MERE, PUBLIC_URL, sessionsOf, testClock } from './console-app.ts'
import { ENTRA } from './lying-provider.ts'

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
      const signIn = { ...createSignIn({ ...parts, entra }), requireSession }
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
    test.each([[[]], [['dispatch.delete']], [['Dispatch']]])('is refused to the roles %j', async (roles) => {
      expect(await expectRefused(await deleteWith(roles, 'Dispatch.Delete'), 403)).toBe(
        'Your account is not allowed to delete consignments.',
      )
    })
  })

  test('a session keeps the roles that it began with', async () => {
    const sessions = sessionsOf(database.db, testClock(), 'local')
    const token = await sessions.begin({ staff: MERE, roles: ['Dispatch.Delete'] }, '')
    expect(await sessions.active(token)).toMatchObject({ roles: ['Dispatch.Delete'] })
  })
})
